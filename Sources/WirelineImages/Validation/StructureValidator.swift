internal import CZlib

/// Validates the structure of one format: a state machine that requests bytes and stores none.
protocol StructureValidator: Sendable {
  var first: ReadRequest { get }

  var frames: Int { get }

  mutating func read(_ field: StructureField, at offset: Int) -> ReadRequest

  /// Scans one or more bytes of a run.
  ///
  /// - Returns: nil if the run continues after these bytes, otherwise how many of them belong to
  ///   it and the next request.
  mutating func scan(
    _ bytes: UnsafeRawBufferPointer, at offset: Int
  ) -> (used: Int, next: ReadRequest)?

  /// The result if the image ends after `total` bytes, while a request is open.
  func result(at total: Int) -> ValidationResult
}

extension StructureValidator {
  var frames: Int { 1 }

  /// Scans one or more bytes of a run.
  ///
  /// - Returns: nil if the run continues after these bytes, otherwise how many of them belong to
  ///   it and the next request.
  mutating func scan(
    _ bytes: UnsafeRawBufferPointer, at offset: Int
  ) -> (used: Int, next: ReadRequest)? { nil }
}

/// The bytes that a validator needs next.
enum ReadRequest: Sendable {
  /// Skips `after` bytes, then passes at least one byte, contiguously, to `read`.
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

/// The bytes of a field, valid during one call.
///
/// Reading past the end returns zeros: a field has the size that its validator requested.
struct StructureField {
  private let bytes: UnsafeRawBufferPointer

  init(_ bytes: UnsafeRawBufferPointer) { self.bytes = bytes }

  var count: Int { bytes.count }

  subscript(offset: Int) -> UInt8 {
    offset >= 0 && offset < bytes.count ? bytes[offset] : 0
  }

  /// An unsigned big-endian number of up to 8 bytes, clamped to `Int.max`.
  func big(_ offset: Int, _ count: Int) -> Int {
    var value: UInt64 = 0
    for position in offset..<(offset + count) { value = value << 8 | UInt64(self[position]) }
    return Int(clamping: value)
  }

  /// An unsigned little-endian number of up to 8 bytes, clamped to `Int.max`.
  func little(_ offset: Int, _ count: Int) -> Int {
    var value: UInt64 = 0
    for position in (offset..<(offset + count)).reversed() {
      value = value << 8 | UInt64(self[position])
    }
    return Int(clamping: value)
  }

  func code(_ offset: Int) -> FourLetters {
    FourLetters(
      (offset..<(offset + 4)).reduce(0) { value, position in value << 8 | UInt32(self[position]) })
  }

  func starts(with prefix: [UInt8]) -> Bool { bytes.starts(with: prefix) }

  func feed(_ range: Range<Int>, to crc: inout CRC32) {
    crc.update(UnsafeRawBufferPointer(rebasing: bytes[range.clamped(to: 0..<bytes.count)]))
  }
}

/// The CRC-32 of PNG, gzip and zip.
struct CRC32: Sendable, Equatable {
  private(set) var value: UInt32 = 0

  mutating func update(_ bytes: UnsafeRawBufferPointer) {
    guard let start = bytes.baseAddress?.assumingMemoryBound(to: UInt8.self) else { return }
    value = UInt32(truncatingIfNeeded: crc32_z(UInt(value), start, bytes.count))
  }
}
