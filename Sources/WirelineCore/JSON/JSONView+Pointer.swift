extension JSONView {
  /// What an RFC 6901 pointer names: `""` is the value itself, `/a/0` an element; else nil.
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

  private func child(_ token: String) -> JSONView? {
    switch type {
    case .object: self[token]
    case .array: Self.arrayIndex(token).flatMap { element(at: $0) }
    default: nil
    }
  }

  private func element(at index: Int) -> JSONView? {
    var found: JSONField?
    var position = 0
    visitChildren { child, _ in
      if position == index { found = child.value }
      position += 1
      return found == nil
    }
    return found.map { view(of: $0) }
  }

  /// RFC 6901 §4: `~1` is a slash, `~0` a tilde, and nothing else may follow a tilde.
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

  /// RFC 6901 §4: digits without a leading zero. `-` names the element after the last: none.
  private static func arrayIndex(_ token: String) -> Int? {
    let digits = token.utf8
    guard digits.allSatisfy(JSONByte.isDigit) else { return nil }
    guard digits.first != JSONByte.zero || digits.count == 1 else { return nil }
    return Int(token)
  }
}
