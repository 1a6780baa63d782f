/// A query to a name server, and the bytes of its response.
struct DNSQuery {
  let name: String
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

  /// The message to send; nil for none.
  func response(_ reply: NameServer.Reply) -> [UInt8]? {
    switch reply {
    case .address(let bytes):
      isForIPv4 ? header(code: 0, answers: 1) + record(bytes) : header(code: 0)
    case .address6(let bytes):
      isForIPv4 ? header(code: 0) : header(code: 0, answers: 1) + record(bytes, type: 28)
    case .noSuchName: header(code: 3)
    case .failure: header(code: 2)
    case .refused: header(code: 5)
    case .silence: nil
    case .garbage(let bytes): bytes
    }
  }

  private var isForIPv4: Bool { message[end - 3] == 1 }

  /// The query with the header of a response and without records.
  private func header(code: UInt8, answers: UInt8 = 0) -> [UInt8] {
    Array(message[0..<2]) + [0x81, 0x80 | code, 0, 1, 0, answers, 0, 0, 0, 0] + message[12..<end]
  }

  /// A record of the name in the query, which must not be cached.
  private func record(_ bytes: [UInt8], type: UInt8 = 1) -> [UInt8] {
    [0xC0, 12, 0, type, 0, 1, 0, 0, 0, 0, 0, UInt8(bytes.count)] + bytes
  }
}
