/// AVIF and HEIF: the boxes of the file (ISO/IEC 14496-12 §4.2), without those inside them.
struct MediaBoxes: StructureValidator {
  private enum Step { case header, largeSize, rest, junk }

  private var step = Step.header
  private var type = "ftyp"
  /// The end of the current box, where the next header is expected.
  private var end = 0
  /// Whether the file has a `meta` box, or the `moov` box of a sequence.
  private var hasDescription = false
  private var hasData = false

  var first: ReadRequest { .field(8, after: 0) }

  mutating func read(_ field: ByteReader, at offset: Int) -> ReadRequest {
    step == .largeSize
      ? content(at: offset + 8, size: field.big(0, 8), headerBytes: 16)
      : header(field, at: offset)
  }

  func result(at total: Int) -> ValidationResult {
    let isInHeader = step == .header && total > end
    if step == .largeSize || step == .header && total < end {
      return .invalid("ends inside the \(type) box")
    }
    if isInHeader, !canEnd { return .invalid("ends inside a box header") }
    // The data of a small image may be in its meta box.
    if !hasDescription { return .invalid("ends before its meta box") }
    return step == .junk || isInHeader ? .trailing : .complete
  }

  /// Whether bytes that are not a box are data after the image.
  private var canEnd: Bool { hasDescription && hasData }

  private mutating func header(_ field: ByteReader, at offset: Int) -> ReadRequest {
    let size = field.big(0, 4)
    guard field.type(4) != "?", size < 2 || size >= 8 else {
      if !canEnd { return .invalid("expected a box") }
      step = .junk
      return .run
    }
    type = field.type(4)
    if offset == 0, type != "ftyp" { return .invalid("does not begin with an ftyp box") }
    if type == "meta" || type == "moov" { hasDescription = true }
    if type == "mdat" { hasData = true }
    switch size {
    // The box extends to the end of the file.
    case 0:
      step = .rest
      return .run
    case 1:
      step = .largeSize
      return .field(8, after: 0)
    default: return content(at: offset + 8, size: size, headerBytes: 8)
    }
  }

  private mutating func content(at start: Int, size: Int, headerBytes: Int) -> ReadRequest {
    guard size >= headerBytes else { return .invalid("invalid box size") }
    end = start + size - headerBytes
    step = .header
    return .field(8, after: size - headerBytes)
  }
}
