internal import WirelineCore

/// An image's entry in the index of its output directory.
struct IndexedImage: Sendable, Equatable {
  let key: ImageKey
  /// The URL as requested; empty if only the file is known.
  var url: String
  /// Below the output directory.
  var path: String
  /// Validators for conditional requests.
  var etag: String?
  var lastModified: String?
  /// The content's hash, 64 lower-case hexadecimal digits; other values are not stored. Nil if the
  /// content was not read.
  var sha256: String?
  var bytes: Int
  var format: ImageFormat
  var width: Int?
  var height: Int?
  var frames: Int?
  /// As in EXIF, 1 to 8.
  var orientation: Int?
  /// When the file was written, in seconds since 1970.
  var storedAt: Int
  /// When it was last stored or revalidated, in seconds since 1970.
  var checkedAt: Int
  /// When it was last requested, in seconds since 1970.
  var usedAt: Int
  /// Anomalies, as in the image record.
  var flags: [String] = []

  /// The URL's host, lower case, without port; empty without a URL. Cheaper than `RequestURL`, for
  /// URLs that one has normalized.
  var host: String {
    let parts = url.utf8.split(
      separator: UInt8(ascii: "/"), maxSplits: 2, omittingEmptySubsequences: false)
    guard parts.count == 3, parts[0].last == UInt8(ascii: ":"), parts[1].isEmpty else { return "" }
    var host = parts[2].prefix { !"/?#".utf8.contains($0) }
    if let at = host.lastIndex(of: UInt8(ascii: "@")) { host = host[host.index(after: at)...] }
    if host.first == UInt8(ascii: "[") {
      host = host.dropFirst().prefix { $0 != UInt8(ascii: "]") }
    } else {
      host = host.prefix { $0 != UInt8(ascii: ":") }
    }
    return Substring(host).lowercased()
  }
}

// MARK: Rows

extension IndexedImage {
  /// The columns of the table. The raw value is the number of a column's parameter when a row is
  /// written, and of its result column when it is read.
  enum Column: Int, CaseIterable {
    case key = 1
    case url, host, path, etag, modified, sha256, twin, bytes, format, width, height, frames
    case orientation, stored, checked, flags

    /// The result column after these: the last use, which is in a separate table.
    static let usedAt = allCases.count + 1
  }

  /// Reads the current row of a statement. Nil for an invalid row, in particular if its path leads
  /// out of the output directory, because files are deleted by it.
  init?(_ row: SQLiteStatement) {
    let text = { (column: Column) in
      row.isNull(column.rawValue) ? nil : row.text(column.rawValue)
    }
    let number = { (column: Column) in
      row.isNull(column.rawValue) ? nil : Int(truncatingIfNeeded: row.integer(column.rawValue))
    }
    guard let key = ImageKey(row.bytes(Column.key.rawValue)),
      let format = ImageFormat(rawValue: row.text(Column.format.rawValue)),
      Self.staysInside(row.bytes(Column.path.rawValue))
    else { return nil }
    self.init(
      key: key, url: text(.url) ?? "", path: text(.path) ?? "", etag: text(.etag),
      lastModified: text(.modified),
      sha256: ImageKey(row.bytes(Column.sha256.rawValue))?.hexadecimal,
      bytes: max(0, number(.bytes) ?? 0), format: format, width: number(.width),
      height: number(.height), frames: number(.frames), orientation: number(.orientation),
      storedAt: number(.stored) ?? 0, checkedAt: number(.checked) ?? 0,
      usedAt: Int(truncatingIfNeeded: row.integer(Column.usedAt)),
      flags: (text(.flags) ?? "").split(separator: " ").map(String.init))
  }

  /// Runs a statement whose parameters are the columns.
  func store(_ row: SQLiteStatement) throws(SQLiteError) {
    let hash = sha256.flatMap { ImageKey(hexadecimal: $0) }
    try Self.bind(row, .url, url)
    try Self.bind(row, .host, host)
    try Self.bind(row, .path, path)
    try Self.bind(row, .etag, etag)
    try Self.bind(row, .modified, lastModified)
    try Self.bind(row, .twin, hash.map(\.twin))
    try Self.bind(row, .bytes, Int64(max(0, bytes)))
    try Self.bind(row, .format, format.rawValue)
    try Self.bind(row, .width, width.map(Int64.init))
    try Self.bind(row, .height, height.map(Int64.init))
    try Self.bind(row, .frames, frames.map(Int64.init))
    try Self.bind(row, .orientation, orientation.map(Int64.init))
    try Self.bind(row, .stored, Int64(storedAt))
    try Self.bind(row, .checked, Int64(checkedAt))
    try Self.bind(row, .flags, flags.joined(separator: " "))
    try key.withBytes { bytes throws(SQLiteError) in
      try row.bind(Column.key.rawValue, text: bytes)
      guard let hash else {
        try row.bind(Column.sha256.rawValue, nil as String?)
        return try row.run()
      }
      try hash.withBytes { bytes throws(SQLiteError) in
        try row.bind(Column.sha256.rawValue, text: bytes)
        try row.run()
      }
    }
  }

  private static func bind(
    _ row: SQLiteStatement, _ column: Column, _ text: String?
  ) throws(SQLiteError) {
    try row.bind(column.rawValue, text)
  }

  private static func bind(
    _ row: SQLiteStatement, _ column: Column, _ number: Int64?
  ) throws(SQLiteError) {
    guard let number else { return try row.bind(column.rawValue, nil as String?) }
    try row.bind(column.rawValue, number)
  }

  /// Whether a path stays below its directory: no component is empty, `.` or `..`.
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
