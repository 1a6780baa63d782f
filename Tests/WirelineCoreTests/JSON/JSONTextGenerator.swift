import TestSupport

/// Random JSON texts, and random damage to them.
struct JSONTextGenerator {
  var random: SeededGenerator

  init(seed: UInt64) { random = SeededGenerator(seed: seed) }

  /// A valid text with random white space between tokens.
  mutating func text() -> [UInt8] {
    var output = space()
    append(depth: 0, to: &output)
    output += space()
    return output
  }

  /// Makes one to three random changes.
  mutating func damage(_ text: [UInt8]) -> [UInt8] {
    var text = text
    for _ in 0...Int.random(in: 0..<3, using: &random) {
      let index = Int.random(in: 0...text.count, using: &random)
      switch Int.random(in: 0..<5, using: &random) {
      case 0 where index < text.count: text[index] = byte()
      case 1: text.insert(byte(), at: index)
      case 2 where index < text.count: text.remove(at: index)
      case 3: text.removeSubrange(index...)
      default: text.insert(contentsOf: text.dropFirst(index).prefix(4), at: index)
      }
    }
    return text
  }

  /// Random bytes, most of them with a meaning in JSON.
  mutating func noise() -> [UInt8] {
    (0..<Int.random(in: 0..<24, using: &random)).map { _ in byte() }
  }

  private mutating func byte() -> UInt8 {
    Int.random(in: 0..<4, using: &random) == 0
      ? UInt8.random(in: 0...255, using: &random)
      : Array(#"{}[]",:\/ 0123456789-+.eEtrufalsn"#.utf8).randomElement(using: &random) ?? 0
  }

  private mutating func space() -> [UInt8] {
    guard Int.random(in: 0..<4, using: &random) == 0 else { return [] }
    return (0..<Int.random(in: 1...3, using: &random)).map { _ in
      [0x20, 0x09, 0x0A, 0x0D].randomElement(using: &random) ?? 0x20
    }
  }

  private mutating func append(depth: Int, to output: inout [UInt8]) {
    switch Int.random(in: 0..<(depth < 5 ? 8 : 5), using: &random) {
    case 0: output += (["true", "false", "null"].randomElement(using: &random) ?? "").utf8
    case 1, 2: output += number().utf8
    case 3, 4: output += string().utf8
    case 5: appendContainer(object: false, depth: depth, to: &output)
    default: appendContainer(object: true, depth: depth, to: &output)
    }
  }

  private mutating func appendContainer(object: Bool, depth: Int, to output: inout [UInt8]) {
    output += (object ? "{" : "[").utf8
    for index in 0..<Int.random(in: 0..<5, using: &random) {
      if index > 0 { output += ",".utf8 }
      output += space()
      if object { output += string().utf8 + space() + ":".utf8 + space() }
      append(depth: depth + 1, to: &output)
      output += space()
    }
    output += space() + (object ? "}" : "]").utf8
  }

  mutating func number() -> String {
    let digits = String(UInt64.random(in: 0...UInt64.max, using: &random) >> shift())
    let fraction = "." + String(UInt64.random(in: 0...UInt64.max, using: &random) >> shift())
    let exponent =
      (["e", "E", "e+", "E-"].randomElement(using: &random) ?? "e")
      + String(Int.random(in: 0..<40, using: &random))
    return (flip() ? "-" : "") + digits + (flip() ? fraction : "") + (flip() ? exponent : "")
  }

  private mutating func string() -> String {
    let pieces = [
      "a", "name", "longer than eight bytes", #"\""#, #"\\"#, #"\/"#, #"\n"#, #"\u00e9"#,
      #"\uD83D\uDE00"#, #"\u0000"#, "é", "北京", "😀", "\u{7F}", "{[:,]}", " ", "\u{FFFF}",
    ]
    let count = Int.random(in: 0..<5, using: &random)
    return "\"" + (0..<count).map { _ in pieces.randomElement(using: &random) ?? "" }.joined()
      + "\""
  }

  private mutating func shift() -> UInt64 { UInt64.random(in: 0..<64, using: &random) }
  private mutating func flip() -> Bool { Bool.random(using: &random) }
}
