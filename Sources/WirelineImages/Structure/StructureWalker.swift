/// Follows the structure of one format: a state machine that is handed bytes
/// and says what it wants next. It keeps no bytes.
protocol StructureWalker: Sendable {
  /// What it wants of an image's beginning.
  var first: StructureDemand { get }

  /// See `ImageStructure.frames`.
  var frames: Int { get }

  /// Takes the field that it demanded.
  ///
  /// - Parameter offset: of the field in the image.
  mutating func take(_ field: StructureField, at offset: Int) -> StructureDemand

  /// Takes bytes of a run, one or more.
  ///
  /// - Returns: nil when all were taken and the run goes on, else how many
  ///   were taken and what is wanted behind them.
  mutating func pass(
    _ bytes: UnsafeRawBufferPointer, at offset: Int
  ) -> (used: Int, next: StructureDemand)?

  /// What it means that the image ends here, while the walker wants more.
  ///
  /// - Parameter total: bytes of the image.
  func ending(at total: Int) -> StructureEnding
}

extension StructureWalker {
  var frames: Int { 1 }

  mutating func pass(
    _ bytes: UnsafeRawBufferPointer, at offset: Int
  ) -> (used: Int, next: StructureDemand)? { nil }
}

/// The walker of what has none.
struct AnyBytes: StructureWalker {
  var first: StructureDemand { .run }

  mutating func take(_ field: StructureField, at offset: Int) -> StructureDemand { .run }

  func ending(at total: Int) -> StructureEnding { .whole }
}
