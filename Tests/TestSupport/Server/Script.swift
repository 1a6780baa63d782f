/// What the server does with one request: steps, or several lists of them, one a hit.
package struct Script: Sendable, ExpressibleByStringLiteral {
  /// The steps for the first request to a path, the second, …; the last stands for all that follow.
  let takes: [[Step]]

  private init(takes: [[Step]]) { self.takes = takes }

  /// 200 with this text.
  package init(stringLiteral value: String) { self = .ok(value) }

  package static func steps(_ steps: Step...) -> Script { Script(takes: [steps]) }

  package static func answer(_ answer: Answer, _ delivery: Step.Delivery = .whole) -> Script {
    .steps(.answer(answer, delivery))
  }

  /// One script for the first request to a path, one for the second, …; the last stays.
  package static func sequence(_ scripts: Script...) -> Script {
    Script(takes: scripts.flatMap(\.takes))
  }

  func steps(forHit hit: Int) -> [Step] {
    takes.isEmpty ? [] : takes[min(hit, takes.count) - 1]
  }

  private func map(_ transform: ([Step]) -> [Step]) -> Script {
    Script(takes: takes.map(transform))
  }

  /// After a pause.
  package func after(_ pause: Duration) -> Script { map { [.pause(pause)] + $0 } }

  /// When the server has been asked `count` times in all.
  package func whenAsked(_ count: Int) -> Script { map { [.untilAsked(count)] + $0 } }

  /// When `count` requests have been answered in all.
  package func whenAnswered(_ count: Int) -> Script { map { [.untilAnswered(count)] + $0 } }

  /// When the test opens the gate.
  package func behind(_ gate: Gate) -> Script { map { [.gate(gate)] + $0 } }

  /// With the connection closed afterwards.
  package func closing() -> Script { map { $0 + [.close] } }

  /// With the body going out in small pieces.
  package func dripping(bytes: Int, every pause: Duration) -> Script {
    deliver(.drip(bytes: bytes, every: pause))
  }

  /// With the connection closed after `count` bytes of the body.
  package func cut(after count: Int) -> Script { deliver(.cut(count)) }

  private func deliver(_ delivery: Step.Delivery) -> Script {
    map { steps in
      steps.map { step in
        if case .answer(let answer, _) = step { .answer(answer, delivery) } else { step }
      }
    }
  }
}
