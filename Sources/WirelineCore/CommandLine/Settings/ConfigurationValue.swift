/// A value of the configuration file, on its way to an option.
struct ConfigurationValue: Sendable {
  private let view: JSONView
  private let origin: SettingOrigin

  init(_ view: JSONView, _ origin: SettingOrigin) {
    self.view = view
    self.origin = origin
  }

  func value(for option: OptionDeclaration) throws(UsageError) -> SettingValue {
    switch option.form {
    case .flag: try flag()
    case .count: try count()
    case .value, .operand: .words([try wordOrList("a string or number")])
    case .optionalValue(_, let bare): try optional(option, bare)
    case .list, .operands: .words(try list())
    }
  }

  private func flag() throws(UsageError) -> SettingValue {
    guard let isOn = view.boolean else { throw mismatch("true or false") }
    return isOn ? .isTrue : .isFalse
  }

  private func count() throws(UsageError) -> SettingValue {
    if let flag = view.boolean { return .count(flag ? 1 : 0) }
    guard let count = view.integer, (0...SettingValue.largestCount).contains(count) else {
      throw mismatch("a number from 0 to \(SettingValue.largestCount)")
    }
    return .count(count)
  }

  /// `true` is the option without a value, `false` its default.
  private func optional(
    _ option: OptionDeclaration, _ bare: String
  ) throws(UsageError) -> SettingValue {
    if let isOn = view.boolean { return .words([isOn ? bare : option.defaultText ?? ""]) }
    return .words([try wordOrList("a string, a list or a boolean")])
  }

  private func list() throws(UsageError) -> [String] {
    if let word = Self.word(view) { return [word] }
    return try words("a string or a list of strings")
  }

  /// A scalar, or `["a","b"]` for an option that takes `a,b`.
  private func wordOrList(_ expected: String) throws(UsageError) -> String {
    if let word = Self.word(view) { return word }
    return try words(expected).joined(separator: ",")
  }

  private func words(_ expected: String) throws(UsageError) -> [String] {
    guard view.type == .array else { throw mismatch(expected) }
    var words: [String] = []
    for element in view.elements {
      guard let word = Self.word(element) else { throw mismatch(expected) }
      words.append(word)
    }
    return words
  }

  /// A string's text, or a number as it is written; nil for other types.
  private static func word(_ view: JSONView) -> String? {
    view.string ?? (view.type == .number ? String(decoding: view.raw, as: UTF8.self) : nil)
  }

  private func mismatch(_ expected: String) -> UsageError {
    UsageError("\(origin): expected \(expected), found \(view.type)")
  }
}
