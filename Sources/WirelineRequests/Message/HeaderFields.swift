internal import WirelineCore

/// Header fields in order, with case-insensitive names (RFC 9110 §5).
package struct HeaderFields: Sendable, Equatable, ExpressibleByDictionaryLiteral {
  package struct Field: Sendable, Equatable {
    package var name: String
    package var value: String

    package init(name: String, value: String) {
      self.name = name
      self.value = value
    }
  }

  package private(set) var fields: [Field] = []

  package init() {}

  package init(_ fields: [Field]) { self.fields = fields }

  package init(dictionaryLiteral elements: (String, String)...) {
    fields = elements.map { Field(name: $0, value: $1) }
  }

  package var isEmpty: Bool { fields.isEmpty }

  package subscript(name: String) -> String? {
    index(of: name).map { fields[$0].value }
  }

  /// Compares the lengths first, and by index: a loop over the fields would retain each.
  private func index(of name: String) -> Int? {
    let length = name.utf8.count
    return fields.indices.first {
      fields[$0].name.utf8.count == length && fields[$0].name.isSameFieldName(as: name)
    }
  }

  package func values(of name: String) -> [String] {
    fields.filter { $0.name.isSameFieldName(as: name) }.map(\.value)
  }

  package func contains(_ name: String) -> Bool { index(of: name) != nil }

  package mutating func append(_ name: String, _ value: String) {
    fields.append(Field(name: name, value: value))
  }

  package mutating func set(_ name: String, _ value: String) {
    remove(name)
    append(name, value)
  }

  package mutating func setDefault(_ name: String, _ value: String) {
    if !contains(name) { append(name, value) }
  }

  /// Adds the fields whose names are not present yet, including repeated ones.
  package mutating func setDefaults(_ defaults: HeaderFields) {
    if fields.isEmpty {
      fields = defaults.fields
    } else {
      fields += defaults.fields.filter { !contains($0.name) }
    }
  }

  package mutating func remove(_ name: String) {
    fields.removeAll { $0.name.isSameFieldName(as: name) }
  }

  /// Removes the fields with these names, except for names that occur in `own`.
  package mutating func remove(_ names: [String], unlessIn own: HeaderFields) {
    if names.isEmpty { return }
    let retained = own.names(besides: names)
    let removed = Names(names.filter { !retained.contains($0) })
    fields.removeAll { removed.contains($0.name) }
  }

  /// A case-insensitive set of field names. A record may have tens of thousands of fields, for
  /// which pairwise comparison would take seconds.
  package struct Names: Sendable {
    private var names: Set<String> = []

    init(_ names: some Sequence<String>) { self.names = Set(names.lazy.map { $0.lowercased() }) }

    package func contains(_ name: String) -> Bool {
      !names.isEmpty && names.contains(name.lowercased())
    }
  }

  /// The names of the fields, to look up each of `others`; empty without others.
  package func names(besides others: [String]) -> Names {
    Names(others.isEmpty ? [] : fields.map(\.name))
  }

  /// Checks names and values by RFC 9110 §5.1 and §5.5, so that no record can inject a line into a
  /// request.
  package func validate() throws(InvalidHeaderField) {
    for field in fields {
      guard !field.name.isEmpty, field.name.utf8.allSatisfy(Self.isTokenByte) else {
        throw InvalidHeaderField(name: field.name, reason: "the name is not a token")
      }
      if field.value.utf8.contains(where: { $0 < 0x20 && $0 != 0x09 || $0 == 0x7F }) {
        throw InvalidHeaderField(
          name: field.name, reason: "the value contains a line break or control character")
      }
    }
  }

  package static func isTokenByte(_ byte: UInt8) -> Bool {
    switch byte {
    case 0x30...0x39, 0x41...0x5A, 0x61...0x7A: true
    case 0x21, 0x23...0x27, 0x2A, 0x2B, 0x2D, 0x2E, 0x5E...0x60, 0x7C, 0x7E: true
    default: false
    }
  }
}

/// A header field that must not be sent. Does not contain the value, which may be secret.
package struct InvalidHeaderField: Error, Equatable, Sendable, CustomStringConvertible {
  package let name: String
  package let reason: String

  package var description: String { "invalid header field \"\(name)\": \(reason)" }
}

/// The media type of a message's content, RFC 9110 §8.3.
package enum MediaType {
  /// `type/subtype` in lower case, without parameters; nil if absent.
  package static func of(_ headers: HeaderFields) -> String? {
    headers["Content-Type"].map {
      Substring($0.utf8.prefix { $0 != 0x3B }).trimmingSpaces.lowercased()
    }
  }

  /// Whether the content of a message is JSON.
  package static func isJSON(_ headers: HeaderFields) -> Bool {
    // The most frequent spelling is compared first, without copying the text.
    guard let value = headers["Content-Type"] else { return false }
    if value == "application/json" { return true }
    // Every JSON media type contains a j, and few others do.
    return value.utf8.contains { $0 | 0x20 == 0x6A } && (of(headers).map(isJSON) ?? false)
  }

  /// JSON itself, RFC 8259, and the `+json` suffix of RFC 6839.
  package static func isJSON(_ type: String) -> Bool {
    type == "application/json" || type.hasSuffix("+json") || type == "text/json"
  }
}
