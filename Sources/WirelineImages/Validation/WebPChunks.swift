internal import WirelineCore

/// WebP: RIFF chunks (RFC 9649 §2). A frame of an animation contains chunks.
struct WebPChunks: StructureValidator {
  private enum Step { case file, header, frameHeader, key }

  private var step = Step.file
  private var end = 0
  private var frameEnd: Int?
  private var isFirst = true
  private var hasImage = false
  private var hasFrameImage = false
  private var frameCount = 0
  private var type = ""
  private var next = 0

  var first: ReadRequest { .field(12, after: 0) }
  var frames: Int { max(frameCount, 1) }

  mutating func read(_ field: ByteReader, at offset: Int) -> ReadRequest {
    switch step {
    case .file:
      guard field.type(0) == "RIFF", field.type(8) == "WEBP" else {
        return .invalid("missing WebP signature")
      }
      end = field.little(4, 4) + 8
      return chunk(at: 12, from: 12)
    case .header: return header(field, at: offset)
    case .frameHeader: return chunk(at: offset + 16, from: offset + 16)
    case .key: return key(field, at: offset)
    }
  }

  func result(at total: Int) -> ValidationResult {
    if total < end, step != .file {
      return .invalid("has \(total) of \(end) bytes")
    }
    return .invalid("ends inside the RIFF header")
  }

  /// Continues at `position`: with the header of a chunk, or at the end of the frame or file.
  private mutating func chunk(at position: Int, from current: Int) -> ReadRequest {
    // Fewer bytes than a chunk at the end are padding.
    if let frameEnd, frameEnd - position < 8 {
      guard hasFrameImage else { return .invalid("frame \(frameCount) has no image data") }
      self.frameEnd = nil
      return chunk(at: frameEnd, from: current)
    }
    if frameEnd == nil, end - position < 8 {
      guard hasImage else { return .invalid("no image data") }
      return .done(after: max(end - current, 0))
    }
    step = .header
    return .field(8, after: position - current)
  }

  private mutating func header(_ field: ByteReader, at offset: Int) -> ReadRequest {
    type = field.type(0)
    let size = field.little(4, 4)
    let dataEnd = offset + 8 + size
    guard dataEnd <= frameEnd ?? end else {
      return .invalid("the \(type.trimmingSpaces) chunk is longer than its parent")
    }
    // §2.3: odd sizes are padded; some encoders leave out the last padding byte.
    next = min(dataEnd + size % 2, frameEnd ?? end)
    if let reason = chunkIssue(size) { return .invalid(reason) }
    isFirst = false
    switch type {
    case "ANMF":
      frameCount += 1
      frameEnd = next
      hasFrameImage = false
      step = .frameHeader
      return .field(16, after: 0)
    case "VP8 ", "VP8L":
      hasImage = true
      hasFrameImage = true
      step = .key
      return .field(type == "VP8L" ? 5 : 10, after: 0)
    default: return chunk(at: next, from: offset + 8)
    }
  }

  /// Why a chunk is invalid here, or nil.
  private func chunkIssue(_ size: Int) -> String? {
    if isFirst, !(type == "VP8 " || type == "VP8L" || type == "VP8X") {
      return "does not begin with a VP8, VP8L or VP8X chunk"
    }
    switch type {
    case "VP8X": return isFirst && size >= 10 ? nil : "invalid VP8X chunk"
    case "ANMF": return frameEnd == nil && size >= 16 ? nil : "invalid ANMF chunk"
    case "VP8 ": return size >= 10 ? nil : "the VP8 chunk is too short"
    case "VP8L": return size >= 5 ? nil : "the VP8L chunk is too short"
    default: return nil
    }
  }

  /// The beginning of the image data (RFC 6386 §9.1, RFC 9649 §3.4).
  private mutating func key(_ field: ByteReader, at offset: Int) -> ReadRequest {
    let isKey =
      type == "VP8L" ? field[0] == 0x2F : field[0] & 1 == 0 && field.big(3, 3) == 0x9D012A
    guard isKey else { return .invalid("no image in the \(type.trimmingSpaces) chunk") }
    return chunk(at: next, from: offset + field.count)
  }
}

/// GIF 87a and 89a: blocks and their sub-blocks up to the trailer.
struct GIFBlocks: StructureValidator {
  private enum Step { case screen, block, extensionLabel, descriptor, codeSize, subBlock, junk }

  private let isStrict: Bool
  private var step = Step.screen
  private(set) var frames = 0

  /// - Parameter isStrict: whether to require the trailer, without which decoders display the
  ///   frames before.
  init(isStrict: Bool = true) { self.isStrict = isStrict }

  var first: ReadRequest { .field(13, after: 0) }

  mutating func read(_ field: ByteReader, at offset: Int) -> ReadRequest {
    switch step {
    case .screen:
      guard field.matches("GIF8") else { return .invalid("missing GIF signature") }
      step = .block
      return .field(1, after: ImageHeader.colorTableBytes(field[10]))
    case .block: return block(field[0])
    case .extensionLabel:
      step = .subBlock
      return .field(1, after: 0)
    case .descriptor:
      guard field.little(4, 2) > 0, field.little(6, 2) > 0 else { return .invalid("empty image") }
      step = .codeSize
      return .field(1, after: ImageHeader.colorTableBytes(field[8]))
    case .codeSize:
      // Appendix F allows 2 to 8 bits; decoders also accept 1.
      guard (1...8).contains(field[0]) else { return .invalid("invalid LZW code size") }
      step = .subBlock
      return .field(1, after: 0)
    case .subBlock:
      if field[0] == 0 { step = .block }
      return .field(1, after: Int(field[0]))
    case .junk: return .run
    }
  }

  func result(at total: Int) -> ValidationResult {
    switch step {
    case .screen: .invalid("ends inside the screen descriptor")
    case .block: frames > 0 && !isStrict ? .complete : .invalid("missing trailer")
    case .extensionLabel: .invalid("ends inside an extension")
    case .descriptor, .codeSize: .invalid("ends inside an image descriptor")
    case .subBlock: .invalid("ends inside the blocks of image \(frames)")
    case .junk: .trailing
    }
  }

  private mutating func block(_ introducer: UInt8) -> ReadRequest {
    switch introducer {
    case 0x21:
      step = .extensionLabel
      return .field(1, after: 0)
    case 0x2C:
      step = .descriptor
      frames += 1
      return .field(9, after: 0)
    case 0x3B: return frames > 0 ? .done(after: 0) : .invalid("no image before the trailer")
    // Some encoders end their sub-blocks twice; all decoders accept it.
    case 0: return .field(1, after: 0)
    default:
      // All frames so far are complete.
      guard frames > 0, !isStrict else { return .invalid("expected a block") }
      step = .junk
      return .run
    }
  }
}
