/// How the parts of JSON text look: nothing, or sequences of ECMA-48 §8.3.117.
///
/// The colours are those of jq and gojq: keys bold blue, strings green, numbers cyan, booleans
/// yellow, null grey. Only keys are bold; brackets, commas and colons are left as they are.
struct JSONPalette: Sendable {
  let key: [UInt8]
  let string: [UInt8]
  let number: [UInt8]
  let boolean: [UInt8]
  let null: [UInt8]
  /// After each of them.
  let end: [UInt8]

  static let plain = JSONPalette(key: [], string: [], number: [], boolean: [], null: [], end: [])

  static let colors = JSONPalette(
    key: sequence("34;1"), string: sequence("32"), number: sequence("36"),
    boolean: sequence("33"), null: sequence("90"), end: sequence("0"))

  private static func sequence(_ parameters: String) -> [UInt8] {
    Array("\u{1B}[\(parameters)m".utf8)
  }
}
