internal import WirelineCore

/// Header fields in the order given, names compared without case (RFC 9110 §5).
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

  /// The first value of a field; nil when there is none.
  package subscript(name: String) -> String? {
    fields.first { $0.name.isSameFieldName(as: name) }?.value
  }

  package func values(of name: String) -> [String] {
    fields.filter { $0.name.isSameFieldName(as: name) }.map(\.value)
  }

  package func contains(_ name: String) -> Bool { self[name] != nil }

  package mutating func append(_ name: String, _ value: String) {
    fields.append(Field(name: name, value: value))
  }

  /// Replaces every field of that name by one.
  package mutating func set(_ name: String, _ value: String) {
    remove(name)
    append(name, value)
  }

  /// Adds a field where none of that name is.
  package mutating func setDefault(_ name: String, _ value: String) {
    if !contains(name) { append(name, value) }
  }

  /// Adds those fields of which there is none of that name, several of a name together.
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

  /// Removes the fields of several names.
  ///
  /// - Parameter own: names that are in it stay.
  package mutating func remove(_ names: [String], unlessIn own: HeaderFields) {
    if names.isEmpty { return }
    let kept = own.names(besides: names)
    let removed = Names(names.filter { !kept.contains($0) })
    fields.removeAll { removed.contains($0.name) }
  }

  /// A set of field names, compared without case. A record may have tens of thousands, so that
  /// comparing each with each would take seconds.
  package struct Names: Sendable {
    private var names: Set<String> = []

    init(_ names: some Sequence<String>) { self.names = Set(names.lazy.map { $0.lowercased() }) }

    package func contains(_ name: String) -> Bool {
      !names.isEmpty && names.contains(name.lowercased())
    }
  }

  /// The names of the fields, to look up each of `others`; empty where there is nothing to look up.
  package func names(besides others: [String]) -> Names {
    Names(others.isEmpty ? [] : fields.map(\.name))
  }

  /// Checks names and values as RFC 9110 §5.1 and §5.5 define them, so that
  /// nothing from a record can add a line of its own to a request.
  package func validate() throws(InvalidHeaderField) {
    for field in fields {
      guard !field.name.isEmpty, field.name.utf8.allSatisfy(Self.isTokenByte) else {
        throw InvalidHeaderField(name: field.name, reason: "the name is not a token")
      }
      if field.value.utf8.contains(where: { $0 < 0x20 && $0 != 0x09 || $0 == 0x7F }) {
        throw InvalidHeaderField(
          name: field.name, reason: "the value holds a line break or control character")
      }
    }
  }

  /// `tchar` of RFC 9110 §5.6.2.
  package static func isTokenByte(_ byte: UInt8) -> Bool {
    switch byte {
    case 0x30...0x39, 0x41...0x5A, 0x61...0x7A: true
    case 0x21, 0x23...0x27, 0x2A, 0x2B, 0x2D, 0x2E, 0x5E...0x60, 0x7C, 0x7E: true
    default: false
    }
  }
}

/// A header field that must not be sent. Its value may be a secret and is not
/// told.
package struct InvalidHeaderField: Error, Equatable, Sendable, CustomStringConvertible {
  package let name: String
  package let reason: String

  package init(name: String, reason: String) {
    self.name = name
    self.reason = reason
  }

  package var description: String { "invalid header field \"\(name)\": \(reason)" }
}
