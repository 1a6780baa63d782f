/// Polls a condition that does not notify, such as the state of a file or a process.
///
/// - Returns: false after a timeout.
package func becomesTrue(_ condition: () throws -> Bool) rethrows -> Bool {
  let deadline = ContinuousClock.now + .limit
  while try !condition() {
    guard ContinuousClock.now < deadline else { return false }
    _ = Descriptor.wait(-1, within: .milliseconds(2))
  }
  return true
}
