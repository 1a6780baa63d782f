/// What a walker wants of the bytes that come next.
enum StructureDemand: Sendable {
  /// Passes `after` bytes over unseen, then hands as many bytes, 1 or more, in
  /// one piece to `take`.
  case field(Int, after: Int)
  /// Hands whatever comes to `pass`.
  case run
  /// The image is over after so many bytes more.
  case done(after: Int)
  /// The image is damaged.
  case fault(String)
}

/// What the end of the bytes means to a walker.
enum StructureEnding: Sendable, Equatable {
  case whole
  /// Whole, with bytes behind it that do not belong to it.
  case trailing
  case fault(String)
}
