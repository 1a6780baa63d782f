internal import WirelineCore

/// A city file of JSON objects, in an array or one after the other.
struct CityFileObjects: Sendable {
  private var elements: CityFileElements
  private var row = CityRowObject()

  /// - Parameter offset: where the first chunk begins in the file.
  init(at offset: Int) { elements = CityFileElements(at: offset) }

  /// Counts every row that is complete by now, and hands it to `body`.
  ///
  /// - Parameter isLast: the file ends with this chunk.
  mutating func append(
    _ chunk: UnsafeRawBufferPointer, isLast: Bool, _ tally: inout CityFileTally,
    _ body: (CityRow) -> Void
  ) throws(CityFileError) {
    do throws(JSONSyntaxError) {
      try elements.append(chunk, isLast: isLast) { element in
        tally.count(at: element.offset) { index throws(BadCityRow.Reason) in
          try row.read(element) { body($0.at(index)) }
        }
      }
    } catch {
      throw CityFileError(error, rows: tally.rows)
    }
  }
}
