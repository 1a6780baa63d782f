internal import WirelineCore

/// Validates the structure of one format: a state machine that requests bytes and stores none.
protocol StructureValidator: Sendable {
  var first: ReadRequest { get }

  var frames: Int { get }

  mutating func read(_ field: ByteReader, at offset: Int) -> ReadRequest

  /// Scans one or more bytes of a run.
  ///
  /// - Returns: nil if the run continues after these bytes, otherwise how many of them belong to
  ///   it and the next request.
  mutating func scan(_ bytes: UnsafeRawBufferPointer) -> (used: Int, next: ReadRequest)?

  /// The result if the image ends after `total` bytes, while a request is open.
  func result(at total: Int) -> ValidationResult
}

extension StructureValidator {
  var frames: Int { 1 }

  mutating func scan(_ bytes: UnsafeRawBufferPointer) -> (used: Int, next: ReadRequest)? { nil }
}

/// The bytes that a validator needs next.
enum ReadRequest: Sendable {
  /// Skips `after` bytes, then passes one or more bytes to `read`.
  case field(Int, after: Int)
  /// Passes all bytes to `scan`.
  case run
  /// The image ends after the given number of bytes.
  case done(after: Int)
  case invalid(String)
}

enum ValidationResult: Sendable, Equatable {
  case complete
  case trailing
  case invalid(String)
}

extension CRC32 {
  mutating func update(_ bytes: ByteReader) { bytes.withUnsafeBytes { update($0) } }
}
