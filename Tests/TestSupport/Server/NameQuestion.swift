/// One question to a name server, and the bytes of its answer.
struct NameQuestion {
  let name: String
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

  /// Empty where there is none.
  func answer(_ reply: NameServer.Reply) -> [UInt8] {
    switch reply {
    case .address(let bytes):
      isForIPv4 ? header(code: 0, answers: 1) + record(bytes) : header(code: 0)
    case .noSuchName: header(code: 3)
    case .failure: header(code: 2)
    case .refused: header(code: 5)
    case .silence: []
    case .garbage(let bytes): bytes
    }
  }

  private var isForIPv4: Bool { message[end - 3] == 1 }

  /// The question with the marks of an answer, and nothing behind it.
  private func header(code: UInt8, answers: UInt8 = 0) -> [UInt8] {
    let flags: [UInt8] = [0x81, 0x80 | code]
    return Array(message[0..<2]) + flags + [0, 1, 0, answers, 0, 0, 0, 0] + message[12..<end]
  }

  /// An A record of the name in the question, good for no time at all.
  private func record(_ bytes: [UInt8]) -> [UInt8] {
    [0xC0, 12, 0, 1, 0, 1, 0, 0, 0, 0, 0, UInt8(bytes.count)] + bytes
  }
}
