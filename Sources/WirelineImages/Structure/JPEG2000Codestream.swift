internal import Glibc

/// A JPEG 2000 codestream: markers and tile-parts, ISO/IEC 15444-1 Annex A.
struct JPEG2000Codestream: Sendable {
  private enum Step { case start, mainHeader, tilePart, tilePartHeader, lastTilePart }

  /// The SOC and SIZ markers.
  static let start: [UInt8] = [0xFF, 0x4F, 0xFF, 0x51]

  private var step = Step.start
  private var tilePartStart = 0
  private var isMarkerOpen = false

  var first: StructureDemand { .field(8, after: 0) }

  mutating func take(_ field: StructureField, at offset: Int) -> StructureDemand {
    switch step {
    case .start:
      let length = field.big(4, 2)
      guard field.starts(with: Self.start), length >= 41 else {
        return .fault("no codestream where one should be")
      }
      step = .mainHeader
      return .field(4, after: length - 4)
    case .mainHeader:
      let length = field.big(2, 2)
      if field.big(0, 2) == 0xFF90 { return tilePart(at: offset, lengthAfter: 2) }
      guard field[0] == 0xFF, field[1] != 0xD9, length >= 2 else {
        return .fault("no marker where one should be")
      }
      return .field(4, after: length - 2)
    case .tilePart:
      if field.big(0, 2) == 0xFFD9 { return .done(after: 0) }
      guard field.big(0, 2) == 0xFF90 else { return .fault("no tile-part where one should be") }
      return tilePart(at: offset, lengthAfter: 4)
    case .tilePartHeader: return body(length: field.big(0, 4), from: offset + 4)
    case .lastTilePart: return .run
    }
  }

  /// Looks for the end of the last tile-part: after 0xFF its data have no byte
  /// above 0x8F, so that EOC stands out (A.4.4, C.2).
  mutating func pass(
    _ bytes: UnsafeRawBufferPointer, at offset: Int
  ) -> (used: Int, next: StructureDemand)? {
    guard let start = bytes.baseAddress else { return nil }
    var place = 0
    while place < bytes.count {
      if isMarkerOpen {
        isMarkerOpen = bytes[place] == 0xFF
        place += 1
        if bytes[place - 1] == 0xD9 { return (place, .done(after: 0)) }
      } else {
        guard let found = memchr(start + place, 0xFF, bytes.count - place) else { return nil }
        place = UnsafeRawPointer(found) - start + 1
        isMarkerOpen = true
      }
    }
    return nil
  }

  /// A.4.2: SOT, its length, the tile's number, the length of the tile-part.
  private mutating func tilePart(at start: Int, lengthAfter skipped: Int) -> StructureDemand {
    step = .tilePartHeader
    tilePartStart = start
    return .field(4, after: skipped)
  }

  /// - Parameter length: of the tile-part from its SOT marker on; 0 when it
  ///   goes on to the end.
  private mutating func body(length: Int, from current: Int) -> StructureDemand {
    if length == 0 {
      step = .lastTilePart
      return .run
    }
    let end = tilePartStart + length
    guard length >= 14, end >= current else { return .fault("a tile-part's length is impossible") }
    step = .tilePart
    return .field(2, after: end - current)
  }
}
