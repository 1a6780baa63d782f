internal import WirelineCore

/// PNG and APNG: chunks with checksums (PNG 3rd edition §5).
struct PNGChunks: StructureValidator {
  private enum Step { case signature, header, imageHeader, frameNumber, data, sum }
  private enum ImageData { case none, open, closed }

  /// §5.3: lengths must not exceed 2³¹ − 1.
  private static let maximumLength = 0x7FFF_FFFF

  private let isStrict: Bool
  private var step = Step.signature
  private var type = ""
  private var remaining = 0
  private var crc = CRC32()
  /// §11.2.1: 0, 2, 3, 4 or 6; nil before IHDR.
  private var colourType: UInt8?
  private var hasPalette = false
  private var imageData = ImageData.none
  private var animation = PNGAnimation()

  /// - Parameter isStrict: whether to report errors that decoders ignore: the CRC of a chunk
  ///   without image data, and a palette in a greyscale image.
  init(isStrict: Bool = true) { self.isStrict = isStrict }

  var first: ReadRequest { .field(8, after: 0) }
  var frames: Int { animation.isValid ? max(animation.frames, 1) : 1 }

  mutating func read(_ field: ByteReader, at offset: Int) -> ReadRequest {
    switch step {
    case .signature:
      guard field.big(0, 4) == 0x8950_4E47, field.big(4, 4) == 0x0D0A_1A0A else {
        return .invalid("missing PNG signature")
      }
      step = .header
      return .field(8, after: 0)
    case .header: return header(field)
    case .imageHeader: return imageHeader(field)
    case .frameNumber: return frameNumber(field)
    case .sum: return sum(field.big(0, 4))
    case .data: return .run
    }
  }

  mutating func scan(_ bytes: UnsafeRawBufferPointer) -> (used: Int, next: ReadRequest)? {
    let used = min(remaining, bytes.count)
    crc.update(UnsafeRawBufferPointer(rebasing: bytes[..<used]))
    remaining -= used
    guard remaining == 0 else { return nil }
    step = .sum
    return (used, .field(4, after: 0))
  }

  func result(at total: Int) -> ValidationResult {
    switch step {
    case .signature: .invalid("ends inside the signature")
    case .header: .invalid("ends before IEND")
    default: .invalid("ends inside the \(type) chunk")
    }
  }

  private mutating func header(_ field: ByteReader) -> ReadRequest {
    type = field.type(4)
    remaining = field.big(0, 4)
    crc = CRC32()
    crc.update(field.part(4))
    if let reason = chunkIssue(type, remaining) { return .invalid(reason) }
    didRead(type)
    if type == "IHDR" {
      step = .imageHeader
      return .field(17, after: 0)
    }
    if animation.wants(type, length: remaining) {
      step = .frameNumber
      return .field(4, after: 0)
    }
    return data()
  }

  private mutating func data() -> ReadRequest {
    step = remaining == 0 ? .sum : .data
    return remaining == 0 ? .field(4, after: 0) : .run
  }

  /// Why a chunk is invalid here, or nil.
  private func chunkIssue(_ type: String, _ length: Int) -> String? {
    guard type.utf8.allSatisfy({ 0x41...0x5A ~= $0 & ~0x20 }) else { return "expected a chunk" }
    if length > Self.maximumLength { return "invalid length of the \(type) chunk" }
    guard let colourType else {
      // Apple's variant has a chunk before IHDR.
      let isFirst = type == "IHDR" && length == 13 || type == "CgBI"
      return isFirst ? nil : "does not begin with an IHDR chunk"
    }
    switch type {
    case "IHDR": return "duplicate IHDR chunk"
    case "PLTE": return paletteIssue(colourType, length)
    case "IDAT":
      if colourType == 3, !hasPalette { return "missing palette before the image data" }
      return imageData == .closed ? "the IDAT chunks are not consecutive" : nil
    case "IEND":
      if imageData == .none { return "missing IDAT chunk" }
      return length == 0 ? nil : "IEND chunk is not empty"
    default: return isAncillary(type) ? nil : "unknown critical chunk \(type)"
    }
  }

  /// §11.2.2.
  private func paletteIssue(_ colourType: UInt8, _ length: Int) -> String? {
    if hasPalette { return "duplicate PLTE chunk" }
    if imageData != .none { return "PLTE chunk after the image data" }
    if colourType == 0 || colourType == 4 {
      return isStrict ? "palette in a greyscale image" : nil
    }
    return (3...768).contains(length) && length % 3 == 0 ? nil : "invalid length of the PLTE chunk"
  }

  private mutating func didRead(_ type: String) {
    switch type {
    case "IDAT":
      imageData = .open
      animation.didReadImageData()
    case "PLTE": hasPalette = true
    default: break
    }
    if type != "IDAT", imageData == .open { imageData = .closed }
  }

  private mutating func imageHeader(_ field: ByteReader) -> ReadRequest {
    crc.update(field.part(0, to: 13))
    let depths: [UInt8]
    switch field[9] {
    case 0: depths = [1, 2, 4, 8, 16]
    case 3: depths = [1, 2, 4, 8]
    case 2, 4, 6: depths = [8, 16]
    default: depths = []
    }
    colourType = field[9]
    let next = sum(field.big(13, 4))
    guard case .field = next else { return next }
    let sides = [field.big(0, 4), field.big(4, 4)]
    guard sides.allSatisfy({ (1...Self.maximumLength).contains($0) }) else {
      return .invalid("invalid image size in the IHDR chunk")
    }
    guard depths.contains(field[8]), field[10] == 0, field[11] == 0, field[12] <= 1 else {
      return .invalid("invalid values in the IHDR chunk")
    }
    return next
  }

  private mutating func frameNumber(_ field: ByteReader) -> ReadRequest {
    crc.update(field)
    remaining -= 4
    let isBefore = imageData == .none
    let reason = animation.read(field.big(0, 4), of: type, isBeforeImage: isBefore)
    return reason.map { .invalid($0) } ?? data()
  }

  private mutating func sum(_ stored: Int) -> ReadRequest {
    guard stored == Int(crc.value) || !isStrict && isSkippable else {
      return .invalid("wrong CRC of the \(type) chunk")
    }
    if type == "IEND" { return animation.finalIssue.map { .invalid($0) } ?? .done(after: 0) }
    step = .header
    return .field(8, after: 0)
  }

  /// Whether a decoder may skip the chunk: bit 5 of its first letter is set (§5.4).
  private func isAncillary(_ type: String) -> Bool { type.utf8.first.map { $0 & 0x20 } == 0x20 }

  /// Whether decoders skip the chunk if its CRC is wrong, without an effect on the pixels.
  private var isSkippable: Bool { isAncillary(type) && !PNGAnimation.contains(type) }
}

/// The animation chunks of a PNG (PNG 3rd edition §4.9, §11.3.6).
private struct PNGAnimation: Sendable {
  /// Whether decoders play an animation: acTL occurs once, before the image data, with a valid
  /// number of frames.
  private(set) var isValid = false
  private(set) var frames = 0

  private var announced = 0
  private var isAnnouncedBefore = false
  private var sequence = 0
  private var hasFrameData = true
  /// The first error of the frames. It only matters if there is an animation, and acTL may follow
  /// the control chunk of the first frame.
  private var issue: String?

  static func contains(_ type: String) -> Bool {
    type == "acTL" || type == "fcTL" || type == "fdAT"
  }

  /// Whether `read` needs the first four bytes of a chunk of this type and length.
  func wants(_ type: String, length: Int) -> Bool { length >= 4 && Self.contains(type) }

  /// Reads the first four bytes of a chunk and returns the first error.
  mutating func read(_ number: Int, of type: String, isBeforeImage: Bool) -> String? {
    if type == "acTL" {
      isValid = isBeforeImage && !isAnnouncedBefore && (1...0x7FFF_FFFF).contains(number)
      isAnnouncedBefore = true
      announced = number
    } else {
      issue = issue ?? frameIssue(number, type)
    }
    return isValid ? issue : nil
  }

  private mutating func frameIssue(_ number: Int, _ type: String) -> String? {
    guard number == sequence else { return "wrong sequence number of a frame" }
    sequence += 1
    if type == "fdAT" {
      hasFrameData = true
      return frames > 0 ? nil : "frame data before a frame control chunk"
    }
    guard hasFrameData else { return missingData }
    frames += 1
    hasFrameData = false
    return nil
  }

  /// Notes an IDAT chunk, which is the data of a frame if a frame control chunk precedes it.
  mutating func didReadImageData() { hasFrameData = true }

  var finalIssue: String? {
    guard isValid else { return nil }
    if !hasFrameData { return missingData }
    return frames < announced ? "only \(frames) of \(announced) frames" : nil
  }

  private var missingData: String { "frame \(frames) has no data" }
}
