internal import Glibc
internal import WirelineCore

/// The search index of a city database, which follows SQLite's pages and is mapped into memory.
///
/// Cities are in the order of `CityTable`, main and alternate names in the order of their folded
/// names and cities. A database from an untrusted source may contain any number, so positions and
/// offsets are limited to their arrays.
struct CityIndex {
  struct City: BitwiseCopyable {
    var id: Int64
    /// The latitude in degrees; infinite if the database contains text that is not a number.
    var latitude: Double
    var longitude: Double
    /// The population, 0 if unknown; or its complement for a duplicate: a city that shares name,
    /// country and, if both are known, region with another one nearby.
    let storedPopulation: Int32
    /// The position in the labels, where the areas are first.
    var country: UInt32
    /// The id of the area; 0 if unknown.
    var area: UInt32
    /// The offset of the texts of its row.
    var row: UInt32

    var isDuplicate: Bool { storedPopulation < 0 }

    var population: Int32 { isDuplicate ? ~storedPopulation : storedPopulation }

    /// The negative population, or 1 for duplicates, which come last.
    var unpopularity: Int32 { isDuplicate ? 1 : -storedPopulation }

    /// The point on the unit sphere; infinite, and so not near any other, if it is invalid.
    var vector: SIMD3<Double> {
      GeographicPoint(latitude: latitude, longitude: longitude)?.vector
        ?? SIMD3(repeating: .infinity)
    }
  }

  struct Name: BitwiseCopyable {
    /// The offset of the folded name, which ends where the next one begins.
    var fold: UInt32
    /// The position of the city.
    var city: UInt32
    /// The offset of an alternate name as its source spells it, after its length; 0 for the main
    /// name.
    var spelling: UInt32
    /// The rank among the names that begin with the same text.
    var score: Int32

    var isAlias: Bool { spelling > 0 }
  }

  /// The numbers of elements, which follow the index.
  struct Counts: BitwiseCopyable {
    var cities: UInt32 = 0
    var names: UInt32 = 0
    var labels: UInt32 = 0
    /// In bytes.
    var rows: UInt32 = 0
    var folds: UInt32 = 0
    var spellings: UInt32 = 0
    var labelText: UInt32 = 0
  }

  /// The number of consecutive names that share one minimum of their scores, and one prefix.
  static let blockLength = 64

  let cities: UnsafeBufferPointer<City>
  /// The names, and one more for the end of the last fold.
  private let storedNames: UnsafeBufferPointer<Name>
  /// The `prefix` of the first name of each block. A search reads few other names.
  private let prefixes: UnsafeBufferPointer<UInt64>
  private let minima: UnsafeBufferPointer<Int32>
  private let labelEnds: UnsafeBufferPointer<UInt32>
  private let rows: UnsafeRawBufferPointer
  private let folds: UnsafeRawBufferPointer
  private let spellings: UnsafeRawBufferPointer
  private let labelText: UnsafeRawBufferPointer
  private let file: MappedFile

  /// - Returns: nil if the lengths of the parts do not add up to that of the file.
  init?(_ file: MappedFile) {
    self.file = file
    guard let base = file.bytes.baseAddress else { return nil }
    let start = SQLiteHeader(Array(file.bytes.prefix(100))).bytes
    let end = file.bytes.count - CityStoreChecksum.length
    guard start >= 0, start % 8 == 0, end >= start + MemoryLayout<Counts>.size else { return nil }
    let counts = file.bytes.loadUnaligned(
      fromByteOffset: end - MemoryLayout<Counts>.size, as: Counts.self)
    let names = Int(counts.names)
    var offset = start
    func next<Part>(_ count: Int) -> UnsafeBufferPointer<Part> {
      defer { offset += count * MemoryLayout<Part>.stride }
      return UnsafeBufferPointer(
        start: (base + offset).assumingMemoryBound(to: Part.self), count: count)
    }
    func text(_ count: UInt32) -> UnsafeRawBufferPointer {
      UnsafeRawBufferPointer(next(Int(count)) as UnsafeBufferPointer<UInt8>)
    }
    cities = next(Int(counts.cities))
    storedNames = next(names + 1)
    prefixes = next(names.blocks)
    minima = next(names.blocks)
    labelEnds = next(Int(counts.labels))
    rows = text(counts.rows)
    folds = text(counts.folds)
    spellings = text(counts.spellings)
    labelText = text(counts.labelText)
    guard offset + MemoryLayout<Counts>.size == end, !labelEnds.isEmpty,
      names == 0 || !cities.isEmpty
    else { return nil }
  }

  /// The name of an area's region, and its time zone.
  func area(_ identifier: UInt32) -> (
    region: UnsafeRawBufferPointer, timezone: UnsafeRawBufferPointer
  ) {
    (label(identifier &* 2 &- 1), label(identifier &* 2))
  }

  /// The texts of all countries, and of areas.
  var labels: [UnsafeRawBufferPointer] { labelEnds.indices.map { label(UInt32($0)) } }

  var names: Range<Int> { 0..<storedNames.count - 1 }

  /// - Parameter position: of `names`.
  @inline(__always)
  func name(_ position: Int) -> Name { storedNames[position] }

  /// The position of the city with a name.
  @inline(__always)
  func city(of name: Name) -> Int { min(Int(name.city), cities.count - 1) }

  /// The first of the names with at most this score. Blocks with higher scores only are skipped.
  /// It is not inlined, so that its loops keep their values in registers.
  @inline(never)
  func firstName(of names: Range<Int>, withScoreUpTo score: Int32) -> Int? {
    var position = names.lowerBound
    while position < names.upperBound {
      let block = position / Self.blockLength
      let end = min((block + 1).start, names.upperBound)
      if minima[block] <= score {
        while position < end, storedNames[position].score > score { position += 1 }
        if position < end { return position }
      }
      position = end
    }
    return nil
  }

  @inline(__always)
  func fold(_ position: Int) -> UnsafeRawBufferPointer {
    Self.text(
      in: folds, from: Int(storedNames[position].fold), to: Int(storedNames[position + 1].fold))
  }

  /// An alternate name as its source spells it; nil for the main name.
  func spelling(_ name: Name) -> String? {
    guard name.isAlias else { return nil }
    return String(decoding: Self.text(in: spellings, at: Int(name.spelling) - 2), as: UTF8.self)
  }

  /// The texts of a city's row: country, name, latitude, longitude and additional fields.
  func texts(_ city: City) -> CityTexts {
    var offset = Int(city.row)
    func next() -> UnsafeRawBufferPointer {
      let text = Self.text(in: rows, at: offset)
      offset += text.count + 2
      return text
    }
    return CityTexts(
      country: next(), name: next(), latitude: next(), longitude: next(), more: next())
  }

  /// A text, whose length in two bytes is at the offset.
  private static func text(
    in bytes: UnsafeRawBufferPointer, at offset: Int
  ) -> UnsafeRawBufferPointer {
    guard offset >= 0, offset + 2 <= bytes.count else { return text(in: bytes, from: 0, to: 0) }
    let length = Int(bytes[offset]) | Int(bytes[offset + 1]) << 8
    return text(in: bytes, from: offset + 2, to: offset + 2 + length)
  }

  /// The text of a country.
  func label(_ number: UInt32) -> UnsafeRawBufferPointer {
    let number = min(Int(number), labelEnds.count - 1)
    return Self.text(
      in: labelText, from: number == 0 ? 0 : Int(labelEnds[number - 1]),
      to: Int(labelEnds[number]))
  }

  private static func text(
    in bytes: UnsafeRawBufferPointer, from start: Int, to end: Int
  ) -> UnsafeRawBufferPointer {
    let end = min(end, bytes.count)
    return UnsafeRawBufferPointer(rebasing: bytes[min(start, end)..<end])
  }

  /// Returns the names that begin with a folded text, and of these the first ones, which equal it.
  func names(beginningWith fold: [UInt8]) -> (all: Range<Int>, wholes: Range<Int>) {
    let first = Self.prefix(fold)
    let last = first | .max >> (8 * UInt64(fold.count))
    let low = Self.first(from: 0, to: prefixes.count) { prefixes[$0] >= first }
    let high = Self.first(from: low, to: prefixes.count) { prefixes[$0] > last }
    // Names of the same prefix differ only if they are longer.
    let isLong = fold.count >= 8
    return fold.withUnsafeBytes { fold in
      let start = firstName(from: (low - 1).start, to: (isLong ? high : low).start) {
        Self.order($0, fold) >= 0
      }
      let end = firstName(from: max(start, isLong ? 0 : (high - 1).start), to: high.start) {
        Self.order(UnsafeRawBufferPointer(rebasing: $0.prefix(fold.count)), fold) > 0
      }
      let hasWhole = start < end && self.fold(start).count == fold.count
      let wholes =
        hasWhole ? firstName(from: start, to: end) { Self.order($0, fold) > 0 } : start
      return (start..<end, start..<wholes)
    }
  }

  /// The first name between positions whose fold fulfils a condition that all later ones fulfil.
  @inline(__always)
  private func firstName(
    from start: Int, to end: Int, where isReached: (UnsafeRawBufferPointer) -> Bool
  ) -> Int {
    Self.first(from: max(0, start), to: min(end, names.upperBound)) { isReached(fold($0)) }
  }

  /// The first number from `start` that fulfils a condition that all later ones below `end` fulfil.
  @inline(__always)
  static func first(from start: Int, to end: Int, where isReached: (Int) -> Bool) -> Int {
    var (low, high) = (start, end)
    while low < high {
      let middle = (low + high) / 2
      if isReached(middle) { high = middle } else { low = middle + 1 }
    }
    return low
  }

  /// The first eight bytes of a folded name, padded with zeros. Folded names do not contain NUL, so
  /// a short one precedes those that begin with it.
  static func prefix(_ fold: some Collection<UInt8>) -> UInt64 {
    // Big-endian, so that numbers compare like bytes.
    let bytes = fold.prefix(8)
    return bytes.reduce(0) { $0 << 8 | UInt64($1) } << (8 * UInt64(8 - bytes.count))
  }

  /// The order of bytes: negative if one precedes two, 0 if they are equal.
  static func order(_ one: UnsafeRawBufferPointer, _ two: UnsafeRawBufferPointer) -> Int {
    if let left = one.baseAddress, let right = two.baseAddress {
      let order = memcmp(left, right, min(one.count, two.count))
      if order != 0 { return Int(order) }
    }
    return one.count - two.count
  }
}

/// The texts of a city's row.
struct CityTexts {
  let country, name, latitude, longitude, more: UnsafeRawBufferPointer
}

extension Int {
  /// The number of blocks of this many names.
  var blocks: Int { (self + CityIndex.blockLength - 1) / CityIndex.blockLength }

  /// The position of the first name of a block.
  fileprivate var start: Int { self * CityIndex.blockLength }
}
