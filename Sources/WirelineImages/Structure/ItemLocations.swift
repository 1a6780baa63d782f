/// The `iloc` box, ISO/IEC 14496-12 §8.11.3: where in the file its items are.
struct ItemLocations: Sendable {
  private enum Step { case head, restOfCount, item, extent }

  /// Where the last item ends; 0 while none is known.
  private(set) var end = 0

  private var step = Step.head
  private var boxEnd: Int?
  private var version = 0
  private var offsetBytes = 0
  private var lengthBytes = 0
  private var baseBytes = 0
  private var indexBytes = 0
  private var items = 0
  private var extents = 0
  private var base = 0
  private var isInFile = false

  /// - Returns: what is wanted; nil when there is nothing to look at.
  mutating func begin(contentAt content: Int, end: Int?) -> StructureDemand? {
    step = .head
    boxEnd = end
    return demand(8, at: content)
  }

  /// - Returns: what is wanted next; nil when the box is done.
  mutating func take(_ field: StructureField, at offset: Int) -> StructureDemand? {
    let next = offset + field.count
    switch step {
    case .head:
      version = Int(field[0])
      guard version <= 2 else { return nil }
      offsetBytes = Int(field[4] >> 4)
      lengthBytes = Int(field[4] & 15)
      baseBytes = Int(field[5] >> 4)
      indexBytes = version > 0 ? Int(field[5] & 15) : 0
      guard [offsetBytes, lengthBytes, baseBytes, indexBytes].allSatisfy({ $0 <= 8 }) else {
        return .fault("the iloc box's sizes are impossible")
      }
      items = field.big(6, 2)
      guard version == 2 else { return item(at: next) }
      step = .restOfCount
      return demand(2, at: next)
    case .restOfCount:
      items = items << 16 | field.big(0, 2)
      return item(at: next)
    case .item:
      note(item: field)
      return extent(at: next)
    case .extent:
      note(extent: field)
      return extent(at: next)
    }
  }

  private mutating func item(at place: Int) -> StructureDemand? {
    guard items > 0 else { return nil }
    items -= 1
    step = .item
    return demand((version < 2 ? 2 : 4) + (version > 0 ? 2 : 0) + 2 + baseBytes + 2, at: place)
  }

  private mutating func extent(at place: Int) -> StructureDemand? {
    let size = indexBytes + offsetBytes + lengthBytes
    guard extents > 0, size > 0 else { return item(at: place) }
    extents -= 1
    step = .extent
    return demand(size, at: place)
  }

  private mutating func note(item field: StructureField) {
    var place = version < 2 ? 2 : 4
    // Construction method 0 counts from the file's beginning.
    isInFile = version == 0 || field[place + 1] & 15 == 0
    place += version > 0 ? 2 : 0
    // A data reference other than 0 is another file's.
    isInFile = isInFile && field.big(place, 2) == 0
    base = field.big(place + 2, baseBytes)
    extents = field.big(place + 2 + baseBytes, 2)
  }

  private mutating func note(extent field: StructureField) {
    guard isInFile else { return }
    let start = field.big(indexBytes, offsetBytes)
    let length = field.big(indexBytes + offsetBytes, lengthBytes)
    let (place, isTooFar) = base.addingReportingOverflow(start)
    let (extentEnd, isTooLong) = place.addingReportingOverflow(length)
    end = max(end, isTooFar || isTooLong ? .max : extentEnd)
  }

  private func demand(_ count: Int, at place: Int) -> StructureDemand {
    guard place + count <= boxEnd ?? .max else { return .fault("the iloc box is too short") }
    return .field(count, after: 0)
  }
}
