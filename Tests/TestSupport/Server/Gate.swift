/// Holds answers back until the test lets them go.
package final class Gate: Sendable {
  private let opened = Monitor(false)

  package init() {}

  package func open() { opened.withLock { $0 = true } }

  /// - Returns: false if it was not opened in time.
  package func pass(within limit: Duration) -> Bool { opened.wait(within: limit) { $0 } }
}
