/// WebP: RIFF chunks, RFC 9649 §2. A frame of an animation holds chunks in
/// turn.
struct WebPChunks: StructureWalker {
  private enum Step { case file, header, frameHeader, key }

  private var step = Step.file
  /// Where the file ends by its own header.
  private var end = 0
  /// Where the animation frame ends that is being read.
  private var frameEnd: Int?
  private var isFirst = true
  private var hasImage = false
  private var hasFrameImage = false
  private var frameCount = 0
  private var type: FourLetters = "    "
  /// Where the chunk after this one begins.
  private var next = 0

  var first: StructureDemand { .field(12, after: 0) }
  var frames: Int { max(frameCount, 1) }

  mutating func take(_ field: StructureField, at offset: Int) -> StructureDemand {
    switch step {
    case .file:
      guard field.code(0) == "RIFF", field.code(8) == "WEBP" else {
        return .fault("no WebP signature")
      }
      end = field.little(4, 4) + 8
      return chunk(at: 12, from: 12)
    case .header: return header(field, at: offset)
    case .frameHeader: return chunk(at: offset + 16, from: offset + 16)
    case .key: return key(field, at: offset)
    }
  }

  func ending(at total: Int) -> StructureEnding {
    if total < end, step != .file {
      return .fault("\(total) bytes of the \(end) that the RIFF header tells")
    }
    return .fault("ends inside the RIFF header")
  }

  /// Goes on at `place`, from `current` on: a chunk's header, or the end of
  /// what holds it.
  private mutating func chunk(at place: Int, from current: Int) -> StructureDemand {
    // What is too short for a chunk at the end is filling.
    if let frameEnd, frameEnd - place < 8 {
      guard hasFrameImage else { return .fault("frame \(frameCount) has no image data") }
      self.frameEnd = nil
      return chunk(at: frameEnd, from: current)
    }
    if frameEnd == nil, end - place < 8 {
      guard hasImage else { return .fault("no image data") }
      return .done(after: max(end - current, 0))
    }
    step = .header
    return .field(8, after: place - current)
  }

  private mutating func header(_ field: StructureField, at offset: Int) -> StructureDemand {
    type = field.code(0)
    let size = field.little(4, 4)
    let dataEnd = offset + 8 + size
    guard dataEnd <= frameEnd ?? end else {
      return .fault("the \(type) chunk is longer than what holds it")
    }
    // §2.3: a byte of padding behind an odd size; some writers leave the last one out.
    next = min(dataEnd + size % 2, frameEnd ?? end)
    if let reason = refusal(size) { return .fault(reason) }
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

  /// Why a chunk may not stand here; nil when it may.
  private func refusal(_ size: Int) -> String? {
    if isFirst, !(type == "VP8 " || type == "VP8L" || type == "VP8X") {
      return "begins with no VP8, VP8L or VP8X chunk"
    }
    switch type {
    case "VP8X": return isFirst && size >= 10 ? nil : "the VP8X chunk is not what it should be"
    case "ANMF": return frameEnd == nil && size >= 16 ? nil : "an impossible ANMF chunk"
    case "VP8 ": return size >= 10 ? nil : "the VP8 chunk is too short"
    case "VP8L": return size >= 5 ? nil : "the VP8L chunk is too short"
    default: return nil
    }
  }

  /// The beginning of the image data: RFC 6386 §9.1, RFC 9649 §3.4.
  private mutating func key(_ field: StructureField, at offset: Int) -> StructureDemand {
    let isKey =
      type == "VP8L" ? field[0] == 0x2F : field[0] & 1 == 0 && field.big(3, 3) == 0x9D012A
    guard isKey else { return .fault("the \(type) chunk holds no image") }
    return chunk(at: next, from: offset + field.count)
  }
}
