/// Waits until a condition holds that nothing announces: the state of a file or of a process.
///
/// - Returns: false if it does not hold within `limit`.
package func becomesTrue(
  within limit: Duration = .seconds(10), _ condition: () throws -> Bool
) rethrows -> Bool {
  let deadline = ContinuousClock.now + limit
  while try !condition() {
    guard ContinuousClock.now < deadline else { return false }
    _ = Descriptor.wait(-1, within: .milliseconds(2))
  }
  return true
}
