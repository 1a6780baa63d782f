import Glibc

/// The steps with which the server handles the requests to a path.
package struct Script: Sendable, ExpressibleByStringLiteral {
  /// The steps for the first request to a path, the second, and so on. The last list applies to all
  /// further requests.
  let sequences: [[Step]]

  private init(sequences: [[Step]]) { self.sequences = sequences }

  /// 200 with this text.
  package init(stringLiteral value: String) { self = .ok(value) }

  package static func steps(_ steps: Step...) -> Script { .steps(steps) }

  package static func steps(_ steps: [Step]) -> Script { Script(sequences: [steps]) }

  package static func answer(_ answer: ServedResponse, _ delivery: Step.Delivery = .whole) -> Script
  {
    .steps(.answer(answer, delivery))
  }

  /// A script for the first request to a path, one for the second, and so on. The last script
  /// applies to all further requests.
  package static func sequence(_ scripts: Script...) -> Script {
    Script(sequences: scripts.flatMap(\.sequences))
  }

  func steps(forHit hit: Int) -> [Step] {
    sequences.isEmpty ? [] : sequences[min(hit, sequences.count) - 1]
  }

  private func map(_ transform: ([Step]) -> [Step]) -> Script {
    Script(sequences: sequences.map(transform))
  }

  /// Waits first.
  package func after(_ pause: Duration) -> Script { map { [.pause(pause)] + $0 } }

  /// Waits until the server has received `count` requests in total.
  package func afterRequests(_ count: Int) -> Script { map { [.awaitRequests(count)] + $0 } }

  /// Waits until the test opens the gate.
  package func behind(_ gate: Gate) -> Script { map { [.gate(gate)] + $0 } }

  /// Closes the connection afterwards.
  package func closing() -> Script { map { $0 + [.close] } }

  /// Sends the body in small pieces.
  package func dripping(bytes: Int, every pause: Duration) -> Script {
    deliver(.drip(bytes: bytes, every: pause))
  }

  /// Closes the connection after `count` bytes of the body.
  package func cut(after count: Int) -> Script { deliver(.cut(count)) }

  private func deliver(_ delivery: Step.Delivery) -> Script {
    map { steps in
      steps.map { step in
        if case .answer(let answer, _) = step { .answer(answer, delivery) } else { step }
      }
    }
  }
}

extension Script {
  /// 200 with a text.
  package static func ok(_ text: String, headers: KeyValuePairs<String, String> = [:]) -> Script {
    status(200, text, headers: headers)
  }

  /// 200 with JSON.
  package static func ok(json: String) -> Script { ok(Array(json.utf8), type: "application/json") }

  /// 200 with bytes.
  package static func ok(_ bytes: [UInt8], type: String) -> Script {
    .answer(ServedResponse(headers: ["Content-Type": type], body: bytes))
  }

  /// Any status with a text.
  package static func status(
    _ status: Int, _ text: String = "", headers: KeyValuePairs<String, String> = [:]
  ) -> Script {
    var answer = ServedResponse(status: status, headers: headers, body: Array(text.utf8))
    answer.headers.append(("Content-Type", "text/plain; charset=utf-8"))
    return .answer(answer)
  }

  package static func redirect(to location: String, status: Int = 302) -> Script {
    .status(status, "elsewhere", headers: ["Location": location])
  }

  /// 200 with an encoded body (see `Gzip`) and its `Content-Encoding`.
  package static func encoded(_ encoding: String, _ bytes: [UInt8], type: String = "text/plain")
    -> Script
  {
    .answer(
      ServedResponse(headers: ["Content-Type": type, "Content-Encoding": encoding], body: bytes))
  }

  /// The connection closes before the declared number of bytes.
  package static func truncated(_ text: String, declared: Int) -> Script {
    let headers: KeyValuePairs = ["Content-Length": "\(declared)"]
    return Script.answer(ServedResponse(headers: headers, body: Array(text.utf8))).closing()
  }

  /// Only these bytes; then the connection closes.
  package static func raw(_ text: String) -> Script { .steps(.write(Array(text.utf8)), .close) }

  /// No response.
  package static let idle = Script.steps(.idle)
  /// The connection closes without a response.
  package static let hangUp = Script.steps(.close)
  /// The connection is reset.
  package static let reset = Script.steps(.reset)
}

/// An action of the server on a connection.
package enum Step: Sendable {
  /// Sends a response.
  case answer(ServedResponse, Delivery = .whole)
  /// Sends these bytes.
  case write([UInt8])
  /// Sends `bytes` bytes at a time, with a pause after each piece.
  case drip([UInt8], bytes: Int, every: Duration)
  /// Sends `count` copies of a byte.
  case flood(UInt8, count: Int)
  case pause(Duration)
  /// Waits until the server has received this number of requests.
  case awaitRequests(Int)
  /// Waits until the test opens the gate.
  case gate(Gate)
  /// Reads the body of the request, if the server has not done so.
  case readBody
  /// Sends nothing until the client disconnects.
  case idle
  /// Sends FIN and continues to read.
  case halfClose
  /// Sends RST: `SO_LINGER` 0 and close.
  case reset
  /// Closes the connection.
  case close

  /// The way in which the body of a response is sent.
  package enum Delivery: Sendable {
    case whole
    /// `bytes` bytes at a time, with a pause after each piece.
    case drip(bytes: Int, every: Duration)
    /// Only this number of bytes; then the connection closes.
    case cut(Int)
  }
}

/// Holds responses back until the test opens it.
package final class Gate: Sendable {
  /// At its end, and therefore readable, once the gate is open.
  private let opened: Int32
  private let opener: Monitor<Int32?>

  package init() throws {
    let (read, write) = try Descriptor.pipe()
    opened = read
    opener = Monitor(write)
  }

  deinit {
    open()
    close(opened)
  }

  package func open() {
    opener.withLock {
      if let end = $0 { close(end) }
      $0 = nil
    }
  }

  /// Waits until the gate is open.
  ///
  /// - Returns: false if `stop` becomes readable first.
  func pass(unless stop: Int32) -> Bool {
    Descriptor.wait(opened, stop: stop, within: .limit) == .ready
  }
}
