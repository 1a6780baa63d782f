internal import Glibc
internal import WirelineCore

/// A city file that is GeoNames' table: one city a line, columns between tabs.
struct GeoNamesTable: Sendable {
  private static let maximumLineBytes = 1 << 20
  /// Some editions have a line of names; this is the first one.
  private static let heading = Array("geonameid\t".utf8)

  private var row = GeoNamesRow()
  /// What is here of the line under way.
  private var pending: [UInt8] = []
  /// Where it begins in the file.
  private var offset: Int

  /// - Parameter offset: where the first chunk begins in the file.
  init(at offset: Int) { self.offset = offset }

  /// Counts every row that is complete by now, and hands it to `body`.
  ///
  /// - Parameter isLast: the file ends with this chunk.
  mutating func append(
    _ chunk: UnsafeRawBufferPointer, isLast: Bool, _ tally: inout CityFileTally,
    _ body: (CityRow) -> Void
  ) throws(CityFileError) {
    var rest = chunk
    while let end = Self.lineFeed(in: rest) {
      let line = UnsafeRawBufferPointer(rebasing: rest[..<end])
      if pending.isEmpty {
        try take(line, &tally, body)
      } else {
        pending.append(contentsOf: line)
        try takePending(&tally, body)
      }
      rest = UnsafeRawBufferPointer(rebasing: rest[(end + 1)...])
    }
    pending.append(contentsOf: rest)
    try check(pending.count, tally)
    guard isLast, !pending.isEmpty else { return }
    // Otherwise the last line needs no line feed.
    if pending.withUnsafeBytes({ row.isCut($0) }) {
      throw .truncated(at: offset + pending.count, rows: tally.rows)
    }
    try takePending(&tally, body)
  }

  private static func lineFeed(in bytes: UnsafeRawBufferPointer) -> Int? {
    guard let base = bytes.baseAddress, bytes.count > 0 else { return nil }
    return memchr(base, Int32(JSONByte.lineFeed), bytes.count).map { UnsafeRawPointer($0) - base }
  }

  private mutating func takePending(
    _ tally: inout CityFileTally, _ body: (CityRow) -> Void
  ) throws(CityFileError) {
    let line = pending
    pending = []
    try line.withUnsafeBufferPointer { line throws(CityFileError) in
      try take(UnsafeRawBufferPointer(line), &tally, body)
    }
  }

  private mutating func take(
    _ line: UnsafeRawBufferPointer, _ tally: inout CityFileTally, _ body: (CityRow) -> Void
  ) throws(CityFileError) {
    try check(line.count, tally)
    defer { offset += line.count + 1 }
    let isReturn = line.last == JSONByte.carriageReturn
    let content = UnsafeRawBufferPointer(rebasing: line.dropLast(isReturn ? 1 : 0))
    if content.allSatisfy({ $0 == JSONByte.space }) { return }
    if tally.rows == 0, content.starts(with: Self.heading) { return }
    tally.count(at: offset) { index throws(BadCityRow.Reason) in
      try row.read(content) { body($0.at(index)) }
    }
  }

  private func check(_ count: Int, _ tally: CityFileTally) throws(CityFileError) {
    guard count > Self.maximumLineBytes else { return }
    throw CityFileError(
      "no table of GeoNames: a line of over \(Self.maximumLineBytes) bytes at byte \(offset), "
        + "after \(tally.rows) cities")
  }
}
