internal import Glibc

/// JPEG: marker segments and entropy-coded data (ITU-T T.81 Annex B).
struct JPEGSegments: StructureValidator {
  private enum Step { case marker, code, length, parameters, scan, gap }

  private var step = Step.marker
  private var code: UInt8 = 0
  private var remaining = 0
  private var hasImage = false
  private var hasFrame = false
  private var hasScan = false
  /// Whether the file is JPEG-LS, which stuffs bits instead of bytes (ITU-T T.87 §A.1).
  private var isLossless = false
  /// MCUs between restart markers, or 0 (T.81 §B.2.4.4).
  private var restartInterval = 0
  private var restarts = 0
  /// Whether the previous chunk ended with 0xFF.
  private var isMarkerOpen = false

  var first: ReadRequest { .field(2, after: 0) }

  mutating func read(_ field: ByteReader, at offset: Int) -> ReadRequest {
    switch step {
    case .marker:
      if !hasImage, field.big(0, 2) != 0xFFD8 { return .invalid("missing start-of-image marker") }
      if field[0] == 0xFF, field[1] > 0 { return marker(field[1]) }
      // Decoders skip other bytes before a marker, and some cameras rely on it.
      isMarkerOpen = field[1] == 0xFF
      step = .gap
      return .run
    case .code: return marker(field[0])
    case .length: return segment(field)
    case .parameters: return parameters(field)
    case .scan, .gap: return .run
    }
  }

  func result(at total: Int) -> ValidationResult {
    switch step {
    case .scan: .invalid("missing end-of-image marker")
    case .marker, .code, .gap:
      .invalid(hasScan ? "missing end-of-image marker" : "ends before the image data")
    default: .invalid("ends inside the segment of marker \(Self.name(code))")
    }
  }

  /// Finds the marker that ends the entropy-coded data or a gap.
  mutating func scan(_ bytes: UnsafeRawBufferPointer) -> (used: Int, next: ReadRequest)? {
    guard let start = bytes.baseAddress else { return nil }
    var position = 0
    while position < bytes.count {
      if !isMarkerOpen {
        guard let found = memchr(start + position, 0xFF, bytes.count - position) else { return nil }
        position = UnsafeRawPointer(found) - start + 1
        isMarkerOpen = true
        continue
      }
      let byte = bytes[position]
      position += 1
      // §B.1.1.2: any number of fill bytes 0xFF may precede a marker.
      if byte == 0xFF { continue }
      isMarkerOpen = false
      if byte == 0 || isLossless && byte < 0x80 { continue }
      if (0xD0...0xD7).contains(byte) {
        guard isExpectedRestart(byte) else {
          return (position, .invalid("missing restart markers"))
        }
        continue
      }
      return (position, marker(byte))
    }
    return nil
  }

  /// Restart markers count from 0 to 7 repeatedly, starting with each scan (§B.2.1). If one is
  /// missing, a part of the image is lost.
  private mutating func isExpectedRestart(_ byte: UInt8) -> Bool {
    guard restartInterval > 0 else { return true }
    guard Int(byte & 7) == restarts else { return false }
    restarts = (restarts + 1) % 8
    return true
  }

  private mutating func marker(_ code: UInt8) -> ReadRequest {
    self.code = code
    step = .marker
    switch code {
    case 0xFF:
      step = .code
      return .field(1, after: 0)
    case 0xD8:
      if hasImage { return .invalid("second image before the end-of-image marker") }
      hasImage = true
      return .field(2, after: 0)
    case 0xD9:
      return hasScan ? .done(after: 0) : .invalid("no image data before the end-of-image marker")
    // TEM, and restart markers outside of a scan, which decoders skip.
    case 0x01, 0xD0...0xD7: return .field(2, after: 0)
    case 0x00, 0x02...0xBF: return .invalid("invalid marker \(Self.name(code))")
    default:
      step = .length
      return .field(2, after: 0)
    }
  }

  private mutating func segment(_ field: ByteReader) -> ReadRequest {
    let length = field.big(0, 2) - 2
    guard length >= 0 else {
      return .invalid("invalid length of marker \(Self.name(code))")
    }
    guard let wanted = Self.parameterBytes(code, of: length) else {
      step = .marker
      return .field(2, after: length)
    }
    guard (1...length).contains(wanted) else {
      return .invalid("invalid length of marker \(Self.name(code))")
    }
    remaining = length - wanted
    step = .parameters
    return .field(wanted, after: 0)
  }

  /// The number of bytes to read of a segment; 0 if its length is invalid, nil to skip it.
  private static func parameterBytes(_ code: UInt8, of length: Int) -> Int? {
    switch code {
    // §B.2.2: 6 bytes, and 3 for each component.
    case _ where ImageHeader.isFrame(code): length >= 9 && length % 3 == 0 ? 6 : 0
    // §B.2.3: 4 bytes, and 2 for each of up to 4 components.
    case 0xDA: (6...12).contains(length) && length % 2 == 0 ? length : 0
    case 0xDD: length == 2 ? 2 : 0
    default: nil
    }
  }

  private mutating func parameters(_ field: ByteReader) -> ReadRequest {
    switch code {
    case 0xDA: return scanHeader(field)
    case 0xDD: restartInterval = field.big(0, 2)
    default:
      if hasFrame { return .invalid("duplicate frame header") }
      guard field.big(3, 2) > 0, remaining == 3 * Int(field[5]) else {
        return .invalid("invalid frame header")
      }
      hasFrame = true
      isLossless = code == 0xF7
    }
    step = .marker
    return .field(2, after: remaining)
  }

  private mutating func scanHeader(_ field: ByteReader) -> ReadRequest {
    guard hasFrame else { return .invalid("image data before the frame header") }
    guard field.count == 4 + 2 * Int(field[0]) else {
      return .invalid("invalid scan header")
    }
    hasScan = true
    restarts = 0
    isMarkerOpen = false
    step = .scan
    return .run
  }

  private static func name(_ code: UInt8) -> String {
    String(0xFF00 | UInt16(code), radix: 16, uppercase: true)
  }
}
