/// The extent of the checks of an image, beyond its format and size.
enum ValidationLevel: String, Sendable, CaseIterable {
  case none
  /// Also that the header is complete.
  case header
  /// Also the structure of the whole file, except errors that decoders ignore.
  case auto
  /// Also these errors.
  case structure
}

/// Validates the structure of an image incrementally, from chunks of any size and in constant
/// memory.
///
/// Nothing is decoded: a validator per format checks lengths, markers and checksums.
struct ImageStructure: Sendable {
  struct Issue: Error, Sendable, Equatable {
    let offset: Int
    let reason: String
  }

  private var validator: any StructureValidator
  private var request: ReadRequest
  /// The number of bytes that the request still skips.
  private var skipped = 0
  /// The bytes of the current field. Its memory is reused.
  private var gathered: [UInt8] = []
  private var offset = 0

  /// The first error, set as soon as it is detected, so that a download can be cancelled.
  private(set) var issue: Issue?

  /// Whether other data follows the image, such as an appended video, which is harmless. For
  /// formats that end with the file this is known after `finish`.
  private(set) var hasTrailingData = false

  /// The number of images so far in GIF, APNG (frame control chunks) and WebP; 1 in other formats.
  var frames: Int { validator.frames }

  /// Returns nil if the level does not include the structure, or if the structure of the format is
  /// not validated.
  init?(_ format: ImageFormat, _ level: ValidationLevel) {
    guard level == .auto || level == .structure else { return nil }
    let isStrict = level == .structure
    switch format {
    case .png: self.init(PNGChunks(isStrict: isStrict))
    case .jpeg: self.init(JPEGSegments())
    case .gif: self.init(GIFBlocks(isStrict: isStrict))
    case .webp: self.init(WebPChunks())
    case .avif, .heic: self.init(MediaBoxes())
    case .bmp, .tiff, .ico, .svg: return nil
    }
  }

  init(_ validator: any StructureValidator) {
    self.validator = validator
    request = validator.first
    accept(request, at: 0)
  }

  /// Validates the next bytes. Costs next to nothing after an error and in skipped data.
  mutating func append(_ bytes: UnsafeRawBufferPointer) {
    var position = 0
    while position < bytes.count, issue == nil {
      let rest = UnsafeRawBufferPointer(rebasing: bytes[position...])
      position += step(rest, at: offset + position)
    }
    offset += bytes.count
  }

  mutating func finish() -> Issue? {
    if issue != nil { return issue }
    if case .done = request, skipped == 0 { return nil }
    switch validator.result(at: offset) {
    case .complete: break
    case .trailing: hasTrailingData = true
    case .invalid(let reason): issue = Issue(offset: offset, reason: reason)
    }
    return issue
  }

  /// Serves the request from `rest`, which is not empty, and returns the number of bytes used.
  private mutating func step(_ rest: UnsafeRawBufferPointer, at start: Int) -> Int {
    if skipped > 0 {
      let passed = min(skipped, rest.count)
      skipped -= passed
      return passed
    }
    switch request {
    case .field(let count, _):
      return readField(count, from: rest, at: start)
    case .run:
      guard let (used, next) = validator.scan(rest) else { return rest.count }
      accept(next, at: start + used)
      return used
    case .done:
      hasTrailingData = true
      return rest.count
    case .invalid:
      return rest.count
    }
  }

  private mutating func readField(
    _ count: Int, from rest: UnsafeRawBufferPointer, at start: Int
  ) -> Int {
    let used = min(count - gathered.count, rest.count)
    gathered.append(contentsOf: UnsafeRawBufferPointer(rebasing: rest[..<used]))
    guard gathered.count == count else { return used }
    let fieldStart = start + used - count
    let next = validator.read(ByteReader(gathered[...]), at: fieldStart)
    gathered.removeAll(keepingCapacity: true)
    accept(next, at: fieldStart)
    return used
  }

  private mutating func accept(_ next: ReadRequest, at position: Int) {
    request = next
    switch next {
    case .field(_, let count), .done(let count): skipped = count
    case .run: break
    case .invalid(let reason): issue = Issue(offset: position, reason: reason)
    }
  }
}
