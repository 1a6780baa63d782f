/// Tells whether an image is whole and put together as its format says, from
/// the bytes as they come, in pieces of any size and in flat memory.
///
/// Nothing is decoded: a walker per format follows lengths, markers and check
/// sums. A format without a walker (a bare JPEG XL codestream) is always fine.
package struct ImageStructure: Sendable {
  /// What is wrong with an image.
  package struct Fault: Error, Sendable, Equatable {
    /// Bytes from the beginning of the image to where it was noticed.
    package let offset: Int
    /// For people: lower case where it is no name, no full stop.
    package let reason: String
  }

  private var walker: any StructureWalker
  private var demand: StructureDemand
  /// A field's bytes that came so far, when it is cut by the end of a piece.
  private var gathered: [UInt8] = []
  /// Bytes that came.
  private var offset = 0

  /// The first fault that was found; nil so far or for good. It does not
  /// change once it is there: a download may be ended early.
  package private(set) var fault: Fault?

  /// Whether bytes follow the end of the image, which harms nobody: an
  /// appended video, a second image, a proxy's remark. For formats whose end
  /// is only known from the length of the file, true after `finish` at the
  /// earliest.
  package private(set) var hasTrailingData = false

  /// Images met so far in a GIF, an APNG (frame control chunks: a default
  /// image that is not shown does not count), a WebP or a TIFF (pages, but for
  /// those that the file holds in another order); 1 for the rest.
  package var frames: Int { walker.frames }

  package init(format: ImageFormat) { self.init(Self.walker(format)) }

  init(_ walker: any StructureWalker) {
    self.walker = walker
    demand = walker.first
  }

  /// Takes the next bytes. Costs next to nothing after a fault, and where a
  /// format's data is passed over.
  package mutating func append(_ bytes: UnsafeRawBufferPointer) {
    var place = 0
    while place < bytes.count, fault == nil {
      let rest = UnsafeRawBufferPointer(rebasing: bytes[place...])
      place += step(rest, at: offset + place)
    }
    offset += bytes.count
  }

  /// No more bytes come.
  ///
  /// - Returns: the first fault; nil when the image is whole.
  package mutating func finish() -> Fault? {
    if fault != nil { return fault }
    if case .done(after: 0) = demand { return nil }
    switch walker.ending(at: offset) {
    case .whole: break
    case .trailing: hasTrailingData = true
    case .fault(let reason): fault = Fault(offset: offset, reason: reason)
    }
    return fault
  }

  /// Serves the walker's demand from `rest`, which is not empty.
  ///
  /// - Returns: bytes used up.
  private mutating func step(_ rest: UnsafeRawBufferPointer, at start: Int) -> Int {
    switch demand {
    case .field(let count, let skipped) where skipped > 0:
      let passed = min(skipped, rest.count)
      demand = .field(count, after: skipped - passed)
      return passed
    case .field(let count, _):
      return take(count, from: rest, at: start)
    case .run:
      guard let (used, next) = walker.pass(rest, at: start) else { return rest.count }
      accept(next, at: start + used)
      return used
    case .done(let skipped) where skipped > 0:
      let passed = min(skipped, rest.count)
      demand = .done(after: skipped - passed)
      return passed
    case .done:
      hasTrailingData = true
      return rest.count
    case .fault:
      return rest.count
    }
  }

  private mutating func take(
    _ count: Int, from rest: UnsafeRawBufferPointer, at start: Int
  ) -> Int {
    if gathered.isEmpty, rest.count >= count {
      let field = StructureField(UnsafeRawBufferPointer(rebasing: rest[..<count]))
      accept(walker.take(field, at: start), at: start)
      return count
    }
    let used = min(count - gathered.count, rest.count)
    gathered.append(contentsOf: rest[..<used])
    guard gathered.count == count else { return used }
    let fieldStart = start + used - count
    let next = gathered.withUnsafeBytes { bytes in
      walker.take(StructureField(bytes), at: fieldStart)
    }
    gathered.removeAll(keepingCapacity: true)
    accept(next, at: fieldStart)
    return used
  }

  private mutating func accept(_ next: StructureDemand, at place: Int) {
    demand = next
    if case .fault(let reason) = next { fault = Fault(offset: place, reason: reason) }
  }

  /// By name: not every format of the list has to be known to `ImageFormat`.
  private static func walker(_ format: ImageFormat) -> any StructureWalker {
    switch format.rawValue {
    case "png": PNGChunks()
    case "jpeg": JPEGSegments()
    case "gif": GIFBlocks()
    case "webp": WebPChunks()
    case "avif", "heic": MediaBoxes(.imageItems)
    case "jp2": MediaBoxes(.jpeg2000)
    case "jxl": MediaBoxes(.jpegXL)
    case "bmp": BMPFile()
    case "tiff": TIFFDirectories()
    case "ico", "cur": IconDirectory()
    case "psd": PhotoshopSections()
    case "pnm": NetpbmRaster()
    case "svg": SVGElements()
    default: AnyBytes()
    }
  }
}
