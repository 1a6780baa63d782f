/// The English names of countries.
///
/// They come from ISO 3166-1, with Kosovo and with other names in common use
/// to search by; `country-table.py` tells which and why.
package enum CountryNames {
  /// Bytes that a fold must have to be compared with names. A code has two
  /// letters, so what is shorter is for codes alone.
  package static let minimumLength = 3

  /// The name to show, such as `South Korea`; nil for a code without one.
  ///
  /// - Parameter code: ISO 3166-1 alpha-2, upper case, or `XK`.
  package static func name(of code: String) -> String? {
    guard code.utf8.count == 2 else { return nil }
    return CountryNameTable.names.withUTF8Buffer { table in
      let key = Array(code.utf8)
      let line = firstLine(table, column: 0, notBefore: key)
      guard hasPrefix(table, at: line, key) else { return nil }
      let name = table[(line + nameColumn)...].prefix { $0 != newline }
      return String(decoding: name, as: UTF8.self)
    }
  }

  /// All codes, in order, and the names to show.
  package static func all() -> [(code: String, name: String)] {
    CountryNameTable.names.withUTF8Buffer { table in
      table.split(separator: newline).map { line in
        (
          String(decoding: line.prefix(nameColumn - 1), as: UTF8.self),
          String(decoding: line.dropFirst(nameColumn), as: UTF8.self)
        )
      }
    }
  }

  /// The codes of the countries one of whose names begins so, in order.
  ///
  /// `united k` gives `GB`; `korea` gives `KP` and `KR`; what is shorter than
  /// `minimumLength` gives none. Whether it is a code is the caller's affair.
  ///
  /// - Parameters:
  ///   - fold: the beginning of a name as `CityFolding` has it.
  ///   - isWhole: whether it has to be all of the name.
  package static func codes(matching fold: [UInt8], isWhole: Bool = false) -> [String] {
    guard fold.count >= minimumLength else { return [] }
    return CountryNameTable.folds.withUTF8Buffer { table in
      var codes: [String] = []
      var line = firstLine(table, column: nameColumn, notBefore: fold)
      while hasPrefix(table, at: line + nameColumn, fold) {
        let next = nextLine(table, after: line)
        let isMatch = !isWhole || line + nameColumn + fold.count + 1 == next
        let code = String(decoding: table[line..<line + 2], as: UTF8.self)
        if isMatch, !codes.contains(code) { codes.append(code) }
        line = next
      }
      codes.sort()
      return codes
    }
  }

  private static let newline: UInt8 = 0x0A
  /// Where the name begins in a line, behind the code and a space.
  private static let nameColumn = 3

  /// Where the first line begins whose text from a column on is not before a
  /// key: lines are in the order of that text, by bytes.
  private static func firstLine(
    _ table: UnsafeBufferPointer<UInt8>, column: Int, notBefore key: [UInt8]
  ) -> Int {
    // Both are where a line begins, or the end.
    var (low, high) = (0, table.count)
    while low < high {
      var line = (low + high) / 2
      while line > low, table[line - 1] != newline { line -= 1 }
      if isBefore(table, at: line + column, key) {
        low = nextLine(table, after: line)
      } else {
        high = line
      }
    }
    return low
  }

  private static func nextLine(_ table: UnsafeBufferPointer<UInt8>, after line: Int) -> Int {
    var end = line
    while end < table.count, table[end] != newline { end += 1 }
    return min(end + 1, table.count)
  }

  private static func isBefore(
    _ table: UnsafeBufferPointer<UInt8>, at start: Int, _ key: [UInt8]
  ) -> Bool {
    for (offset, byte) in key.enumerated() {
      // The newline, before all that names have, ends the shorter one.
      guard start + offset < table.count else { return true }
      if table[start + offset] != byte { return table[start + offset] < byte }
      if byte == newline { return true }
    }
    return false
  }

  private static func hasPrefix(
    _ table: UnsafeBufferPointer<UInt8>, at start: Int, _ key: [UInt8]
  ) -> Bool {
    guard start + key.count <= table.count else { return false }
    return key.indices.allSatisfy { table[start + $0] == key[$0] && key[$0] != newline }
  }
}
