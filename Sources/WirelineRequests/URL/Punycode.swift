/// Internationalised host labels in ASCII, RFC 3492 and RFC 5891.
enum Punycode {
  /// Encodes one lower-case label; an ASCII label comes back as it is.
  ///
  /// Only letters, digits and marks that are already in their normal form are
  /// taken, so that nothing that a resolver might map onto `.`, `/` or another
  /// name passes.
  static func label(_ label: Substring) throws(URLHost.Fault) -> String {
    if label.utf8.allSatisfy({ $0 < 0x80 }) { return String(label) }
    let scalars = Array(label.unicodeScalars)
    if let bad = scalars.first(where: { !isAllowed($0) }) {
      throw URLHost.Fault(reason: "character \"\(bad)\" is not allowed in a host name")
    }
    return "xn--" + encode(scalars.map(\.value))
  }

  private static func isAllowed(_ scalar: Unicode.Scalar) -> Bool {
    if scalar.isASCII { return true }
    // IDNA 2008 keeps these two, which case folding would change.
    if scalar == "ß" || scalar == "ς" { return true }
    if scalar.properties.changesWhenNFKCCaseFolded { return false }
    switch scalar.properties.generalCategory {
    case .lowercaseLetter, .otherLetter, .modifierLetter, .nonspacingMark, .spacingMark,
      .decimalNumber:
      return true
    default: return false
    }
  }

  // RFC 3492 §5: the parameters of Punycode.
  private static let base: UInt32 = 36
  private static let skew: UInt32 = 38
  private static let damp: UInt32 = 700

  /// RFC 3492 §6.3. Labels are at most some hundred scalars of 21 bits, far
  /// from the overflow that §6.4 warns of; wrapping operators keep any other
  /// input from trapping.
  private static func encode(_ input: [UInt32]) -> String {
    var output = input.filter { $0 < 0x80 }.map { UInt8($0) }
    let basicCount = UInt32(output.count)
    var handled = basicCount
    if basicCount > 0 { output.append(0x2D) }
    var (code, delta, bias): (UInt32, UInt32, UInt32) = (128, 0, 72)
    while handled < UInt32(input.count) {
      guard let next = input.filter({ $0 >= code }).min() else { break }
      delta &+= (next &- code) &* (handled + 1)
      code = next
      for scalar in input {
        if scalar < code { delta &+= 1 }
        guard scalar == code else { continue }
        append(delta, bias: bias, to: &output)
        bias = adapt(delta, points: handled + 1, isFirst: handled == basicCount)
        delta = 0
        handled += 1
      }
      delta &+= 1
      code &+= 1
    }
    return String(decoding: output, as: UTF8.self)
  }

  private static func append(_ delta: UInt32, bias: UInt32, to output: inout [UInt8]) {
    var (quotient, position) = (delta, base)
    while true {
      let threshold = position <= bias ? 1 : min(26, position - bias)
      guard quotient >= threshold else { break }
      output.append(digit(threshold + (quotient - threshold) % (base - threshold)))
      quotient = (quotient - threshold) / (base - threshold)
      position += base
    }
    output.append(digit(quotient))
  }

  private static func digit(_ value: UInt32) -> UInt8 {
    UInt8(value < 26 ? 0x61 + value : 0x16 + value)
  }

  private static func adapt(_ delta: UInt32, points: UInt32, isFirst: Bool) -> UInt32 {
    var delta = isFirst ? delta / damp : delta / 2
    delta += delta / points
    var position: UInt32 = 0
    while delta > (base - 1) * 26 / 2 {
      delta /= base - 1
      position += base
    }
    return position + base * delta / (delta + skew)
  }
}
