/// A terminal emulator for the sequences that a screen uses.
///
/// Other sequences are recorded as errors, and so is text beyond the end of a line.
struct TerminalGrid {
  struct Cell: Equatable {
    /// A character with its combining marks; empty after a wide one.
    var text = " "
    var isReversed = false
    var isFaint = false
  }

  private(set) var columns: Int
  private(set) var rows: Int
  private(set) var cells: [[Cell]]
  private(set) var row = 0
  private(set) var column = 0
  private(set) var isCursorShown = true
  private(set) var isWrapping = true
  private(set) var isPasteBracketed = false
  /// The number of times that bracketed paste was turned on.
  private(set) var pastesBracketed = 0
  private(set) var errors: [String] = []

  private var style = Cell()
  /// Whether the cursor is still on the last column after writing to it.
  private var isFull = false
  private var waiting: [UInt8] = []

  init(columns: Int, rows: Int) {
    (self.columns, self.rows) = (columns, rows)
    cells = Self.blank(columns, rows)
  }

  /// The lines as text, without the spaces at their ends.
  var lines: [String] {
    cells.map { line in
      let text = line.map(\.text).joined()
      return String(text.reversed().drop { $0 == " " }.reversed())
    }
  }

  /// The lines from the cursor down, without trailing empty ones and the line of keys.
  var screen: [String] {
    var lines = Array(lines[row...])
    while lines.last == "" { lines.removeLast() }
    if lines.last?.hasPrefix("↑↓ select") == true { lines.removeLast() }
    return lines
  }

  /// Resizes without reflow: lines are cut, and scroll out at the top.
  mutating func resize(columns: Int, rows: Int) {
    for index in cells.indices {
      cells[index] = Array(cells[index].prefix(columns))
      cells[index] += [Cell](repeating: Cell(), count: columns - cells[index].count)
    }
    let lost = max(0, row - rows + 1)
    cells = Array(cells.dropFirst(lost).prefix(rows))
    cells += Self.blank(columns, rows - cells.count)
    row -= lost
    column = min(column, columns - 1)
    isFull = false
    (self.columns, self.rows) = (columns, rows)
  }

  mutating func feed(_ bytes: [UInt8]) {
    waiting += bytes
    while let first = waiting.first {
      switch first {
      case 0x1B:
        guard let count = sequence() else { return }
        waiting.removeFirst(count)
      case 0x0D: (column, isFull) = (0, false); waiting.removeFirst()
      case 0x0A: lineFeed(); waiting.removeFirst()
      default:
        let length = first < 0x80 ? 1 : first < 0xE0 ? 2 : first < 0xF0 ? 3 : 4
        guard waiting.count >= length else { return }
        let text = String(decoding: waiting[..<length], as: UTF8.self)
        waiting.removeFirst(length)
        for scalar in text.unicodeScalars { put(scalar) }
      }
    }
  }

  // MARK: - Text

  private mutating func put(_ scalar: Unicode.Scalar) {
    if scalar.value < 0x20 || (0x7F...0x9F).contains(scalar.value) || scalar == "\u{FFFD}"
      || (0x202A...0x202E).contains(scalar.value)
    {
      return fail("\(scalar.debugDescription)")
    }
    let width = Self.width(scalar)
    if width == 0 { return extend(with: scalar) }
    if isFull || column + width > columns { fail("no room for \(scalar.debugDescription)") }
    if isFull, isWrapping {
      column = 0
      lineFeed()
    }
    column = min(column, max(0, columns - width))
    var cell = style
    cell.text = String(scalar)
    cells[row][column] = cell
    if width == 2, column + 1 < columns {
      cell.text = ""
      cells[row][column + 1] = cell
    }
    isFull = column + width >= columns
    column = min(column + width, columns - 1)
  }

  private mutating func extend(with scalar: Unicode.Scalar) {
    var index = isFull ? column : column - 1
    if index >= 0, cells[row][index].text.isEmpty { index -= 1 }
    if index >= 0 { cells[row][index].text.unicodeScalars.append(scalar) }
  }

  /// Independent of the product: covers the scripts used in the tests.
  private static func width(_ scalar: Unicode.Scalar) -> Int {
    switch scalar.value {
    case 0x300...0x36F, 0x200B...0x200D: 0
    case 0x1100...0x115F, 0x2E80...0xA4CF, 0xAC00...0xD7A3, 0xFF01...0xFF60, 0x1F300...0x1FAFF: 2
    default: 1
    }
  }

  private mutating func lineFeed() {
    isFull = false
    row += 1
    if row < rows { return }
    row = rows - 1
    cells.removeFirst()
    cells += Self.blank(columns, 1)
  }

  // MARK: - Sequences

  /// Executes the sequence at the start of `waiting`.
  ///
  /// - Returns: its length; nil if it is incomplete.
  private mutating func sequence() -> Int? {
    guard waiting.count > 1 else { return nil }
    guard waiting[1] == 0x5B else {
      fail("ESC \(waiting[1])")
      return 2
    }
    guard let end = waiting.dropFirst(2).firstIndex(where: { $0 >= 0x40 }) else { return nil }
    let parameters = String(decoding: waiting[2..<end], as: UTF8.self)
    control(parameters, Character(Unicode.Scalar(waiting[end])))
    return end + 1
  }

  private mutating func control(_ parameters: String, _ final: Character) {
    let number = Int(parameters) ?? 1
    switch (parameters, final) {
    case (_, "A"): (row, isFull) = (max(0, row - number), false)
    case (_, "B"): (row, isFull) = (min(rows - 1, row + number), false)
    case (_, "C"): (column, isFull) = (min(columns - 1, column + number), false)
    case ("", "H"): (row, column, isFull) = (0, 0, false)
    case ("", "K"): eraseLine(row, from: column)
    case ("", "J"):
      eraseLine(row, from: column)
      for line in (row + 1)..<max(row + 1, rows) { eraseLine(line, from: 0) }
    case ("2", "J"): cells = Self.blank(columns, rows)
    case ("0", "m"): style = Cell()
    case ("2", "m"): style.isFaint = true
    case ("7", "m"): style.isReversed = true
    case ("?25", "h"), ("?25", "l"): isCursorShown = final == "h"
    case ("?7", "h"), ("?7", "l"): isWrapping = final == "h"
    case ("?2004", "h"), ("?2004", "l"):
      isPasteBracketed = final == "h"
      if isPasteBracketed { pastesBracketed += 1 }
    default: fail("ESC [ \(parameters) \(final)")
    }
  }

  private mutating func eraseLine(_ line: Int, from start: Int) {
    for index in start..<columns { cells[line][index] = Cell() }
  }

  private mutating func fail(_ message: String) { errors.append(message) }

  private static func blank(_ columns: Int, _ rows: Int) -> [[Cell]] {
    Array(repeating: Array(repeating: Cell(), count: columns), count: max(0, rows))
  }
}
