/// ISO base media files: boxes (ISO/IEC 14496-12 §4.2), and the boxes that each kind of image
/// requires.
struct MediaBoxes: StructureValidator {
  enum Kind: Sendable {
    /// AVIF and HEIF (ISO/IEC 23008-12).
    case imageItems
    /// JPEG 2000 (ISO/IEC 15444-1 Annex I), or a bare codestream.
    case jpeg2000
    /// JPEG XL (ISO/IEC 18181-2), or a bare codestream, which is not validated.
    case jpegXL
  }
  private enum Step { case header, largeSize, rest, partNumber, locations, codestream, afterEnd }

  private let kind: Kind
  private var step = Step.header
  private var boxCount = 0
  private var type: FourLetters = "    "
  /// The end of the current box, where the next header is expected; nil for a box that extends to
  /// the end of the file.
  private var boxEnd: Int? = 0
  private var headerStart = 0
  private var metaEnd: Int?
  private var hasDescription = false
  private var hasData = false
  private var locations = ItemLocations()
  private var codestream = JPEG2000Codestream()

  init(_ kind: Kind) { self.kind = kind }

  var first: ReadRequest { .field(8, after: 0) }

  mutating func read(_ field: StructureField, at offset: Int) -> ReadRequest {
    switch step {
    case .header: return header(field, at: offset)
    case .largeSize:
      return opened(contentAt: offset + 8, size: field.big(0, 8), headerBytes: 16)
    case .partNumber:
      // §9.3: the highest bit is set in the last part.
      if field[0] & 0x80 != 0 { hasData = true }
      return following(from: offset + 4)
    case .locations: return located(locations.read(field, at: offset), from: offset + field.count)
    case .codestream: return coded(codestream.read(field, at: offset), from: offset + field.count)
    case .rest, .afterEnd: return .run
    }
  }

  mutating func scan(
    _ bytes: UnsafeRawBufferPointer, at offset: Int
  ) -> (used: Int, next: ReadRequest)? {
    guard step == .codestream, let (used, next) = codestream.scan(bytes, at: offset) else {
      return nil
    }
    return (used, coded(next, from: offset + used))
  }

  func result(at total: Int) -> ValidationResult {
    let isInside: Bool
    switch step {
    case .header: isInside = metaEnd != nil || total < boxEnd ?? total
    case .rest, .afterEnd: isInside = false
    case .largeSize, .partNumber, .locations, .codestream: isInside = true
    }
    if isInside { return .invalid("ends inside the \(metaEnd == nil ? type : "meta") box") }
    if let missing { return .invalid("ends before \(missing)") }
    if locations.end > total {
      return .invalid("ends at byte \(total), but its items end at byte \(locations.end)")
    }
    let isTrailing = step == .afterEnd || step == .header && total > boxEnd ?? total
    return isTrailing ? .trailing : .complete
  }

  private mutating func header(_ field: StructureField, at offset: Int) -> ReadRequest {
    if boxCount == 0, let bare = bareCodestream(field) { return bare }
    let size = field.big(0, 4)
    let isBox = field.code(4).isPrintable && (size < 2 || size >= 8)
    if !isBox, missing == nil, metaEnd == nil {
      step = .afterEnd
      return .run
    }
    guard isBox else { return .invalid("expected a box") }
    type = field.code(4)
    headerStart = offset
    switch size {
    case 1:
      step = .largeSize
      return .field(8, after: 0)
    case 0: return opened(contentAt: offset + 8, size: nil, headerBytes: 8)
    default: return opened(contentAt: offset + 8, size: size, headerBytes: 8)
    }
  }

  /// The request for a file without boxes; nil if the file has boxes.
  private mutating func bareCodestream(_ field: StructureField) -> ReadRequest? {
    if kind == .jpegXL, field.starts(with: [0xFF, 0x0A]) {
      hasData = true
      hasDescription = true
      boxEnd = nil
      step = .rest
      return .run
    }
    guard kind == .jpeg2000, field.starts(with: JPEG2000Codestream.start) else { return nil }
    hasDescription = true
    type = "jp2c"
    boxEnd = nil
    step = .codestream
    return coded(codestream.read(field, at: 0), from: 8)
  }

  /// - Parameter size: of the whole box; nil if it extends to the end of the file.
  private mutating func opened(
    contentAt content: Int, size: Int?, headerBytes: Int
  ) -> ReadRequest {
    boxCount += 1
    boxEnd = metaEnd
    if let size {
      let (end, isTooLarge) = headerStart.addingReportingOverflow(size)
      guard size >= headerBytes, !isTooLarge else { return .invalid("invalid box size") }
      guard end <= metaEnd ?? end else {
        return .invalid("the \(type) box is longer than its parent")
      }
      boxEnd = end
    }
    if boxCount <= 2, let reason = openingIssue { return .invalid(reason) }
    return entered(contentAt: content)
  }

  /// Why a file must not begin with this box, or nil.
  private var openingIssue: String? {
    let signature: FourLetters
    switch kind {
    case .imageItems:
      return boxCount == 2 || type == "ftyp" ? nil : "does not begin with an ftyp box"
    case .jpeg2000: signature = "jP  "
    case .jpegXL: signature = "JXL "
    }
    if boxCount == 1 { return type == signature && boxEnd == 12 ? nil : "missing signature box" }
    return type == "ftyp" ? nil : "missing ftyp box after the signature"
  }

  private mutating func entered(contentAt content: Int) -> ReadRequest {
    switch (kind, type) {
    case (.imageItems, "meta") where metaEnd == nil:
      hasDescription = true
      guard let boxEnd, boxEnd - content >= 4 else { break }
      // The children follow a version and flags.
      metaEnd = boxEnd
      self.boxEnd = content + 4
    case (.imageItems, "moov"): hasDescription = true
    case (.imageItems, "mdat"), (.imageItems, "idat"): hasData = true
    case (.imageItems, "iloc"):
      step = .locations
      return located(locations.begin(contentAt: content, end: boxEnd), from: content)
    case (.jpeg2000, "jp2h"): hasDescription = true
    case (.jpeg2000, "jp2c") where !hasData:
      step = .codestream
      return codestream.first
    case (.jpegXL, "jxlc"):
      hasDescription = true
      hasData = true
    case (.jpegXL, "jxlp"):
      hasDescription = true
      step = .partNumber
      return .field(4, after: 0)
    default: break
    }
    return following(from: content)
  }

  private mutating func following(from current: Int) -> ReadRequest {
    guard var end = boxEnd else {
      step = .rest
      return .run
    }
    guard end >= current else { return .invalid("the \(type) box is too short") }
    if let metaEnd, metaEnd - end < 8 {
      end = metaEnd
      self.metaEnd = nil
    }
    boxEnd = end
    step = .header
    return .field(8, after: end - current)
  }

  private mutating func located(_ next: ReadRequest?, from current: Int) -> ReadRequest {
    next ?? following(from: current)
  }

  private mutating func coded(_ next: ReadRequest, from current: Int) -> ReadRequest {
    guard case .done = next else { return next }
    hasData = true
    // A bare codestream ends the file.
    return boxCount == 0 ? .done(after: 0) : following(from: current)
  }

  private var missing: String? {
    switch kind {
    case .imageItems: hasDescription ? hasData ? nil : "its data" : "its meta box"
    case .jpeg2000: hasDescription ? hasData ? nil : "its codestream" : "its header box"
    case .jpegXL: hasData ? nil : "the end of its codestream"
    }
  }
}
