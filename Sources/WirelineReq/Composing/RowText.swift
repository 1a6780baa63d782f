internal import WirelineCore
internal import WirelineRequests

/// Composed text into which the cells of a row are inserted.
struct RowText: Sendable {
  /// The notation of a cell, so that it cannot end the text around it.
  enum Encoding: Sendable {
    case unchanged
    case percent
    /// Inside the quotes of a JSON string.
    case jsonString
    /// As a number, true, false or null; of JSON Lines, also as a list or an object.
    case jsonValue
  }

  private enum Piece: Sendable {
    case fixed([UInt8])
    case cell(Int, Encoding)
  }

  private let pieces: [Piece]
  private let columns: [String]

  /// Splits text at its placeholders; nil if it has none.
  ///
  /// - Parameter encoding: returns how to write a cell between these parts of the text.
  init?(
    _ bytes: [UInt8], _ placeholders: RowPlaceholders,
    _ encoding: (_ before: ArraySlice<UInt8>, _ after: ArraySlice<UInt8>) throws(UsageError) ->
      Encoding
  ) throws(UsageError) {
    var pieces: [Piece] = []
    var rest = bytes[...]
    while let (range, column) = placeholders.first(in: rest) {
      pieces.append(.fixed(Array(rest[..<range.lowerBound])))
      let encoding = try encoding(bytes[..<range.lowerBound], bytes[range.upperBound...])
      pieces.append(.cell(column, encoding))
      rest = rest[range.upperBound...]
    }
    if pieces.isEmpty { return nil }
    self.pieces = pieces + [.fixed(Array(rest))]
    columns = placeholders.columns
  }

  /// - Parameter row: an object that was scanned with the columns.
  func filled(_ row: JSONObject) throws(InputRecordError) -> [UInt8] {
    var out: [UInt8] = []
    for piece in pieces {
      switch piece {
      case .fixed(let bytes): out += bytes
      case .cell(let column, .jsonValue): out += try value(of: row[column], columns[column])
      case .cell(let column, let encoding):
        let text = try text(of: row[column], columns[column])
        switch encoding {
        case .percent: out += PercentEncoding.component(text).utf8
        case .jsonString:
          var quoted: [UInt8] = []
          text.withUnsafeBytes { JSONQuoting.append($0, to: &quoted) }
          out += quoted.dropFirst().dropLast()
        case .unchanged, .jsonValue: out += text
        }
      }
    }
    return out
  }

  private func text(of cell: JSONView?, _ column: String) throws(InputRecordError) -> [UInt8] {
    guard let cell, cell.type != .null else { throw Self.missing(column) }
    guard let text = cell.scalarText else {
      throw .wrongType(field: column, expected: "text or a number", found: cell.type.rawValue)
    }
    // A table has no empty cells either.
    if text.isEmpty { throw Self.missing(column) }
    return Array(text.utf8)
  }

  private func value(of cell: JSONView?, _ column: String) throws(InputRecordError) -> [UInt8] {
    guard let cell else { throw Self.missing(column) }
    if cell.type != .string { return Array(cell.raw) }
    let text = try text(of: cell, column)
    guard
      ["true", "false", "null"].contains(where: { text.elementsEqual($0.utf8) })
        || text.withUnsafeBytes({ JSONDecimal.isNumber($0) })
    else {
      throw .invalid(
        field: column,
        reason: "\(cell.shortText) is not a number, true, false or null; for text use = without :")
    }
    return text
  }

  private static func missing(_ column: String) -> InputRecordError {
    .missing(field: column, expected: "a cell in every row")
  }
}
