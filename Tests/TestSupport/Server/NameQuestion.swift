/// One question to a name server, and the bytes of its answer.
struct NameQuestion {
  let name: String
  /// Whether it has an OPT record, RFC 6891, which is the only one that a query adds.
  var hasEDNS: Bool { message[11] == 1 }
  private let message: [UInt8]
  /// Where the question ends: behind name, type and class.
  private let end: Int

  /// - Returns: nil for bytes that are no question.
  init?(_ message: [UInt8]) {
    var labels: [String] = []
    var place = 12
    while place < message.count, message[place] != 0 {
      let next = place + 1 + Int(message[place])
      guard next < message.count else { return nil }
      labels.append(String(decoding: message[(place + 1)..<next], as: UTF8.self))
      place = next
    }
    guard place + 5 <= message.count else { return nil }
    name = labels.joined(separator: ".")
    end = place + 5
    self.message = message
  }

  /// The messages to send, in order; none for silence.
  func answers(_ reply: NameServer.Reply, overTCP: Bool) -> [[UInt8]] {
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
        ? answers(.address(bytes), overTCP: overTCP) : [header(code: 0, isTruncated: true)]
    case .lies(let bytes):
      isForIPv4
        ? [lie { $0[0] ^= 0xFF }, lie { $0[13] ^= 1 }] + answers(.address(bytes), overTCP: overTCP)
        : [header(code: 0)]
    case .silentAboutIPv6(let bytes): isForIPv4 ? answers(.address(bytes), overTCP: overTCP) : []
    case .addressWithoutEDNS(let bytes):
      hasEDNS ? [header(code: 1)] : answers(.address(bytes), overTCP: overTCP)
    case .noSuchName: [header(code: 3)]
    case .failure: [header(code: 2)]
    case .refused: [header(code: 5)]
    case .silence: []
    case .garbage(let bytes): [bytes]
    }
  }

  private var isForIPv4: Bool { message[end - 3] == 1 }

  /// A response with a wrong address to a question that nobody asked.
  private func lie(_ change: (inout [UInt8]) -> Void) -> [UInt8] {
    var message = header(code: 0, answers: 1) + record([127, 9, 9, 9])
    change(&message)
    return message
  }

  /// The question with the marks of an answer, and nothing behind it.
  private func header(code: UInt8, answers: UInt8 = 0, isTruncated: Bool = false) -> [UInt8] {
    let flags: [UInt8] = [isTruncated ? 0x83 : 0x81, 0x80 | code]
    return Array(message[0..<2]) + flags + [0, 1, 0, answers, 0, 0, 0, 0] + message[12..<end]
  }

  /// A record of the name in the question, good for no time at all.
  private func record(_ bytes: [UInt8], type: UInt8 = 1, seconds: UInt8 = 0) -> [UInt8] {
    [0xC0, 12, 0, type, 0, 1, 0, 0, 0, seconds, 0, UInt8(bytes.count)] + bytes
  }

  /// A CNAME record of the name in the question, and the A record of what it leads to.
  private func alias(_ name: String, _ bytes: [UInt8]) -> [UInt8] {
    var other: [UInt8] = []
    for label in name.split(separator: ".") { other += [UInt8(label.utf8.count)] + label.utf8 }
    other.append(0)
    let address: [UInt8] = [0, 1, 0, 1, 0, 0, 0, 0, 0, UInt8(bytes.count)] + bytes
    return header(code: 0, answers: 2) + record(other, type: 5) + other + address
  }
}
