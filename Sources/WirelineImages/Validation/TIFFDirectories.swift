/// TIFF and BigTIFF: the chain of directories, and the ends of the strips of their pages (TIFF 6.0
/// §2).
///
/// Directories before the current position cannot be read again: only their offsets are checked.
struct TIFFDirectories: StructureValidator {
  private enum Step { case header, largeHeader, count, entry, link, offsets, byteCounts, rest }

  private static let typeBytes = [0, 1, 1, 2, 4, 8, 1, 1, 2, 4, 8, 4, 8, 4, 0, 0, 8, 8, 8]

  private var step = Step.header
  private var isLittle = true
  private var isLarge = false
  private var entriesLeft = 0
  private var nextDirectory = 0
  private var strips = TIFFStrips()
  private var offsetList: TIFFStrips.List?
  private var countList: TIFFStrips.List?
  private var end = 0
  private(set) var frames = 0

  var first: ReadRequest { .field(8, after: 0) }

  mutating func read(_ field: StructureField, at offset: Int) -> ReadRequest {
    let position = offset + field.count
    switch step {
    case .header: return header(field)
    case .largeHeader: return directory(at: number(field, 0, 8), from: position)
    case .count:
      entriesLeft = number(field, 0, field.count)
      guard (1...65_535).contains(entriesLeft) else { return .invalid("empty directory") }
      step = .entry
      return .field(isLarge ? 20 : 12, after: 0)
    case .entry:
      readEntry(field)
      entriesLeft -= 1
      if entriesLeft > 0 { return .field(isLarge ? 20 : 12, after: 0) }
      step = .link
      return .field(wordBytes, after: 0)
    case .link:
      nextDirectory = number(field, 0, wordBytes)
      return lists(from: position)
    case .offsets, .byteCounts:
      value(number(field, 0, field.count))
      return lists(from: position)
    case .rest: return .run
    }
  }

  func result(at total: Int) -> ValidationResult {
    switch step {
    case .header, .largeHeader: return .invalid("ends inside the header")
    case .count: return .invalid("ends before a directory")
    case .entry, .link: return .invalid("ends inside a directory")
    case .offsets, .byteCounts: return .invalid("ends before a list of strips")
    case .rest: break
    }
    return total >= end
      ? .complete : .invalid("ends at byte \(total), but its image data ends at byte \(end)")
  }

  private var wordBytes: Int { isLarge ? 8 : 4 }

  private func number(_ field: StructureField, _ offset: Int, _ count: Int) -> Int {
    isLittle ? field.little(offset, count) : field.big(offset, count)
  }

  private mutating func header(_ field: StructureField) -> ReadRequest {
    isLittle = field.starts(with: Array("II".utf8))
    guard isLittle || field.starts(with: Array("MM".utf8)) else {
      return .invalid("missing TIFF signature")
    }
    switch number(field, 2, 2) {
    case 42: return directory(at: number(field, 4, 4), from: 8)
    case 43 where number(field, 4, 2) == 8:
      isLarge = true
      step = .largeHeader
      return .field(8, after: 0)
    default: return .invalid("missing TIFF signature")
    }
  }

  private mutating func directory(at position: Int, from current: Int) -> ReadRequest {
    guard position > 0 || frames > 0 else { return .invalid("missing directory") }
    guard position == 0 || position >= 8 else { return .invalid("directory inside the header") }
    require(position)
    guard position >= current else {
      step = .rest
      return .run
    }
    frames += 1
    strips = TIFFStrips()
    offsetList = nil
    countList = nil
    step = .count
    return .field(isLarge ? 8 : 2, after: position - current)
  }

  private mutating func require(_ position: Int) { end = max(end, position) }

  private mutating func readEntry(_ field: StructureField) {
    let tag = number(field, 0, 2)
    let type = number(field, 2, 2)
    let width = type < Self.typeBytes.count ? Self.typeBytes[type] : 0
    let count = number(field, 4, wordBytes)
    let valuePosition = 4 + wordBytes
    let (bytes, isTooLarge) = width.multipliedReportingOverflow(by: count)
    // Decoders skip entries whose type or size they do not know.
    guard width > 0, count > 0, !isTooLarge else { return }
    let isOffsets = tag == 273 || tag == 324
    let isCounts = tag == 279 || tag == 325
    if bytes <= wordBytes {
      guard isOffsets || isCounts else { return }
      for index in 0..<count {
        add(number(field, valuePosition + index * width, width), isOffset: isOffsets)
      }
      return
    }
    let position = number(field, valuePosition, wordBytes)
    require(min(position, 1 << 60) + min(bytes, 1 << 60))
    guard isOffsets || isCounts else { return }
    let list = TIFFStrips.List(position: position, width: width, left: count)
    if isOffsets { offsetList = list } else { countList = list }
  }

  private mutating func add(_ value: Int, isOffset: Bool) {
    if isOffset { strips.add(offset: value) } else { strips.add(byteCount: value) }
  }

  /// Reads the lists that are stored between the current position and the next directory, then
  /// continues there.
  private mutating func lists(from current: Int) -> ReadRequest {
    let limit = nextDirectory < current ? Int.max : nextDirectory
    let isReadable = { (list: TIFFStrips.List?) -> TIFFStrips.List? in
      guard let list, list.left > 0, (current..<limit).contains(list.position) else { return nil }
      return list
    }
    let offsets = isReadable(offsetList)
    let counts = isReadable(countList)
    guard let nearest = [offsets, counts].compactMap({ $0 }).min(by: { $0.position < $1.position })
    else {
      require(strips.end)
      return directory(at: nextDirectory, from: current)
    }
    step = nearest.position == offsets?.position ? .offsets : .byteCounts
    return .field(nearest.width, after: nearest.position - current)
  }

  private mutating func value(_ value: Int) {
    add(value, isOffset: step == .offsets)
    if step == .offsets { offsetList?.advance() } else { countList?.advance() }
  }
}

/// The end of the strips or tiles of a TIFF page, computed from its lists of offsets and byte
/// counts without storing them.
private struct TIFFStrips: Sendable {
  struct List: Sendable {
    private(set) var position: Int
    let width: Int
    private(set) var left: Int

    mutating func advance() {
      position += width
      left -= 1
    }
  }

  private var farthest = 0
  private var farthestIndex = -1
  private var farthestBytes: Int?
  private var offsets = 0
  private var counts = 0
  private var lastBytes = 0

  /// The end of the strip that begins last in the file, or its beginning if its length is unknown:
  /// if the byte counts came first and the strip is not the last in the list.
  var end: Int {
    let bytes = farthestBytes ?? (farthestIndex == counts - 1 ? lastBytes : 0)
    return min(farthest, 1 << 60) + min(bytes, 1 << 60)
  }

  mutating func add(offset: Int) {
    if offset > farthest {
      farthest = offset
      farthestIndex = offsets
      farthestBytes = nil
    }
    offsets += 1
  }

  mutating func add(byteCount: Int) {
    if counts == farthestIndex { farthestBytes = byteCount }
    lastBytes = byteCount
    counts += 1
  }
}
