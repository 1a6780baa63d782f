extension Duration {
  /// The time after which a test stops waiting for an event that must occur, and fails.
  ///
  /// It ends tests that hang. No machine is so slow that it needs this long for one step.
  package static let limit = Duration.seconds(600)
}
