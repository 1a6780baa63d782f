/// Rows in aligned columns: the widths come from the first rows, which wait for each other.
package struct TableLayout: Sendable {
  /// So many rows wait, the titles included, before the widths are settled.
  package static let rowsToMeasure = 100
  private static let gap = 2
  /// No column is cut below the first of these to make the others fit, or below one of the next
  /// where only that makes all of them fit: but for the first column, which says what a row is.
  private static let narrowest = [8, 6, 4]

  /// Of the terminal; nil cuts nothing.
  private let width: Int?
  private let isColored: Bool
  private var waiting: [[StyledText]] = []
  /// Nil until they are settled.
  private var widths: [Int]?

  package init(width: Int?, isColored: Bool = false) {
    self.width = width
    self.isColored = isColored
  }

  /// - Parameter cells: without control characters.
  package mutating func append(_ cells: [String], to output: inout [UInt8]) {
    append(cells.map { StyledText(escaped: $0) }, to: &output)
  }

  package mutating func append(_ cells: [StyledText], to output: inout [UInt8]) {
    if let widths { return put(cells, widths, to: &output) }
    waiting.append(cells)
    if waiting.count >= Self.rowsToMeasure { flush(to: &output) }
  }

  /// Prints the rows that wait; from then on the widths are settled.
  package mutating func flush(to output: inout [UInt8]) {
    guard !waiting.isEmpty else { return }
    let widths = widths ?? Self.fitted(Self.measured(waiting), width)
    self.widths = widths
    for row in waiting { put(row, widths, to: &output) }
    waiting = []
  }

  private static func measured(_ rows: [[StyledText]]) -> [Int] {
    var widths: [Int] = []
    for row in rows {
      for (column, cell) in row.enumerated() {
        if column == widths.count { widths.append(0) }
        widths[column] = max(widths[column], cell.width)
      }
    }
    return widths
  }

  /// The widths, the widest made narrower until all fit; at last what does not fit is cut.
  private static func fitted(_ widths: [Int], _ total: Int?) -> [Int] {
    guard let total else { return widths }
    let room = total - gap * (widths.count - 1)
    let tries = narrowest.lazy.map { narrowed(widths, to: room, narrowest: $0) }
    return tries.first { $0.reduce(0, +) <= room } ?? tries[0]
  }

  private static func narrowed(_ widths: [Int], to room: Int, narrowest: Int) -> [Int] {
    var widths = widths
    var excess = widths.reduce(0, +) - room
    while excess > 0 {
      let wide = widths.indices.filter {
        widths[$0] > ($0 == 0 ? max(narrowest, Self.narrowest[0]) : narrowest)
      }
      guard let widest = wide.map({ widths[$0] }).max() else { break }
      let columns = wide.filter { widths[$0] == widest }
      let least = columns.contains(0) ? Self.narrowest[0] : narrowest
      let next = max(widths.filter { $0 < widest }.max() ?? 0, least)
      let cut = max(1, min(widest - next, excess / columns.count))
      for column in columns where excess > 0 {
        widths[column] -= cut
        excess -= cut
      }
    }
    return widths
  }

  private func put(_ cells: [StyledText], _ widths: [Int], to output: inout [UInt8]) {
    var line = ""
    var room = width ?? .max
    for (column, cell) in cells.enumerated() {
      let isLast = column == cells.count - 1
      let limit = width == nil ? .max : min(widths[column], room)
      let (text, size) = cell.cut(to: limit)
      text.write(to: &line, isColored: isColored)
      if isLast { break }
      let padding = min(max(0, widths[column] - size) + Self.gap, room - size)
      line += String(repeating: " ", count: padding)
      room -= size + padding
    }
    output += Array(line.utf8)
    output.append(JSONByte.lineFeed)
  }
}
