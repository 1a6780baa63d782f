/// The properties of a HEIF's primary item, ISO/IEC 23008-12 §6.5 and §9.3.
struct HEIFItems {
  private let properties: [BoxSequence.Box]
  /// Numbers of the primary item's properties, from 1, in the order in which they apply.
  private var associated: [Int] = []

  /// - Parameter meta: the children of the box `meta`.
  /// - Returns: nil where its properties are not all at hand.
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
    guard let container, container.isWhole else { return nil }
    let boxes = BoxSequence(container.content)
    properties = boxes.first("ipco").map { Array(BoxSequence($0.content)) } ?? []
    guard let primary else { return }
    for box in boxes where box.type == "ipma" && associated.isEmpty {
      associated = Self.associations(box.content, of: primary)
    }
  }

  /// Pixels of the primary item, a grid's own and not its tiles'; where nothing says which that is,
  /// of the largest one.
  ///
  /// Without what its clean aperture leaves out: with an encoder that codes even sizes only, or
  /// blocks of 64, that is no part of the picture.
  var primarySize: (width: Int, height: Int)? {
    if let coded = own("ispe").compactMap(Self.size).first {
      return own("clap").first.flatMap { Self.aperture($0, within: coded) } ?? coded
    }
    return properties.filter { $0.type == "ispe" }.compactMap(Self.size).max {
      // Sides are below 2³², so that 64 bits hold the product.
      UInt64($0.width) * UInt64($0.height) < UInt64($1.width) * UInt64($1.height)
    }
  }

  /// What the rotations and mirrorings come to as an EXIF orientation; nil where there are none.
  var orientation: Int? {
    let turns = own("irot", "imir")
    if turns.isEmpty { return nil }
    // Mirrored left to right or not, and then turned so many quarters clockwise.
    var (isMirrored, quarters) = (false, 0)
    for turn in turns {
      guard let value = turn.content.byte(0).map(Int.init) else { return nil }
      if turn.type == "irot" {
        quarters -= value & 3
      } else {
        isMirrored.toggle()
        // Axis 0 exchanges top and bottom: that is left and right, and half a turn.
        quarters = (value & 1 == 0 ? 2 : 0) - quarters
      }
    }
    return (isMirrored ? [2, 7, 4, 5] : [1, 6, 3, 8])[quarters & 3]
  }

  private func own(_ types: String...) -> [BoxSequence.Box] {
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

  /// The box `clap`, ISO/IEC 14496-12 §12.1.4: its sides are fractions.
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

  /// The box `ipma`, ISO/IEC 14496-12 §8.11.14.
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
