internal import WirelineCore

/// Why shards cannot be written.
enum TarFailure: Error, Sendable {
  case file(FileError)
  /// Another process writes shards to the directory.
  case locked(directory: String)
  /// The directory has shards of a run with other options.
  case otherSettings(directory: String, settings: String)
  /// A finished shard has other images than the list.
  case otherList(shard: String)

  var description: String {
    switch self {
    case .file(let error): error.description
    case .locked(let directory): "another process is writing shards to \"\(directory)\""
    case .otherSettings(let directory, let settings):
      "the shards in \"\(directory)\" were written with \(settings)"
    case .otherList(let shard): "the finished shard \"\(shard).tar\" has other images than the list"
    }
  }

  var hint: String? {
    switch self {
    case .file, .locked: nil
    case .otherSettings: "use the same options, or another directory"
    case .otherList(let shard): "remove \"\(shard)_stats.json\" to write the shard again"
    }
  }

  var status: ExitStatus {
    switch self {
    case .file, .otherList: .cannotWrite
    case .locked: .tryLater
    case .otherSettings: .usage
    }
  }
}

extension ErrorRecord {
  /// The record of an item that was not processed because shards cannot be written.
  init(_ failure: TarFailure, tool: String) {
    let code: ErrorCode = if case .locked = failure { .locked } else { .write }
    self.init(code: code, message: failure.description, tool: tool)
  }
}

/// A directory of shards. A process locks it before it writes to it.
struct TarDirectory: Sendable {
  let path: String
  private let settings: String

  /// A finished shard.
  struct Finished: Sendable, Equatable {
    let count: Int?
    /// The SHA-256 of its URLs; nil if another program has written it.
    let digest: String?
  }

  /// - Parameter settings: the options that determine the content of shards. All runs must agree.
  /// - Throws: if shards in the directory were written with other settings.
  init(_ path: String, settings: String) throws(TarFailure) {
    (self.path, self.settings) = (path, settings)
    _ = try agrees()
  }

  /// Creates the directory if necessary, and keeps other processes from writing shards to it as
  /// long as the lock exists.
  func lock() throws(TarFailure) -> FileLock {
    let lock = try converting(TarFailure.file) { () throws(FileError) in
      try Directories.create(path, mode: 0o755)
      return try FileLock(path: "\(path)/.wireline-tar.lock")
    }
    guard let lock else { throw .locked(directory: path) }
    if try agrees() { return lock }
    try converting(TarFailure.file) { () throws(FileError) in
      try AtomicFile.write(Array("\(settings)\n".utf8), to: settingsPath, sweeps: true, .full)
    }
    return lock
  }

  private var settingsPath: String { "\(path)/.wireline-tar.settings" }

  /// Whether the settings are those in the directory. Without shards, they may be others.
  private func agrees() throws(TarFailure) -> Bool {
    let known = try converting(TarFailure.file) { () throws(FileError) in try read(settingsPath) }
    guard let known else { return false }
    let text = String(decoding: known.prefix { $0 != JSONByte.lineFeed }, as: UTF8.self)
    if text == settings { return true }
    if try converting(TarFailure.file, hasShards) {
      throw .otherSettings(directory: path, settings: text)
    }
    return false
  }

  private func hasShards() throws(FileError) -> Bool {
    var isFound = false
    try FolderWalk.walk(path) { file in
      let name = file.path ?? ""
      if name.hasSuffix(".tar"), !name.contains("/") { isFound = true }
    }
    return isFound
  }

  /// Reads a file of the directory; nil if it does not exist.
  private func read(_ path: String) throws(FileError) -> [UInt8]? {
    do throws(FileError) {
      return try StateFile.read(path, limit: 1 << 20)
    } catch {
      if error.isMissingFile { return nil }
      throw error
    }
  }

  /// The path of a shard's files, without `.tar`, `.jsonl` and `_stats.json`.
  func base(of shard: Int) -> String { "\(path)/\(TarNumbering.name(of: shard))" }

  /// Returns nil if the shard is not finished.
  func finished(_ shard: Int) throws(FileError) -> Finished? {
    guard let bytes = try read("\(base(of: shard))_stats.json") else { return nil }
    guard let object = try? JSONObject(bytes, names: Self.names) else {
      return Finished(count: nil, digest: nil)
    }
    return Finished(count: object[0]?.integer, digest: object[1]?.string)
  }

  private static let names = JSONNames(["count", "urls_sha256"])
}

/// Names the shards of a data set and the images in them like img2dataset.
struct TarNumbering: Sendable, Equatable {
  /// The number of images per shard.
  let size: Int

  private static let shardDigits = 5

  /// The shard of an image.
  ///
  /// - Parameter position: the number of images before it in the input.
  func shard(of position: Int) -> Int { position / size }

  /// Whether an image is the last one of a full shard.
  func isLast(_ position: Int) -> Bool { position % size == size - 1 }

  /// The key of an image: the shard, and the image's number in it.
  func key(of position: Int) -> String {
    Self.name(of: position / size) + (position % size).text(digits: indexDigits)
  }

  /// `00000`.
  static func name(of shard: Int) -> String { shard.text(digits: shardDigits) }

  /// At least four, as img2dataset has with its default of 10,000 images per shard, so that keys
  /// have 9 digits whatever the size.
  private var indexDigits: Int { max(4, String(size - 1).utf8.count) }
}
