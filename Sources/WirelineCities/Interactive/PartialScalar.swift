/// A scalar of which some bytes of its UTF-8 form have come (RFC 3629 §3).
struct PartialScalar: Equatable, Sendable {
  private var value: UInt32
  private var missing: Int
  /// The smallest value that needs this many bytes.
  private let smallest: UInt32

  /// - Parameter lead: nil results for a byte that begins no scalar of more than one byte.
  init?(lead: UInt8) {
    switch lead {
    case 0xC2...0xDF: (value, missing, smallest) = (UInt32(lead & 0x1F), 1, 0x80)
    case 0xE0...0xEF: (value, missing, smallest) = (UInt32(lead & 0x0F), 2, 0x800)
    case 0xF0...0xF4: (value, missing, smallest) = (UInt32(lead & 0x07), 3, 0x1_0000)
    default: return nil
    }
  }

  enum Step: Equatable {
    /// More bytes are missing.
    case incomplete
    /// The last byte; nil for what UTF-8 does not allow: a longer form than needed, a surrogate.
    case complete(Unicode.Scalar?)
    /// No byte of this scalar: what came of it is lost, the byte begins something else.
    case broken
  }

  mutating func append(_ byte: UInt8) -> Step {
    guard byte & 0xC0 == 0x80 else { return .broken }
    value = value << 6 | UInt32(byte & 0x3F)
    missing -= 1
    if missing > 0 { return .incomplete }
    return .complete(value < smallest ? nil : Unicode.Scalar(value))
  }
}
