/// What the beginning of an image says of it.
package struct ImageHeader: Sendable, Equatable {
  package let format: ImageFormat
  /// Pixels as they are stored, not turned by `orientation`, and for HEIF within the clean
  /// aperture; nil when the bytes at hand do not tell.
  package private(set) var width: Int?
  package private(set) var height: Int?
  /// Frames, pages or sizes, where there are more than one and the bytes at hand tell how many:
  /// not for a JPEG XL or a HEIF with several images, nor for a GIF, a WebP or a TIFF of which not
  /// all is at hand.
  package internal(set) var frames: Int?
  /// 1…8 as EXIF has it; nil where the image says nothing of it. For HEIF what its rotation and
  /// mirror properties come to.
  package internal(set) var orientation: Int?
  /// Whether the bytes end, or go astray, before they say the size that the format must say there.
  ///
  /// Fewer bytes than `maximumBytes` are taken for the whole file.
  package private(set) var isCutShort: Bool

  /// Bytes of an image's beginning that are looked at: enough to pass the
  /// metadata that cameras put before the dimensions.
  package static let maximumBytes = 256 * 1024

  /// What was found earlier.
  init(format: ImageFormat, width: Int?, height: Int?, frames: Int?, orientation: Int?) {
    self.format = format
    self.width = width
    self.height = height
    self.frames = frames
    self.orientation = orientation
    isCutShort = false
  }

  /// Nil for what is no image. Reads no further than `head`, which may end
  /// anywhere.
  package init?(_ head: ArraySlice<UInt8>) {
    guard let format = ImageFormat(head) else { return nil }
    self.format = format
    isCutShort = head.count < Self.maximumBytes
    let bytes = ByteReader(head)
    switch format {
    case .jpeg: readJPEG(bytes)
    case .png: readPNG(bytes)
    case .gif: readGIF(bytes)
    case .webp: readWebP(bytes)
    case .avif, .heic: readHEIF(bytes)
    case .jxl: readJXL(bytes)
    case .bmp: readBMP(bytes)
    case .tiff: readTIFF(bytes)
    case .ico, .cur: readIcon(bytes)
    case .psd: setSize(bytes.big32(18), bytes.big32(14))
    case .jp2: readJP2(bytes)
    case .pnm: readPNM(bytes)
    case .svg: readSVG(head)
    }
  }

  /// Nothing is 0 pixels wide or high.
  mutating func setSize(_ width: Int?, _ height: Int?) {
    guard let width, let height, width > 0, height > 0 else { return }
    self.width = width
    self.height = height
    isCutShort = false
  }

  /// The image is as long as it should be, and has no size.
  mutating func setNoSize() { isCutShort = false }

  /// One frame is an image as any other.
  mutating func setFrames(_ count: Int?) { frames = count.flatMap { $0 > 1 ? $0 : nil } }
}
