/// How many rows there were, and what was wrong with the first bad ones.
struct CityFileTally: Sendable {
  static let sampleLimit = 10

  private(set) var rows = 0
  private(set) var badRows = 0
  private(set) var samples: [BadCityRow] = []

  /// - Parameters:
  ///   - offset: where the row begins in the file, in bytes.
  ///   - row: hands the row of this index on, or throws what is wrong with it.
  @inline(__always)
  mutating func count(at offset: Int, _ row: (Int) throws(BadCityRow.Reason) -> Void) {
    let index = rows
    rows += 1
    do throws(BadCityRow.Reason) {
      try row(index)
    } catch {
      badRows += 1
      guard samples.count < Self.sampleLimit else { return }
      samples.append(BadCityRow(index: index, offset: offset, reason: error))
    }
  }
}
