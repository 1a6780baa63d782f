internal import Glibc

/// The `iloc` box (ISO/IEC 14496-12 §8.11.3): the locations of items in the file.
struct ItemLocations: Sendable {
  private enum Step { case head, restOfCount, item, extent }

  /// The end of the last item; 0 if unknown.
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

  /// Returns the first request; nil if the box needs no validation.
  mutating func begin(contentAt content: Int, end: Int?) -> ReadRequest? {
    step = .head
    boxEnd = end
    return request(8, at: content)
  }

  /// Returns the next request; nil at the end of the box.
  mutating func read(_ field: StructureField, at offset: Int) -> ReadRequest? {
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
        return .invalid("invalid field sizes in the iloc box")
      }
      items = field.big(6, 2)
      guard version == 2 else { return item(at: next) }
      step = .restOfCount
      return request(2, at: next)
    case .restOfCount:
      items = items << 16 | field.big(0, 2)
      return item(at: next)
    case .item:
      readItem(field)
      return extent(at: next)
    case .extent:
      readExtent(field)
      return extent(at: next)
    }
  }

  private mutating func item(at position: Int) -> ReadRequest? {
    guard items > 0 else { return nil }
    items -= 1
    step = .item
    return request((version < 2 ? 2 : 4) + (version > 0 ? 2 : 0) + 2 + baseBytes + 2, at: position)
  }

  private mutating func extent(at position: Int) -> ReadRequest? {
    let size = indexBytes + offsetBytes + lengthBytes
    guard extents > 0, size > 0 else { return item(at: position) }
    extents -= 1
    step = .extent
    return request(size, at: position)
  }

  private mutating func readItem(_ field: StructureField) {
    var position = version < 2 ? 2 : 4
    // Construction method 0: offsets count from the beginning of the file.
    isInFile = version == 0 || field[position + 1] & 15 == 0
    position += version > 0 ? 2 : 0
    // A data reference other than 0 refers to another file.
    isInFile = isInFile && field.big(position, 2) == 0
    base = field.big(position + 2, baseBytes)
    extents = field.big(position + 2 + baseBytes, 2)
  }

  private mutating func readExtent(_ field: StructureField) {
    guard isInFile else { return }
    let start = field.big(indexBytes, offsetBytes)
    let length = field.big(indexBytes + offsetBytes, lengthBytes)
    let (position, isTooFar) = base.addingReportingOverflow(start)
    let (extentEnd, isTooLong) = position.addingReportingOverflow(length)
    end = max(end, isTooFar || isTooLong ? .max : extentEnd)
  }

  private func request(_ count: Int, at position: Int) -> ReadRequest {
    guard position + count <= boxEnd ?? .max else { return .invalid("the iloc box is too short") }
    return .field(count, after: 0)
  }
}

/// A JPEG 2000 codestream: markers and tile-parts (ISO/IEC 15444-1 Annex A).
struct JPEG2000Codestream: Sendable {
  private enum Step { case start, mainHeader, tilePart, tilePartHeader, lastTilePart }

  /// The SOC and SIZ markers.
  static let start: [UInt8] = [0xFF, 0x4F, 0xFF, 0x51]

  private var step = Step.start
  private var tilePartStart = 0
  private var isMarkerOpen = false

  var first: ReadRequest { .field(8, after: 0) }

  mutating func read(_ field: StructureField, at offset: Int) -> ReadRequest {
    switch step {
    case .start:
      let length = field.big(4, 2)
      guard field.starts(with: Self.start), length >= 41 else {
        return .invalid("expected a codestream")
      }
      step = .mainHeader
      return .field(4, after: length - 4)
    case .mainHeader:
      let length = field.big(2, 2)
      if field.big(0, 2) == 0xFF90 { return tilePart(at: offset, lengthAfter: 2) }
      guard field[0] == 0xFF, field[1] != 0xD9, length >= 2 else {
        return .invalid("expected a marker")
      }
      return .field(4, after: length - 2)
    case .tilePart:
      if field.big(0, 2) == 0xFFD9 { return .done(after: 0) }
      guard field.big(0, 2) == 0xFF90 else { return .invalid("expected a tile-part") }
      return tilePart(at: offset, lengthAfter: 4)
    case .tilePartHeader: return body(length: field.big(0, 4), from: offset + 4)
    case .lastTilePart: return .run
    }
  }

  /// Finds the end of the last tile-part: in its data no byte above 0x8F follows 0xFF, so EOC is
  /// unambiguous (§A.4.4, §C.2).
  mutating func scan(
    _ bytes: UnsafeRawBufferPointer, at offset: Int
  ) -> (used: Int, next: ReadRequest)? {
    guard let start = bytes.baseAddress else { return nil }
    var position = 0
    while position < bytes.count {
      if isMarkerOpen {
        isMarkerOpen = bytes[position] == 0xFF
        position += 1
        if bytes[position - 1] == 0xD9 { return (position, .done(after: 0)) }
      } else {
        guard let found = memchr(start + position, 0xFF, bytes.count - position) else { return nil }
        position = UnsafeRawPointer(found) - start + 1
        isMarkerOpen = true
      }
    }
    return nil
  }

  /// §A.4.2: SOT, its length, the tile's number, the length of the tile-part.
  private mutating func tilePart(at start: Int, lengthAfter skipped: Int) -> ReadRequest {
    step = .tilePartHeader
    tilePartStart = start
    return .field(4, after: skipped)
  }

  /// - Parameter length: of the tile-part including its SOT marker; 0 if it extends to the end.
  private mutating func body(length: Int, from current: Int) -> ReadRequest {
    if length == 0 {
      step = .lastTilePart
      return .run
    }
    let end = tilePartStart + length
    guard length >= 14, end >= current else { return .invalid("invalid length of a tile-part") }
    step = .tilePart
    return .field(2, after: end - current)
  }
}
