// HEIF and AVIF.
extension ImageHeader {
  /// The primary item of the `meta` box (ISO/IEC 23008-12); the first picture track has the number
  /// of frames, and the size of a sequence without `meta`.
  mutating func readHEIF(_ bytes: ByteReader) {
    for box in BoxSequence(bytes) {
      if box.type == "meta", width == nil, let items = HEIFItems(box.content.part(4)) {
        let size = items.primarySize
        setSize(size?.width, size?.height)
        orientation = items.orientation
      } else if box.type == "moov" {
        readTracks(box.content)
      }
    }
  }

  private mutating func readTracks(_ movie: ByteReader) {
    for track in BoxSequence(movie) where track.type == "trak" {
      let boxes = BoxSequence(track.content)
      guard let media = boxes.first("mdia").map({ BoxSequence($0.content) }),
        media.first("hdlr")?.content.matches("pict", at: 8) == true
      else { continue }
      if width == nil, let header = boxes.first("tkhd")?.content {
        // 16.16 fixed-point numbers, after times of 32 or 64 bits.
        let offset = header.byte(0) == 1 ? 88 : 76
        setSize(header.big32(offset).map { $0 >> 16 }, header.big32(offset + 4).map { $0 >> 16 })
      }
      let table = media.first("minf").flatMap { BoxSequence($0.content).first("stbl") }
      let sizes = table.flatMap { BoxSequence($0.content).first("stsz") }
      return setFrames(sizes?.content.big32(8))
    }
  }
}

// JPEG 2000 and JPEG XL.
extension ImageHeader {
  /// The box `ihdr` in `jp2h` (ISO/IEC 15444-1); otherwise the SIZ segment of the codestream.
  mutating func readJP2(_ bytes: ByteReader) {
    if bytes.big16(0) == 0xFF4F { return readCodestream(bytes) }
    for box in BoxSequence(bytes) {
      switch box.type {
      case "jp2h":
        if let header = BoxSequence(box.content).first("ihdr") {
          setSize(header.content.big32(4), header.content.big32(0))
        }
      case "jp2c" where width == nil: readCodestream(box.content)
      default: continue
      }
      if width != nil { return }
    }
  }

  /// The reference grid without the image's offset in it (§A.5.1).
  private mutating func readCodestream(_ bytes: ByteReader) {
    guard bytes.big32(0) == 0xFF4F_FF51, let right = bytes.big32(8), let bottom = bytes.big32(12),
      let left = bytes.big32(16), let top = bytes.big32(20)
    else { return }
    setSize(right - left, bottom - top)
  }

  /// Size and orientation from the beginning of the codestream (ISO/IEC 18181-1), which is bare or
  /// in the first `jxlc` or `jxlp` box (18181-2).
  mutating func readJXL(_ bytes: ByteReader) {
    if bytes.byte(0) == 0xFF { return readJXLCodestream(bytes) }
    for box in BoxSequence(bytes) {
      if box.type == "jxlc" { return readJXLCodestream(box.content) }
      // The content begins with the number of the part.
      if box.type == "jxlp" { return readJXLCodestream(box.content.part(4)) }
    }
  }

  private mutating func readJXLCodestream(_ bytes: ByteReader) {
    guard bytes.big16(0) == 0xFF0A else { return }
    var bits = BitReader(bytes.part(2))
    guard let size = Self.jxlSize(&bits) else { return }
    setSize(size.width, size.height)
    // Image metadata: all_default, extra_fields, orientation - 1.
    guard bits.bits(1) == 0, bits.bits(1) == 1 else { return }
    orientation = bits.bits(3).map { $0 + 1 }
  }

  private static func jxlSize(_ bits: inout BitReader) -> (width: Int, height: Int)? {
    guard let isSmall = bits.bits(1).map({ $0 == 1 }),
      let height = jxlSide(&bits, isSmall: isSmall), let ratio = bits.bits(3)
    else { return nil }
    let ratios = [(1, 1), (12, 10), (4, 3), (3, 2), (16, 9), (5, 4), (2, 1)]
    if ratio > 0 {
      let (across, down) = ratios[ratio - 1]
      return (height * across / down, height)
    }
    return jxlSide(&bits, isSmall: isSmall).map { ($0, height) }
  }

  /// Reads a side: five bits times eight, or a number of 9, 13, 18 or 30 bits.
  private static func jxlSide(_ bits: inout BitReader, isSmall: Bool) -> Int? {
    if isSmall { return bits.bits(5).map { ($0 + 1) * 8 } }
    return bits.bits(2).flatMap { bits.bits([9, 13, 18, 30][$0]) }.map { $0 + 1 }
  }
}

/// Reads bits, the lowest of each byte first, as in JPEG XL.
private struct BitReader {
  private let bytes: ByteReader
  private var position = 0

  init(_ bytes: ByteReader) { self.bytes = bytes }

  mutating func bits(_ count: Int) -> Int? {
    var value = 0
    for index in 0..<count {
      guard let byte = bytes.byte(position >> 3) else { return nil }
      value |= Int(byte >> UInt8(position & 7) & 1) << index
      position += 1
    }
    return value
  }
}

/// Iterates over the boxes of an ISO base media file (ISO/IEC 14496-12 §4.2), of JPEG 2000 or of
/// JPEG XL. Ends with the bytes, and at a box that is shorter than its own header.
private struct BoxSequence: Sequence, IteratorProtocol {
  struct Box {
    let type: String
    let content: ByteReader
    let isComplete: Bool
  }

  private let bytes: ByteReader
  private var offset = 0

  init(_ bytes: ByteReader) { self.bytes = bytes }

  mutating func next() -> Box? {
    guard let claimed = bytes.big32(offset), let type = bytes.text(offset + 4, 4) else {
      return nil
    }
    var (size, header) = (claimed, 8)
    if claimed == 1 {
      guard let large = bytes.big64(offset + 8) else { return nil }
      (size, header) = (large, 16)
    } else if claimed == 0 {
      // Extends to the end of the file.
      size = 1 << 60
    }
    guard size >= header else { return nil }
    let end = offset + size
    let box = Box(
      type: type, content: bytes.part(offset + header, to: end),
      isComplete: end <= bytes.count || claimed == 0)
    offset = end
    return box
  }

  func first(_ type: String) -> Box? { first { $0.type == type } }
}

/// The properties of the primary item of a HEIF file (ISO/IEC 23008-12 §6.5, §9.3).
private struct HEIFItems {
  private let properties: [BoxSequence.Box]
  /// The 1-based indices of the primary item's properties, in the order in which they apply.
  private var associated: [Int] = []

  /// Nil if the properties in the children of the `meta` box are not completely available.
  init?(_ meta: ByteReader) {
    var primary: Int?
    var container: BoxSequence.Box?
    for box in BoxSequence(meta) {
      if box.type == "pitm" {
        primary = box.content.byte(0) == 0 ? box.content.big16(4) : box.content.big32(4)
      } else if box.type == "iprp" {
        container = box
      }
    }
    guard let container, container.isComplete else { return nil }
    let boxes = BoxSequence(container.content)
    properties = boxes.first("ipco").map { Array(BoxSequence($0.content)) } ?? []
    guard let primary else { return }
    for box in boxes where box.type == "ipma" && associated.isEmpty {
      associated = Self.associations(box.content, of: primary)
    }
  }

  /// The size of the primary item: of a grid, the whole grid. Without a primary item, the size of
  /// the largest item.
  ///
  /// Excludes what the clean aperture cuts off: padding of encoders that support only even sizes
  /// or blocks of 64.
  var primarySize: (width: Int, height: Int)? {
    if let coded = primary("ispe").compactMap(Self.size).first {
      return primary("clap").first.flatMap { Self.aperture($0, within: coded) } ?? coded
    }
    return properties.filter { $0.type == "ispe" }.compactMap(Self.size).max {
      // Sides are below 2³², so the product fits in 64 bits.
      UInt64($0.width) * UInt64($0.height) < UInt64($1.width) * UInt64($1.height)
    }
  }

  /// The rotation and mirror properties as an EXIF orientation; nil without such properties.
  var orientation: Int? {
    let transforms = primary("irot", "imir")
    if transforms.isEmpty { return nil }
    // The combined effect: a horizontal mirroring, then clockwise quarter turns.
    var (isMirrored, quarters) = (false, 0)
    for transform in transforms {
      guard let value = transform.content.byte(0).map(Int.init) else { return nil }
      if transform.type == "irot" {
        quarters -= value & 3
      } else {
        isMirrored.toggle()
        // Axis 0 mirrors vertically: a horizontal mirroring and a half turn.
        quarters = (value & 1 == 0 ? 2 : 0) - quarters
      }
    }
    return (isMirrored ? [2, 7, 4, 5] : [1, 6, 3, 8])[quarters & 3]
  }

  private func primary(_ types: String...) -> [BoxSequence.Box] {
    associated.compactMap { number in
      guard number > 0, number <= properties.count else { return nil }
      let property = properties[number - 1]
      return types.contains(property.type) ? property : nil
    }
  }

  private static func size(_ property: BoxSequence.Box) -> (width: Int, height: Int)? {
    guard let width = property.content.big32(4), let height = property.content.big32(8) else {
      return nil
    }
    return (width, height)
  }

  /// The box `clap` (ISO/IEC 14496-12 §12.1.4), whose sides are fractions.
  private static func aperture(
    _ property: BoxSequence.Box, within coded: (width: Int, height: Int)
  ) -> (width: Int, height: Int)? {
    let numbers = [0, 4, 8, 12].compactMap(property.content.big32)
    guard numbers.count == 4, numbers[1] > 0, numbers[3] > 0 else { return nil }
    let width = (numbers[0] + numbers[1] / 2) / numbers[1]
    let height = (numbers[2] + numbers[3] / 2) / numbers[3]
    guard (1...max(coded.width, 1)).contains(width), (1...max(coded.height, 1)).contains(height)
    else { return nil }
    return (width, height)
  }

  /// The property indices of an item in the box `ipma` (ISO/IEC 14496-12 §8.11.14).
  private static func associations(_ bytes: ByteReader, of item: Int) -> [Int] {
    guard let version = bytes.byte(0), let flags = bytes.byte(3), let count = bytes.big32(4) else {
      return []
    }
    let itemBytes = version == 0 ? 2 : 4
    let isLong = flags & 1 == 1
    var offset = 8
    for _ in 0..<count {
      guard let number = bytes.number(offset, bytes: itemBytes, isBigEndian: true),
        let associations = bytes.byte(offset + itemBytes).map(Int.init)
      else { break }
      offset += itemBytes + 1
      if number == item {
        return (0..<associations).compactMap { index in
          isLong
            ? bytes.big16(offset + 2 * index).map { $0 & 0x7FFF }
            : bytes.byte(offset + index).map { Int($0 & 0x7F) }
        }
      }
      offset += associations * (isLong ? 2 : 1)
    }
    return []
  }
}
