/// PSD and PSB: four sections with lengths, and the merged image.
struct PhotoshopSections: StructureWalker {
  private enum Step { case header, colours, resources, layers, compression, rowLengths, image }

  private var step = Step.header
  private var isLarge = false
  private var rows = 0
  private var rowBytes = 0
  private var rowsLeft = 0
  /// Where the merged image ends; 0 where that is not known.
  private var end = 0

  var first: StructureDemand { .field(26, after: 0) }

  mutating func take(_ field: StructureField, at offset: Int) -> StructureDemand {
    let place = offset + field.count
    switch step {
    case .header: return header(field)
    case .colours:
      step = .resources
      return .field(4, after: field.big(0, 4))
    case .resources:
      step = .layers
      return .field(isLarge ? 8 : 4, after: field.big(0, 4))
    case .layers:
      step = .compression
      return .field(2, after: field.big(0, field.count))
    case .compression: return compression(field.big(0, 2), at: place)
    case .rowLengths: return rowLength(field.big(0, field.count), at: place)
    case .image: return .run
    }
  }

  func ending(at total: Int) -> StructureEnding {
    guard step == .image else { return .fault("ends before the merged image's data") }
    guard total >= end else { return .fault("ends at byte \(total), and its image at byte \(end)") }
    return end > 0 && total > end ? .trailing : .whole
  }

  /// The specification says 56; there are files with one more.
  private static var mostChannels: Int { 100 }

  private mutating func header(_ field: StructureField) -> StructureDemand {
    let (version, channels) = (field.big(4, 2), field.big(12, 2))
    let (height, width, depth) = (field.big(14, 4), field.big(18, 4), field.big(22, 2))
    let sides = 1...(version == 2 ? 300_000 : 30_000)
    guard field.code(0) == "8BPS", (1...2).contains(version),
      (1...Self.mostChannels).contains(channels), sides.contains(width),
      sides.contains(height), [1, 8, 16, 32].contains(depth)
    else { return .fault("the header's values are impossible") }
    isLarge = version == 2
    rows = channels * height
    rowBytes = (width * depth + 7) / 8
    step = .colours
    return .field(4, after: 0)
  }

  private mutating func compression(_ method: Int, at place: Int) -> StructureDemand {
    step = .image
    switch method {
    case 0: end = place + rows * rowBytes
    case 1:
      step = .rowLengths
      rowsLeft = rows
      end = place + rows * (isLarge ? 4 : 2)
      return .field(isLarge ? 4 : 2, after: 0)
    // Deflate tells its length only to who unpacks it.
    case 2, 3: return .field(1, after: 0)
    default: return .fault("an unknown compression of the merged image")
    }
    return .run
  }

  private mutating func rowLength(_ bytes: Int, at place: Int) -> StructureDemand {
    end = min(end + bytes, 1 << 60)
    rowsLeft -= 1
    if rowsLeft > 0 { return .field(isLarge ? 4 : 2, after: 0) }
    step = .image
    return .run
  }
}
