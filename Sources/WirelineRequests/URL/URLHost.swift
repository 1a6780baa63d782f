internal import Glibc

/// The canonical host of a URL, used for comparison and connection.
struct URLHost {
  struct Invalid: Error {
    let reason: String
  }

  typealias Bytes = Slice<UnsafeBufferPointer<UInt8>>

  let name: String
  let isIPv6: Bool

  init(_ bytes: Bytes) throws(Invalid) {
    if bytes.isEmpty { throw Invalid(reason: "the host is empty") }
    if bytes.first == 0x5B {
      name = try Self.ipv6(String(decoding: bytes.dropFirst().dropLast(), as: UTF8.self))
      isIPv6 = true
      return
    }
    isIPv6 = false
    if let plain = Self.plainName(bytes) {
      name = plain
      return
    }
    let ascii = bytes.allSatisfy { $0 < 0x80 } ? Self.lowercased(bytes) : try Self.punycode(bytes)
    if let bad = ascii.utf8.first(where: { !Self.isHostByte($0) }) {
      throw Invalid(reason: "character \"\(Character(Unicode.Scalar(bad)))\" in the host")
    }
    guard ascii.utf8.count <= 253,
      ascii.split(separator: ".", omittingEmptySubsequences: false).allSatisfy({
        $0.utf8.count <= 63
      })
    else { throw Invalid(reason: "the host is too long (limit: 253 bytes, 63 per label)") }
    name = try IPv4Notation.canonical(ascii)
  }

  /// Fast path: returns the name if it is already canonical, such as `example.com` or `127.0.0.1`.
  /// A last label that begins with a letter is not a number.
  private static func plainName(_ bytes: Bytes) -> String? {
    var length = 0
    var beginsWithLetter = false
    for byte in bytes {
      switch byte {
      case 0x61...0x7A: if length == 0 { beginsWithLetter = true }
      case 0x30...0x39, 0x2D: if length == 0 { beginsWithLetter = false }
      case 0x2E where (1...63).contains(length): length = -1
      default: return nil
      }
      length += 1
    }
    guard (1...63).contains(length), bytes.count <= 253 else { return nil }
    let name = String(decoding: bytes, as: UTF8.self)
    var ip = in_addr()
    // Passed directly, the name would be copied.
    return beginsWithLetter || name.withCString({ inet_pton(AF_INET, $0, &ip) }) == 1 ? name : nil
  }

  private static func lowercased(_ bytes: Bytes) -> String {
    String(decoding: bytes.map { (0x41...0x5A).contains($0) ? $0 | 0x20 : $0 }, as: UTF8.self)
  }

  private static func isHostByte(_ byte: UInt8) -> Bool {
    switch byte {
    case 0x30...0x39, 0x61...0x7A, 0x2D, 0x2E, 0x5F: true
    default: false
    }
  }

  /// Formatted by the C library, so that `::1` and `0:0::1` are equal.
  private static func ipv6(_ text: String) throws(Invalid) -> String {
    var address = in6_addr()
    var buffer = [CChar](repeating: 0, count: Int(INET6_ADDRSTRLEN))
    guard inet_pton(AF_INET6, text, &address) == 1,
      inet_ntop(AF_INET6, &address, &buffer, socklen_t(INET6_ADDRSTRLEN)) != nil
    else { throw Invalid(reason: "\"[\(text)]\" is not an IPv6 address") }
    return String(decoding: buffer.prefix { $0 != 0 }.map(UInt8.init(bitPattern:)), as: UTF8.self)
  }

  private static func punycode(_ bytes: Bytes) throws(Invalid) -> String {
    guard let text = String(validating: bytes, as: UTF8.self) else {
      throw Invalid(reason: "the host is not UTF-8")
    }
    var labels: [String] = []
    for label in text.lowercased().split(separator: ".", omittingEmptySubsequences: false) {
      labels.append(try Punycode.label(label))
    }
    return labels.joined(separator: ".")
  }
}

/// IPv4 notations that browsers and `inet_aton` accept: `0x7f.1`, `2130706433` and `127.0.0.1` are
/// the same host.
enum IPv4Notation {
  /// Returns the dotted form if the last label is numeric (WHATWG URL, "ends in a number checker"),
  /// or else the name unchanged.
  static func canonical(_ host: String) throws(URLHost.Invalid) -> String {
    let labels = host.split(separator: ".", omittingEmptySubsequences: false)
    let isRooted = labels.count > 1 && labels.last == ""
    guard let last = labels.dropLast(isRooted ? 1 : 0).last, isNumber(last) else {
      guard host.utf8.first != 0x2E, !labels.dropFirst().dropLast().contains("") else {
        throw URLHost.Invalid(reason: "empty label in the host")
      }
      return host
    }
    var address = in_addr()
    guard inet_aton(String(host.dropLast(isRooted ? 1 : 0)), &address) == 1 else {
      throw URLHost.Invalid(reason: "\"\(host)\" is not an IPv4 address")
    }
    return withUnsafeBytes(of: address.s_addr) { $0.map { "\($0)" }.joined(separator: ".") }
  }

  /// Whether a label is a decimal, octal or hexadecimal number, valid or not.
  private static func isNumber(_ label: Substring) -> Bool {
    let isHexadecimal = label.hasPrefix("0x")
    let digits = isHexadecimal ? label.dropFirst(2) : label
    return !label.isEmpty
      && digits.utf8.allSatisfy { 0x30...0x39 ~= $0 || isHexadecimal && 0x61...0x66 ~= $0 }
  }
}

/// Punycode encoding of internationalized host labels, RFC 3492 and RFC 5891.
enum Punycode {
  /// Encodes one lower-case label; an ASCII label is returned unchanged.
  ///
  /// Accepts only letters, digits and marks in normal form, so that no resolver can map the name to
  /// another one or to `.` or `/`.
  static func label(_ label: Substring) throws(URLHost.Invalid) -> String {
    if label.utf8.allSatisfy({ $0 < 0x80 }) { return String(label) }
    let scalars = Array(label.unicodeScalars)
    if let bad = scalars.first(where: { !isAllowed($0) }) {
      throw URLHost.Invalid(reason: "character \"\(bad)\" is not allowed in a host name")
    }
    return "xn--" + encode(scalars.map(\.value))
  }

  private static func isAllowed(_ scalar: Unicode.Scalar) -> Bool {
    if scalar.isASCII { return true }
    // IDNA 2008 preserves these two, unlike case folding.
    if scalar == "ß" || scalar == "ς" { return true }
    if scalar.properties.changesWhenNFKCCaseFolded { return false }
    switch scalar.properties.generalCategory {
    case .lowercaseLetter, .otherLetter, .modifierLetter, .nonspacingMark, .spacingMark,
      .decimalNumber:
      return true
    default: return false
    }
  }

  private static let base: UInt32 = 36
  private static let skew: UInt32 = 38
  private static let damp: UInt32 = 700

  /// RFC 3492 §6.3. Labels are far too short for the overflow of §6.4; wrapping operators rule out
  /// a trap on any other input.
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
