internal import WirelineCore

// An image as a row of the database.
extension IndexedImage {
  /// Reads the row a statement is at, in the order of
  /// `ImageIndexSchema.columns`.
  ///
  /// Nil for one that cannot be right: a path that leads out of the output
  /// directory above all, as files are deleted by it.
  init?(_ row: SQLiteStatement) {
    guard let key = ImageKey(row.bytes(1)), let format = ImageFormat(rawValue: row.text(8)),
      let path = Self.path(row.bytes(3), key)
    else { return nil }
    let flags = row.bytes(16)
    self.init(
      key: key, url: row.text(2), path: path, etag: Self.text(row, 4),
      lastModified: Self.text(row, 5), sha256: ImageKey(row.bytes(6))?.hexadecimal,
      bytes: max(0, Self.number(row, 7) ?? 0), format: format, width: Self.number(row, 9),
      height: Self.number(row, 10), frames: Self.number(row, 11),
      orientation: Self.number(row, 12), storedAt: Self.number(row, 13) ?? 0,
      checkedAt: Self.number(row, 14) ?? 0, usedAt: Self.number(row, 15) ?? 0,
      flags: flags.isEmpty ? [] : row.text(16).split(separator: " ").map(String.init))
  }

  /// Runs a statement whose parameters are the key and the columns.
  ///
  /// The texts are lent to SQLite, one after the other in one buffer: it need not
  /// copy them.
  func store(_ row: SQLiteStatement) throws(SQLiteError) {
    var bytes: [UInt8] = []
    bytes.reserveCapacity(512)
    let url = Self.add(url, to: &bytes)
    let host = Self.add(host, to: &bytes)
    let path = Self.add(storedPath, to: &bytes)
    let etag = Self.add(etag, to: &bytes)
    let lastModified = Self.add(lastModified, to: &bytes)
    let format = Self.add(format.rawValue, to: &bytes)
    let flags = Self.add(flags.isEmpty ? "" : flags.joined(separator: " "), to: &bytes)
    try bytes.withUnsafeBufferPointer { bytes throws(SQLiteError) in
      let bytes = UnsafeRawBufferPointer(bytes)
      try Self.bind(row, 2, bytes, url)
      try Self.bind(row, 3, bytes, host)
      try Self.bind(row, 4, bytes, path)
      try Self.bind(row, 5, bytes, etag)
      try Self.bind(row, 6, bytes, lastModified)
      try Self.bind(row, 10, bytes, format)
      try Self.bind(row, 17, bytes, flags)
      try storeNumbers(row)
      try storeKeys(row)
    }
  }

  /// - Returns: where the text lies then; nil for none.
  private static func add(_ text: String?, to bytes: inout [UInt8]) -> Range<Int>? {
    guard var text else { return nil }
    let start = bytes.count
    text.withUTF8 { bytes.append(contentsOf: $0) }
    return start..<bytes.count
  }

  private static func bind(
    _ row: SQLiteStatement, _ index: Int, _ bytes: UnsafeRawBufferPointer, _ place: Range<Int>?
  ) throws(SQLiteError) {
    guard let place else { return try row.bind(index, nil as String?) }
    try row.bind(index, text: UnsafeRawBufferPointer(rebasing: bytes[place]))
  }

  private func storeNumbers(_ row: SQLiteStatement) throws(SQLiteError) {
    try row.bind(9, Int64(max(0, bytes)))
    try Self.bind(row, 11, width.map(Int64.init))
    try Self.bind(row, 12, height.map(Int64.init))
    try Self.bind(row, 13, frames.map(Int64.init))
    try Self.bind(row, 14, orientation.map(Int64.init))
    try row.bind(15, Int64(storedAt))
    try row.bind(16, Int64(checkedAt))
  }

  /// Binds the key and the hash of the content, and runs the statement.
  private func storeKeys(_ row: SQLiteStatement) throws(SQLiteError) {
    let hash = sha256.flatMap { ImageKey(hexadecimal: $0) }
    try Self.bind(row, 8, hash.map(\.twin))
    try key.withBytes { key throws(SQLiteError) in
      try row.bind(1, text: key)
      guard let hash else {
        try row.bind(7, nil as String?)
        return try row.run()
      }
      try hash.withBytes { hash throws(SQLiteError) in
        try row.bind(7, text: hash)
        try row.run()
      }
    }
  }

  private static func bind(
    _ row: SQLiteStatement, _ index: Int, _ value: Int64?
  ) throws(SQLiteError) {
    if let value { try row.bind(index, value) } else { try row.bind(index, nil as String?) }
  }

  private static func number(_ row: SQLiteStatement, _ column: Int) -> Int? {
    row.isNull(column) ? nil : Int(truncatingIfNeeded: row.integer(column))
  }

  private static func text(_ row: SQLiteStatement, _ column: Int) -> String? {
    row.isNull(column) ? nil : row.text(column)
  }
}

// MARK: Paths

extension IndexedImage {
  /// In the place of the key's digits, which are most of a path and in the row
  /// already. No layout makes a name with a control character.
  private static let mark: UInt8 = 0x01

  /// The path as the row has it: every layout begins a name with the digits.
  var storedPath: String {
    var path = path
    return path.withUTF8 { text in
      var start = text.count
      while start > 0, text[start - 1] != UInt8(ascii: "/") { start -= 1 }
      let end = start + 64
      // Every layout begins a name with its key: a part of it tells.
      guard text.count >= end,
        ImageKey.prefix(of: UnsafeBufferPointer(rebasing: text[start...])) == key.prefix
      else { return String(decoding: text, as: UTF8.self) }
      return String(unsafeUninitializedCapacity: text.count - 63) { stored in
        for place in 0..<start { stored[place] = text[place] }
        stored[start] = Self.mark
        for place in end..<text.count { stored[place - 63] = text[place] }
        return text.count - 63
      }
    }
  }

  /// The path of a row; nil for one that leads out of the directory.
  private static func path(_ stored: UnsafeRawBufferPointer, _ key: ImageKey) -> String? {
    guard staysInside(stored) else { return nil }
    guard let place = stored.firstIndex(of: mark) else {
      return String(decoding: stored, as: UTF8.self)
    }
    return String(unsafeUninitializedCapacity: stored.count + 63) { path in
      let path = UnsafeMutableRawBufferPointer(path)
      path.copyMemory(from: UnsafeRawBufferPointer(rebasing: stored[..<place]))
      key.write(into: UnsafeMutableRawBufferPointer(rebasing: path[place...]))
      UnsafeMutableRawBufferPointer(rebasing: path[(place + 64)...]).copyMemory(
        from: UnsafeRawBufferPointer(rebasing: stored[(place + 1)...]))
      return stored.count + 63
    }
  }

  /// Whether a path is below the directory it belongs to: no part of it is
  /// empty, `.` or `..`.
  static func staysInside(_ path: UnsafeRawBufferPointer) -> Bool {
    var length = 0
    var dots = 0
    for byte in path {
      if byte == 0 { return false }
      if byte == 0x2F {
        if dots == length, length < 3 { return false }
        (length, dots) = (0, 0)
      } else {
        length += 1
        if byte == 0x2E { dots += 1 }
      }
    }
    return dots < length || length >= 3
  }
}

extension ImageKey {
  /// The first eight bytes as SQLite has numbers.
  var twin: Int64 { Int64(bitPattern: prefix) }
}
