/// A city file in chunks → rows, in flat memory.
///
/// What it is shows in its first bytes, after a byte order mark and white space:
///
/// - `[`: an array of objects;
/// - `{`: the same objects one after the other, as in JSON lines;
/// - text with 18 tabs in its first line: GeoNames' table (`cities500.txt` and the like), with or
///   without a line of names. Lines end in LF or CR LF, the last one also without.
///
/// `CityRowObject` says which members an object may have, `GeoNamesRow` which columns are read. A
/// row that cannot be used is counted and skipped. A file that is something else, is no JSON, or
/// ends inside a city is an error.
package struct CityFile: Sendable {
  private var opening = CityFileOpening()
  private var shape: CityFileShape?
  private var objects = CityFileObjects(at: 0)
  private var table = GeoNamesTable(at: 0)
  private var tally = CityFileTally()
  private var failure: CityFileError?

  /// Ready for the first chunk.
  package init() {}

  /// Rows so far, good and bad.
  package var rows: Int { tally.rows }

  /// Rows that could not be used.
  package var badRows: Int { tally.badRows }

  /// The first of them.
  package var firstBadRow: BadCityRow? { tally.samples.first }

  /// The first of them, 10 at most.
  package var badRowSamples: [BadCityRow] { tally.samples }

  /// Hands every row that is complete by now to `body`.
  ///
  /// - Throws: that it is no city file. Every later call throws it again.
  package mutating func append(
    _ chunk: UnsafeRawBufferPointer, _ body: (CityRow) -> Void
  ) throws(CityFileError) {
    try keepingFailure { file throws(CityFileError) in
      var rest = chunk
      while file.shape == nil, !rest.isEmpty {
        let taken = file.opening.take(rest)
        rest = UnsafeRawBufferPointer(rebasing: rest[taken...])
        try file.open(isLast: false, body)
      }
      try file.parse(rest, isLast: false, body)
    }
  }

  /// The file has ended.
  package mutating func finish(_ body: (CityRow) -> Void) throws(CityFileError) {
    try keepingFailure { file throws(CityFileError) in
      if file.shape == nil { try file.open(isLast: true, body) }
      try file.parse(UnsafeRawBufferPointer(start: nil, count: 0), isLast: true, body)
      if case .objects(let stranger?) = file.shape, file.rows == 1, file.badRows == 1 {
        throw .found(stranger)
      }
    }
  }

  private mutating func keepingFailure(
    _ work: (inout CityFile) throws(CityFileError) -> Void
  ) throws(CityFileError) {
    if let failure { throw failure }
    do throws(CityFileError) {
      try work(&self)
    } catch {
      failure = error
      throw error
    }
  }

  /// Begins to parse if the first bytes say by now what it is.
  private mutating func open(isLast: Bool, _ body: (CityRow) -> Void) throws(CityFileError) {
    guard let shape = try opening.shape(isLast: isLast) else { return }
    self.shape = shape
    objects = CityFileObjects(at: opening.offset)
    table = GeoNamesTable(at: opening.offset)
    let first = opening.bytes
    opening = CityFileOpening()
    try first.withUnsafeBufferPointer { first throws(CityFileError) in
      try parse(UnsafeRawBufferPointer(first), isLast: false, body)
    }
  }

  private mutating func parse(
    _ bytes: UnsafeRawBufferPointer, isLast: Bool, _ body: (CityRow) -> Void
  ) throws(CityFileError) {
    switch shape {
    case .objects: try objects.append(bytes, isLast: isLast, &tally, body)
    case .table: try table.append(bytes, isLast: isLast, &tally, body)
    case nil: break
    }
  }
}
