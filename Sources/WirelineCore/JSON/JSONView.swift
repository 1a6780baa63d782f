internal import Glibc

/// A validated value: a range of a byte array that it shares rather than copies.
package struct JSONView: Sendable {
  let bytes: [UInt8]
  let range: Range<Int>
  package let type: JSONType

  /// Validates `bytes` as one JSON text.
  package static func parse(_ bytes: [UInt8]) throws(JSONSyntaxError) -> JSONView {
    let field = try bytes.withUnsafeBufferPointer { all throws(JSONSyntaxError) in
      try JSONScanner.locate(UnsafeRawBufferPointer(all))
    }
    return JSONView(bytes: bytes, range: field.range, type: field.type)
  }

  /// The value verbatim, including white space inside it.
  package var raw: ArraySlice<UInt8> { bytes[range] }

  /// The boolean; nil for other types.
  package var boolean: Bool? {
    type == .boolean ? bytes[range.lowerBound] == 0x74 : nil
  }

  /// The text of a string, unescaped; nil for other types.
  package var string: String? {
    guard type == .string else { return nil }
    return withContent { content in
      Self.isEscaped(content)
        ? String(decoding: JSONStringContent.unescaped(content), as: UTF8.self)
        : String(decoding: content, as: UTF8.self)
    }
  }

  /// The UTF-8 text of a string, unescaped; nil for other types.
  package var unescapedBytes: [UInt8]? {
    guard type == .string else { return nil }
    return withContent { content in
      Self.isEscaped(content) ? JSONStringContent.unescaped(content) : Array(content)
    }
  }

  /// A number that is exactly an `Int`, even if written `12.0` or `1e3`; otherwise nil.
  package var integer: Int? {
    guard type == .number else { return nil }
    return decimal.integer
  }

  /// A number, correctly rounded; nil for other types and outside the range of `Double`.
  package var double: Double? {
    guard type == .number else { return nil }
    if let exact = decimal.exactDouble { return exact }
    let value = Double(String(decoding: raw, as: UTF8.self))
    return value?.isFinite == true ? value : nil
  }

  private var decimal: JSONDecimal {
    bytes.withUnsafeBytes { JSONDecimal(UnsafeRawBufferPointer(rebasing: $0[range])) }
  }

  private func withContent<Value>(_ body: (UnsafeRawBufferPointer) -> Value) -> Value {
    bytes.withUnsafeBytes { all in
      body(UnsafeRawBufferPointer(rebasing: all[range].dropFirst().dropLast()))
    }
  }

  private static func isEscaped(_ content: UnsafeRawBufferPointer) -> Bool {
    guard let start = content.baseAddress else { return false }
    return memchr(start, Int32(JSONByte.backslash), content.count) != nil
  }

  /// The elements of an array; empty for other types.
  package var elements: [JSONView] {
    type == .array ? Array(JSONElements(of: self)) : []
  }

  /// The fields of an object in order, including duplicates; empty for other types.
  package var fields: [(key: String, value: JSONView)] {
    guard type == .object else { return [] }
    var fields: [(key: String, value: JSONView)] = []
    fields.reserveCapacity(16)
    visitChildren { child, text in
      fields.append((child.name(in: text), view(of: child.value)))
      return true
    }
    return fields
  }

  /// The field of an object, the last of duplicates; nil if absent or not an object.
  package subscript(key: String) -> JSONView? {
    guard type == .object else { return nil }
    var key = key
    var found: JSONSpan?
    key.withUTF8 { key in
      visitChildren { child, text in
        if child.isNamed(key, in: text) { found = child.value }
        return true
      }
    }
    return found.map { view(of: $0) }
  }

  /// Calls `body` with each child of an array or object and the bytes of this value, until it
  /// returns false. The ranges of the child are relative to those bytes.
  package func visitChildren(_ body: (JSONWalk.Child, UnsafeRawBufferPointer) -> Bool) {
    bytes.withUnsafeBytes { all in
      let text = UnsafeRawBufferPointer(rebasing: all[range])
      guard var walk = JSONWalk(text) else { return }
      // The value was validated, so the walk cannot throw.
      while let child = try? walk.next(), body(child, text) {}
    }
  }

  /// Returns the view of a child that `visitChildren` passed.
  package func view(of child: JSONSpan) -> JSONView {
    let range =
      (range.lowerBound + child.range.lowerBound)..<(range.lowerBound + child.range.upperBound)
    return JSONView(bytes: bytes, range: range, type: child.type)
  }

  /// Returns the value at an RFC 6901 pointer, such as `/a/0`, or nil. `""` is the value itself,
  /// and `-1` the last element of an array.
  package func pointer(_ pointer: String) -> JSONView? {
    if pointer.isEmpty { return self }
    guard pointer.utf8.first == JSONByte.slash else { return nil }
    var view = self
    let tokens = pointer.utf8.dropFirst().split(
      separator: JSONByte.slash, omittingEmptySubsequences: false)
    for token in tokens {
      guard let name = Self.resolved(token), let next = view.child(name) else { return nil }
      view = next
    }
    return view
  }

  /// The field of this name, or the element with this index.
  func child(_ token: String) -> JSONView? {
    switch type {
    case .object: self[token]
    case .array where token == "-1": JSONElements(of: self).reduce(nil) { $1 }
    case .array:
      Self.arrayIndex(token).flatMap { JSONElements(of: self).dropFirst($0).first { _ in true } }
    default: nil
    }
  }

  /// RFC 6901 §4: `~1` is a slash, `~0` a tilde; any other tilde is an error.
  private static func resolved(_ token: Substring.UTF8View) -> String? {
    var name: [UInt8] = []
    var rest = token
    while let byte = rest.popFirst() {
      guard byte == 0x7E else {
        name.append(byte)
        continue
      }
      switch rest.popFirst() {
      case 0x30: name.append(0x7E)
      case 0x31: name.append(JSONByte.slash)
      default: return nil
      }
    }
    return String(decoding: name, as: UTF8.self)
  }

  /// RFC 6901 §4: digits without a leading zero. `-` means the element after the last: nil.
  private static func arrayIndex(_ token: String) -> Int? {
    let digits = token.utf8
    guard digits.allSatisfy(JSONByte.isDigit) else { return nil }
    guard digits.first != JSONByte.zero || digits.count == 1 else { return nil }
    return Int(token)
  }
}

/// The elements of an array, found one after the other. A view takes 32 bytes, and the element of a
/// long array may have two.
package struct JSONElements: Sequence, IteratorProtocol, Sendable {
  private let array: JSONView
  private var scanner = JSONElementScanner()

  package init(of array: JSONView) { self.array = array }

  package var count: Int { reduce(0) { count, _ in count + 1 } }

  package mutating func next() -> JSONView? {
    array.bytes.withUnsafeBytes { all in
      let text = UnsafeRawBufferPointer(rebasing: all[array.range])
      guard let range = try? scanner.next(in: text, isLast: true),
        let type = JSONByte.type(startingWith: text[range.lowerBound])
      else { return nil }
      return array.view(of: JSONSpan(range: range, type: type))
    }
  }
}
