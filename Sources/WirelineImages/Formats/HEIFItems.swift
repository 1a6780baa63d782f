/// The properties of the primary item of a HEIF file (ISO/IEC 23008-12 §6.5, §9.3).
struct HEIFItems {
  private let properties: [BoxSequence.Box]
  /// The 1-based indices of the primary item's properties, in the order in which they apply.
  private var associated: [Int] = []

  /// Returns nil unless the properties in the children of the `meta` box are completely available.
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
  var primarySize: (width: Int, height: Int)? {
    if let size = primary("ispe").compactMap(Self.size).first { return size }
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

/// Iterates over the boxes of an ISO base media file (ISO/IEC 14496-12 §4.2). Ends with the bytes,
/// and at a box that is shorter than its own header.
struct BoxSequence: Sequence, IteratorProtocol {
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
