import Glibc

/// The host of a URL, in the one form in which it is compared and connected.
struct URLHost {
  struct Fault: Error {
    let reason: String
  }

  let name: String
  let isIPv6: Bool

  init(name: String, isIPv6: Bool) {
    self.name = name
    self.isIPv6 = isIPv6
  }

  init(_ bytes: ArraySlice<UInt8>) throws(Fault) {
    if bytes.isEmpty { throw Fault(reason: "the host is empty") }
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
      throw Fault(reason: "character \"\(Character(Unicode.Scalar(bad)))\" in the host")
    }
    guard ascii.utf8.count <= 253,
      ascii.split(separator: ".", omittingEmptySubsequences: false).allSatisfy({
        $0.utf8.count <= 63
      })
    else { throw Fault(reason: "the host is too long (RFC 1035: 253 bytes, 63 a label)") }
    name = try IPv4Notation.canonical(ascii)
  }

  /// The name, when it is one that nothing below would change, as nearly all
  /// are: `example.com`, `127.0.0.1`.
  private static func plainName(_ bytes: ArraySlice<UInt8>) -> String? {
    var label = Label()
    var numbers = 0
    var labels = 1
    for byte in bytes {
      if byte == 0x2E {
        guard label.isPlain else { return nil }
        if label.isOctet { numbers += 1 }
        labels += 1
        label = Label()
      } else {
        label.append(byte)
      }
    }
    guard label.isPlain, bytes.count <= 253 else { return nil }
    let isAddress = label.isOctet && numbers == 3 && labels == 4
    guard isAddress || label.beginsWithLetter else { return nil }
    return String(decoding: bytes, as: UTF8.self)
  }

  /// What matters of one label on the short way.
  private struct Label {
    private var count = 0
    private var digits = 0
    private var value = 0
    private var hasOther = false
    private(set) var beginsWithLetter = false

    mutating func append(_ byte: UInt8) {
      switch byte {
      case 0x30...0x39:
        // A leading 0 would be octal; no octet has four digits.
        if value == 0, digits > 0 { hasOther = true }
        digits += 1
        value = min(value * 10 + Int(byte - 0x30), 1000)
      case 0x61...0x7A: if count == 0 { beginsWithLetter = true }
      case 0x2D: break
      default: hasOther = true
      }
      count += 1
    }

    var isPlain: Bool { (1...63).contains(count) && !hasOther }
    var isOctet: Bool { digits == count && value <= 255 }
  }

  private static func lowercased(_ bytes: ArraySlice<UInt8>) -> String {
    String(decoding: bytes.map { (0x41...0x5A).contains($0) ? $0 | 0x20 : $0 }, as: UTF8.self)
  }

  private static func isHostByte(_ byte: UInt8) -> Bool {
    switch byte {
    case 0x30...0x39, 0x61...0x7A, 0x2D, 0x2E, 0x5F: true
    default: false
    }
  }

  /// Written back by the C library, so that `::1` and `0:0::1` are one host.
  private static func ipv6(_ text: String) throws(Fault) -> String {
    var address = in6_addr()
    var buffer = [CChar](repeating: 0, count: Int(INET6_ADDRSTRLEN))
    guard inet_pton(AF_INET6, text, &address) == 1,
      inet_ntop(AF_INET6, &address, &buffer, socklen_t(INET6_ADDRSTRLEN)) != nil
    else { throw Fault(reason: "\"[\(text)]\" is not an IPv6 address") }
    return String(decoding: buffer.prefix { $0 != 0 }.map(UInt8.init(bitPattern:)), as: UTF8.self)
  }

  private static func punycode(_ bytes: ArraySlice<UInt8>) throws(Fault) -> String {
    guard let text = String(validating: bytes, as: UTF8.self) else {
      throw Fault(reason: "the host is not UTF-8")
    }
    var labels: [String] = []
    for label in text.lowercased().split(separator: ".", omittingEmptySubsequences: false) {
      labels.append(try Punycode.label(label))
    }
    return labels.joined(separator: ".")
  }
}

/// IPv4 as browsers and `inet_aton` read it: `0x7f.1`, `2130706433` and
/// `127.0.0.1` are the same host, so they are written the same way.
enum IPv4Notation {
  /// Returns the dotted form when the last label is numeric (WHATWG URL,
  /// "ends in a number checker"), the name as it is when it is not.
  static func canonical(_ host: String) throws(URLHost.Fault) -> String {
    var labels = host.split(separator: ".", omittingEmptySubsequences: false)
    if labels.count > 1, labels.last == "" { labels.removeLast() }
    guard let last = labels.last, number(last) != nil || last.utf8.allSatisfy(isDigit), last != ""
    else {
      guard host.utf8.first != 0x2E, !host.contains("..") else {
        throw URLHost.Fault(reason: "an empty label in the host")
      }
      return host
    }
    let numbers = labels.map(number)
    guard labels.count <= 4, let value = combine(numbers) else {
      throw URLHost.Fault(reason: "\"\(host)\" is not an IPv4 address")
    }
    return (0..<4).map { String(value >> (24 - 8 * UInt32($0)) & 255) }.joined(separator: ".")
  }

  private static func combine(_ numbers: [UInt64?]) -> UInt32? {
    var value: UInt64 = 0
    for (index, number) in numbers.enumerated() {
      guard let number else { return nil }
      let isLast = index == numbers.count - 1
      let width = UInt64(isLast ? 8 * (5 - numbers.count) : 8)
      guard number < 1 << width else { return nil }
      value = value << width | number
    }
    return UInt32(value)
  }

  private static func number(_ label: Substring) -> UInt64? {
    if label.hasPrefix("0x") {
      return label.count == 2 ? 0 : UInt64(label.dropFirst(2), radix: 16)
    }
    guard !label.isEmpty, label.utf8.allSatisfy(isDigit) else { return nil }
    return label.count > 1 && label.hasPrefix("0") ? UInt64(label, radix: 8) : UInt64(label)
  }

  private static func isDigit(_ byte: UInt8) -> Bool { byte >= 0x30 && byte <= 0x39 }
}
