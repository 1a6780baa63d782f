package import WirelineCore

/// A header field on the command line: `Name: value`, `Name;` for an empty value, or `Name:` to
/// remove a default field.
package struct HeaderArgument: ArgumentValue, Equatable {
  package let name: String
  package let value: String
  package let isRemoval: Bool

  package init(parsing argument: String) throws(InvalidArgument) {
    guard let field = Self.split(argument) else {
      throw InvalidArgument(expected: "a header field such as 'Accept: text/html'")
    }
    (name, value) = field
    isRemoval = value.isEmpty && !argument.hasSuffix(";")
    try converting({ InvalidArgument(expected: "a header field: \($0.reason)") }) {
      () throws(InvalidHeaderField) in
      try HeaderFields([HeaderFields.Field(name: name, value: value)]).validate()
    }
  }

  private static func split(_ text: String) -> (String, String)? {
    if let colon = text.firstIndex(of: ":") {
      let name = String(text[..<colon])
      return name.isEmpty ? nil : (name, text[text.index(after: colon)...].trimmingSpaces)
    }
    return text.hasSuffix(";") && text.utf8.count > 1 ? (String(text.dropLast()), "") : nil
  }
}

/// A header field, or `@` and the name of a file with one header field per line.
package struct HeaderLines: ArgumentValue, Equatable {
  package let fields: [HeaderArgument]

  package init(parsing argument: String) throws(InvalidArgument) {
    guard argument.first == "@" else {
      fields = [try HeaderArgument(parsing: argument)]
      return
    }
    let text = try converting({
      InvalidArgument(expected: "a header field, or a file after @: \($0.reason)")
    }) { () throws(FileError) in
      String(decoding: try FileBytes.read(String(argument.dropFirst())), as: UTF8.self)
    }
    fields = try text.split(whereSeparator: \.isNewline).map { line throws(InvalidArgument) in
      try HeaderArgument(parsing: String(line))
    }
  }
}

/// The value of a header field, without control characters.
package struct HeaderValue: ArgumentValue, Equatable {
  package let text: String

  package init(parsing argument: String) throws(InvalidArgument) {
    text = argument
    try converting({ InvalidArgument(expected: "a header value: \($0.reason)") }) {
      () throws(InvalidHeaderField) in
      try HeaderFields([HeaderFields.Field(name: "User-Agent", value: argument)]).validate()
    }
  }
}
