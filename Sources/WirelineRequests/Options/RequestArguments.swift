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

  fileprivate static func split(_ text: String) -> (String, String)? {
    if let colon = text.firstIndex(of: ":") {
      let name = String(text[..<colon])
      return name.isEmpty ? nil : (name, text[text.index(after: colon)...].trimmingSpaces)
    }
    return text.hasSuffix(";") && text.utf8.count > 1 ? (String(text.dropLast()), "") : nil
  }
}

/// A header field, or `@` and the name of a file with one header field per line.
package struct HeaderLines: ArgumentValue, Equatable {
  package private(set) var fields: [HeaderArgument] = []
  /// Texts that are not header fields.
  package private(set) var ignored: [String] = []

  package init(parsing argument: String) throws(InvalidArgument) {
    guard argument.first == "@" else {
      try append(argument, isLine: false)
      return
    }
    let text = try converting({
      InvalidArgument(expected: "a header field, or a file after @: \($0.reason)")
    }) { () throws(FileError) in
      String(decoding: try FileBytes.read(String(argument.dropFirst())), as: UTF8.self)
    }
    for line in text.split(whereSeparator: \.isNewline) {
      try append(String(line), isLine: true)
    }
  }

  /// Ignores a text without a name or a colon, as curl does, unless it is evidently a mistake.
  private mutating func append(_ text: String, isLine: Bool) throws(InvalidArgument) {
    if HeaderArgument.split(text) == nil, isLine || text.contains(where: { ":;".contains($0) }) {
      ignored.append(text)
    } else {
      fields.append(try HeaderArgument(parsing: text))
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
