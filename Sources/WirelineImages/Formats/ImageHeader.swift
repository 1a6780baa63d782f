/// The properties of an image that the beginning of its file specifies.
struct ImageHeader: Sendable, Equatable {
  let format: ImageFormat
  /// Size in pixels as stored, before `orientation` is applied; nil if unknown.
  private(set) var width: Int?
  private(set) var height: Int?
  /// The number of frames, pages or icon sizes. Nil for one and if the available bytes do not
  /// specify it: always for HEIF collections; for GIF, WebP and TIFF if incomplete.
  var frames: Int?
  /// The EXIF orientation, 1…8; nil if unspecified. For HEIF, the combined effect of its rotation
  /// and mirror properties.
  var orientation: Int?
  /// Whether the bytes end, or become invalid, before the mandatory size.
  ///
  /// A head shorter than `maximumBytes` is taken for the whole file.
  private(set) var isTruncated = false

  /// The number of bytes at the beginning of an image that are parsed: enough to pass the metadata
  /// that cameras store before the dimensions.
  static let maximumBytes = 256 * 1024
}

// An extension, so that the struct also has the initializer with known values, such as those of
// the index.
extension ImageHeader {
  /// Parses the beginning of an image, which may end anywhere. Nil if it is not an image.
  init?(_ head: ArraySlice<UInt8>) {
    guard let format = ImageFormat(head) else { return nil }
    self.init(format: format)
    isTruncated = head.count < Self.maximumBytes
    let bytes = ByteReader(head)
    switch format {
    case .jpeg: readJPEG(bytes)
    case .png: readPNG(bytes)
    case .gif: readGIF(bytes)
    case .webp: readWebP(bytes)
    case .avif, .heic: readHEIF(bytes)
    case .bmp: readBMP(bytes)
    case .tiff: readTIFF(bytes)
    case .ico: readIcon(bytes)
    case .svg: isTruncated = false
    }
  }

  /// Adds what the beginning of a large image does not specify: the number of frames, and the Exif
  /// data of a WebP and often of a PNG, which follows the pixels.
  ///
  /// - Parameter bytes: the whole image.
  func completed(by bytes: [UInt8]) -> ImageHeader {
    guard bytes.count > Self.maximumBytes, let whole = ImageHeader(bytes[...]) else { return self }
    var header = self
    header.orientation = orientation ?? whole.orientation
    header.frames = frames ?? whole.frames
    return header
  }

  mutating func setSize(_ width: Int?, _ height: Int?) {
    guard let width, let height, width > 0, height > 0 else { return }
    self.width = width
    self.height = height
    isTruncated = false
  }

  mutating func setFrames(_ count: Int?) { frames = count.flatMap { $0 > 1 ? $0 : nil } }
}

// MARK: BMP, GIF, icons

extension ImageHeader {
  /// The second header: the first OS/2 version has 16 bits per side, all others 32. A negative
  /// height means that rows start at the top.
  private mutating func readBMP(_ bytes: ByteReader) {
    if bytes.little32(14) == 12 {
      setSize(bytes.little16(18), bytes.little16(20))
    } else {
      let signed = { (offset: Int) in
        bytes.little32(offset).map { Int(Int32(truncatingIfNeeded: $0)) }
      }
      setSize(signed(18), signed(22).map(abs))
    }
  }

  /// The logical screen (GIF89a §18), extended by a first frame that exceeds it.
  private mutating func readGIF(_ bytes: ByteReader) {
    guard let width = bytes.little16(6), let height = bytes.little16(8),
      let flags = bytes.byte(10)
    else { return }
    // A long head may end before the first frame.
    if !isTruncated { setSize(width, height) }
    var offset = 13 + Self.colorTableBytes(flags)
    var count = 0
    while let introducer = bytes.byte(offset) {
      switch introducer {
      case 0x2C:
        guard let left = bytes.little16(offset + 1), let top = bytes.little16(offset + 3),
          let columns = bytes.little16(offset + 5), let rows = bytes.little16(offset + 7),
          let flags = bytes.byte(offset + 9)
        else { return }
        if count == 0 { setSize(max(width, left + columns), max(height, top + rows)) }
        count += 1
        offset = Self.afterBlocks(bytes, offset + 11 + Self.colorTableBytes(flags))
      case 0x21: offset = Self.afterBlocks(bytes, offset + 2)
      case 0x00: offset += 1  // Padding, which decoders skip.
      case 0x3B:
        if count == 0 { setSize(width, height) }
        setFrames(count)
        return
      default: return
      }
    }
  }

  /// Bytes of a colour table; the flags are those of §18 and §20.
  static func colorTableBytes(_ flags: UInt8) -> Int {
    flags & 0x80 == 0 ? 0 : 3 << (Int(flags & 7) + 1)
  }

  private static func afterBlocks(_ bytes: ByteReader, _ offset: Int) -> Int {
    var offset = offset
    while let length = bytes.byte(offset), length > 0 { offset += 1 + Int(length) }
    return offset + 1
  }

  /// The size of the largest image in the directory, where 0 means 256.
  private mutating func readIcon(_ bytes: ByteReader) {
    guard let count = bytes.little16(4) else { return }
    var largest = (width: 0, height: 0)
    for entry in stride(from: 6, to: 6 + 16 * count, by: 16) {
      guard let width = bytes.byte(entry), let height = bytes.byte(entry + 1),
        bytes.byte(entry + 15) != nil
      else { return }
      let size = (width: width == 0 ? 256 : Int(width), height: height == 0 ? 256 : Int(height))
      if size.width * size.height > largest.width * largest.height { largest = size }
    }
    setSize(largest.width, largest.height)
    setFrames(count)
  }
}
