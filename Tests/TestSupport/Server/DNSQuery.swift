/// A query to a name server, and the bytes of its responses.
struct DNSQuery {
  let name: String
  /// Whether it has an OPT record (RFC 6891), the only additional record in a query.
  var hasEDNS: Bool { message[11] == 1 }
  private let message: [UInt8]
  /// The end of the question: name, type and class.
  private let end: Int

  /// Fails for bytes that are not a query.
  init?(_ message: [UInt8]) {
    var labels: [String] = []
    var position = 12
    while position < message.count, message[position] != 0 {
      let next = position + 1 + Int(message[position])
      guard next < message.count else { return nil }
      labels.append(String(decoding: message[(position + 1)..<next], as: UTF8.self))
      position = next
    }
    guard position + 5 <= message.count else { return nil }
    name = labels.joined(separator: ".")
    end = position + 5
    self.message = message
  }

  /// The messages to send, in order.
  func responses(_ reply: NameServer.Reply, overTCP: Bool) -> [[UInt8]] {
    switch reply {
    case .address(let bytes):
      [isForIPv4 ? header(code: 0, answers: 1) + record(bytes) : header(code: 0)]
    case .lasting(let bytes, let seconds):
      [isForIPv4 ? header(code: 0, answers: 1) + record(bytes, seconds: seconds) : header(code: 0)]
    case .address6(let bytes):
      [isForIPv4 ? header(code: 0) : header(code: 0, answers: 1) + record(bytes, type: 28)]
    case .alias(let name, let bytes): [isForIPv4 ? alias(name, bytes) : header(code: 0)]
    case .truncated(let bytes):
      overTCP || !isForIPv4
        ? responses(.address(bytes), overTCP: overTCP) : [header(code: 0, isTruncated: true)]
    case .forged(let bytes):
      isForIPv4
        ? [forged { $0[0] ^= 0xFF }, forged { $0[13] ^= 1 }]
          + responses(.address(bytes), overTCP: overTCP)
        : [header(code: 0)]
    case .ignoringIPv6(let bytes): isForIPv4 ? responses(.address(bytes), overTCP: overTCP) : []
    case .addressWithoutEDNS(let bytes):
      hasEDNS ? [header(code: 1)] : responses(.address(bytes), overTCP: overTCP)
    case .noSuchName: [header(code: 3)]
    case .failure: [header(code: 2)]
    case .refused: [header(code: 5)]
    case .silence: []
    case .garbage(let bytes): [bytes]
    }
  }

  private var isForIPv4: Bool { message[end - 3] == 1 }

  /// A response to another query, with a wrong address.
  private func forged(_ change: (inout [UInt8]) -> Void) -> [UInt8] {
    var message = header(code: 0, answers: 1) + record([127, 9, 9, 9])
    change(&message)
    return message
  }

  /// The query with the header of a response and without records.
  private func header(code: UInt8, answers: UInt8 = 0, isTruncated: Bool = false) -> [UInt8] {
    let flags: [UInt8] = [isTruncated ? 0x83 : 0x81, 0x80 | code]
    return Array(message[0..<2]) + flags + [0, 1, 0, answers, 0, 0, 0, 0] + message[12..<end]
  }

  /// A record of the name in the query; by default it must not be cached.
  private func record(_ bytes: [UInt8], type: UInt8 = 1, seconds: UInt8 = 0) -> [UInt8] {
    [0xC0, 12, 0, type, 0, 1, 0, 0, 0, seconds, 0, UInt8(bytes.count)] + bytes
  }

  /// A CNAME record of the name in the query, and the A record of its target.
  private func alias(_ name: String, _ bytes: [UInt8]) -> [UInt8] {
    var other: [UInt8] = []
    for label in name.split(separator: ".") { other += [UInt8(label.utf8.count)] + label.utf8 }
    other.append(0)
    let address: [UInt8] = [0, 1, 0, 1, 0, 0, 0, 0, 0, UInt8(bytes.count)] + bytes
    return header(code: 0, answers: 2) + record(other, type: 5) + other + address
  }
}
