internal import Glibc
internal import WirelineCore

/// An image's entry in the index of its output directory.
struct IndexedImage: Sendable, Equatable {
  var key: ImageKey
  /// The URL as requested; empty if only the file is known.
  var url: String
  /// Below the output directory.
  var path: String
  /// Validators for conditional requests.
  var etag: String?
  var lastModified: String?
  /// The hash of the content.
  var sha256: ImageKey
  var bytes: Int
  var header: ImageHeader
  /// The time when the file was written, last stored or revalidated, and last requested, in seconds
  /// since 1970.
  var storedAt: Int
  /// The time when it was last stored or revalidated, in seconds since 1970.
  var checkedAt: Int
  /// The time when it was last requested, in seconds since 1970.
  var usedAt: Int
  /// Anomalies, as in the image record.
  var flags: [String] = []
  /// The downloaded image, if the file is the result of processing it.
  var original: OriginalImage?

  /// The flag of an image whose file has changed or is invalid. Lookups ignore the image.
  static let changeFlag = "changed"

  /// The properties of the downloaded image, before processing.
  var downloaded: ImageHeader {
    original.map { ImageHeader(format: $0.format, width: $0.width, height: $0.height) } ?? header
  }
}

// MARK: Rows

extension IndexedImage {
  /// The columns of the table. The raw value is the number of a column's parameter when a row is
  /// written, and of its result column when it is read.
  enum Column: Int, CaseIterable {
    case key = 1
    case url, path, etag, modified, sha256, bytes, format, width, height, frames, orientation
    case stored, checked, flags, original

    /// The result column after these: the last use, which is in a separate table.
    static let usedAt = allCases.count + 1
  }

  /// The sizes that a row may contain, so that sums and differences cannot overflow.
  static let sizes = 0...1 << 50
  /// Files may be older than 1970.
  private static let times = -(1 << 50)...1 << 50

  /// Reads the current row of a statement. Returns nil for an invalid row, in particular one whose
  /// path leads out of the output directory, because rows name the files to delete.
  init?(_ row: SQLiteStatement) {
    var isSound = true
    func text(_ column: Column) -> String? {
      // The usual type first: a warm list reads a dozen values per image.
      if row.isText(column.rawValue) { return row.text(column.rawValue) }
      isSound = isSound && row.isNull(column.rawValue)
      return nil
    }
    func number(_ column: Int, in range: ClosedRange<Int> = Self.sizes) -> Int? {
      guard row.isInteger(column) else {
        isSound = isSound && row.isNull(column)
        return nil
      }
      let value = Int(truncatingIfNeeded: row.integer(column))
      isSound = isSound && range.contains(value)
      return value
    }
    guard row.isText(Column.path.rawValue), row.isText(Column.format.rawValue),
      let key = ImageKey(row.bytes(Column.key.rawValue)),
      let sha256 = ImageKey(row.bytes(Column.sha256.rawValue)),
      let format = ImageFormat(rawValue: row.text(Column.format.rawValue)),
      Self.staysInside(row.bytes(Column.path.rawValue))
    else { return nil }
    self.init(
      key: key, url: text(.url) ?? "", path: row.text(Column.path.rawValue), etag: text(.etag),
      lastModified: text(.modified), sha256: sha256, bytes: number(Column.bytes.rawValue) ?? 0,
      header: ImageHeader(
        format: format, width: number(Column.width.rawValue),
        height: number(Column.height.rawValue), frames: number(Column.frames.rawValue),
        orientation: number(Column.orientation.rawValue)),
      storedAt: number(Column.stored.rawValue, in: Self.times) ?? 0,
      checkedAt: number(Column.checked.rawValue, in: Self.times) ?? 0,
      usedAt: number(Column.usedAt, in: Self.times) ?? 0,
      flags: text(.flags)?.utf8.split(separator: 0x20).compactMap { String($0) } ?? [],
      original: text(.original).flatMap { OriginalImage($0) })
    if !isSound { return nil }
  }

  func store(_ row: SQLiteStatement) throws(SQLiteError) {
    try row.bind(.url, url)
    try row.bind(.path, path)
    try row.bind(.etag, etag)
    try row.bind(.modified, lastModified)
    try row.bind(.bytes, Int64(max(0, bytes)))
    try row.bind(.format, header.format.rawValue)
    try row.bind(.width, header.width.map(Int64.init))
    try row.bind(.height, header.height.map(Int64.init))
    try row.bind(.frames, header.frames.map(Int64.init))
    try row.bind(.orientation, header.orientation.map(Int64.init))
    try row.bind(.stored, Int64(storedAt))
    try row.bind(.checked, Int64(checkedAt))
    try row.bind(.flags, flags.joined(separator: " "))
    try row.bind(.original, original?.word)
    try row.bind(Column.key.rawValue, key)
    try row.bind(Column.sha256.rawValue, sha256)
    try row.run()
  }

  /// Whether a path stays below its directory: no component is empty, `.` or `..`.
  static func staysInside(_ path: UnsafeRawBufferPointer) -> Bool {
    // Without `split`, which allocates: a warm list checks the path of each image.
    var rest = path[...]
    while true {
      let part = rest.prefix { $0 != 0x2F }
      if part.count <= 2, part.allSatisfy({ $0 == 0x2E }) { return false }
      rest = rest[part.endIndex...]
      if rest.isEmpty { return !JSONByte.has(0, in: path) }
      rest = rest.dropFirst()
    }
  }
}

extension SQLiteStatement {
  fileprivate func bind(_ column: IndexedImage.Column, _ text: String?) throws(SQLiteError) {
    try bind(column.rawValue, text)
  }

  fileprivate func bind(_ column: IndexedImage.Column, _ number: Int64?) throws(SQLiteError) {
    if let number { try bind(column.rawValue, number) } else { try bind(column, nil as String?) }
  }
}

/// The downloaded image from which a stored one was made.
struct OriginalImage: Sendable, Equatable {
  let format: ImageFormat
  let width: Int?
  let height: Int?
  let bytes: Int
  let sha256: ImageKey

  init(_ image: IndexedImage) {
    (format, width, height) = (image.header.format, image.header.width, image.header.height)
    (bytes, sha256) = (image.bytes, image.sha256)
  }

  /// Reads what `word` returns; nil for anything else.
  init?(_ word: String) {
    // Splitting characters takes 400 instructions each, and bytes of a string 80.
    let parts = Array(word.utf8).split(separator: 0x2C, omittingEmptySubsequences: false)
    let texts = parts.map { String(decoding: $0, as: UTF8.self) }
    guard parts.count == 5, let format = ImageFormat(rawValue: texts[0]),
      let bytes = Int(texts[3]), bytes >= 0,
      let sha256 = parts[4].withUnsafeBytes({ ImageKey(hexadecimal: $0) })
    else { return nil }
    (self.format, width, height) = (format, Int(texts[1]), Int(texts[2]))
    (self.bytes, self.sha256) = (bytes, sha256)
  }

  /// The text in the index: `jpeg,1600,1200,398120,<SHA-256>`.
  var word: String {
    let size = [width, height].map { $0.map(String.init) ?? "" }.joined(separator: ",")
    return "\(format.rawValue),\(size),\(bytes),\(sha256.hexadecimal)"
  }
}

/// The content of a stored file.
struct ImageContent {
  let header: ImageHeader?
  let bytes: Int
  let sha256: ImageKey
  let issue: ImageStructure.Issue?

  /// Reads a file to its end.
  ///
  /// - Parameters:
  ///   - descriptor: is closed.
  ///   - validation: the level; the caller checks whether the header is complete.
  init(
    _ descriptor: Int32, path: String, validation: ValidationLevel = .none
  ) throws(FileError) {
    defer { close(descriptor) }
    let head = try FileBytes.head(of: descriptor, path, count: ImageHeader.maximumBytes)
    header = ImageHeader(head[...])
    var structure = header.flatMap { ImageStructure($0.format, validation) }
    var digest = SHA256()
    var bytes = 0
    let add = { (piece: UnsafeRawBufferPointer) in
      digest.update(bufferPointer: piece)
      structure?.append(piece)
      bytes += piece.count
    }
    head.withUnsafeBytes(add)
    if bytes == ImageHeader.maximumBytes {
      // The head was read by position, which does not move the offset of the file.
      guard lseek(descriptor, off_t(bytes), SEEK_SET) >= 0 else {
        throw FileError(path: path, operation: "read", code: errno)
      }
      try FileBytes.chunks(of: descriptor, path: path, add)
    }
    self.bytes = bytes
    sha256 = ImageKey(digest.finalize())
    issue = structure?.finish()
  }
}
