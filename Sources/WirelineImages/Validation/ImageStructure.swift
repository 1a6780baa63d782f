/// Validates the structure of an image incrementally, from chunks of any size and in constant
/// memory.
///
/// Nothing is decoded: a validator per format checks lengths, markers and checksums. A bare JPEG XL
/// codestream is always accepted.
package struct ImageStructure: Sendable {
  package struct Fault: Error, Sendable, Equatable {
    package let offset: Int
    package let reason: String
  }

  private var validator: any StructureValidator
  private var request: ReadRequest
  /// How many bytes the request still skips.
  private var skipped = 0
  /// The beginning of a field that the previous chunk cut off.
  private var gathered: [UInt8] = []
  private var offset = 0

  /// The first error, available as soon as it is detected, so that a download can be cancelled.
  package private(set) var fault: Fault?

  /// Whether other data follows the image, such as an appended video. That is harmless. Formats
  /// whose end only the file's length tells set it in `finish`.
  package private(set) var hasTrailingData = false

  /// The number of images so far: of GIF, APNG (frame control chunks), WebP and TIFF (pages,
  /// except those stored out of order); 1 for other formats.
  package var frames: Int { validator.frames }

  package init(format: ImageFormat) { self.init(Self.validator(format)) }

  init(_ validator: any StructureValidator) {
    self.validator = validator
    request = validator.first
    accept(request, at: 0)
  }

  /// Validates the next bytes. Costs next to nothing after an error and in skipped data.
  package mutating func append(_ bytes: UnsafeRawBufferPointer) {
    var place = 0
    while place < bytes.count, fault == nil {
      let rest = UnsafeRawBufferPointer(rebasing: bytes[place...])
      place += step(rest, at: offset + place)
    }
    offset += bytes.count
  }

  /// Validates the end of the image and returns the first error.
  package mutating func finish() -> Fault? {
    if fault != nil { return fault }
    if case .done = request, skipped == 0 { return nil }
    switch validator.result(at: offset) {
    case .whole: break
    case .trailing: hasTrailingData = true
    case .fault(let reason): fault = Fault(offset: offset, reason: reason)
    }
    return fault
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
      guard let (used, next) = validator.scan(rest, at: start) else { return rest.count }
      accept(next, at: start + used)
      return used
    case .done:
      hasTrailingData = true
      return rest.count
    case .fault:
      return rest.count
    }
  }

  private mutating func readField(
    _ count: Int, from rest: UnsafeRawBufferPointer, at start: Int
  ) -> Int {
    if gathered.isEmpty, rest.count >= count {
      let field = StructureField(UnsafeRawBufferPointer(rebasing: rest[..<count]))
      accept(validator.read(field, at: start), at: start)
      return count
    }
    let used = min(count - gathered.count, rest.count)
    gathered.append(contentsOf: rest[..<used])
    guard gathered.count == count else { return used }
    let fieldStart = start + used - count
    let next = gathered.withUnsafeBytes { validator.read(StructureField($0), at: fieldStart) }
    gathered.removeAll(keepingCapacity: true)
    accept(next, at: fieldStart)
    return used
  }

  private mutating func accept(_ next: ReadRequest, at place: Int) {
    request = next
    switch next {
    case .field(_, let count), .done(let count): skipped = count
    case .run: break
    case .fault(let reason): fault = Fault(offset: place, reason: reason)
    }
  }

  private static func validator(_ format: ImageFormat) -> any StructureValidator {
    switch format {
    case .png: PNGChunks()
    case .jpeg: JPEGSegments()
    case .gif: GIFBlocks()
    case .webp: WebPChunks()
    case .avif, .heic: MediaBoxes(.imageItems)
    case .jp2: MediaBoxes(.jpeg2000)
    case .jxl: MediaBoxes(.jpegXL)
    case .bmp: BMPFile()
    case .tiff: TIFFDirectories()
    case .ico, .cur: IconDirectory()
    case .psd: PhotoshopSections()
    case .pnm: NetpbmRaster()
    case .svg: SVGElements()
    }
  }
}
