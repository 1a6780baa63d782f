internal import Glibc
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

/// A directory of shards, which only this process writes to.
struct TarDirectory: Sendable {
  let path: String
  private let lock: FileLock

  /// A finished shard.
  struct Finished: Sendable, Equatable {
    let count: Int?
    /// The SHA-256 of its URLs; nil if another program has written it.
    let digest: String?
  }

  /// Creates the directory if necessary.
  ///
  /// - Parameter settings: the options that determine the content of shards. All runs must agree.
  init(_ path: String, settings: String) throws(TarFailure) {
    self.path = path
    let others: String?
    do throws(FileError) {
      try Directories.create(path, mode: 0o755)
      guard let lock = try FileLock(path: "\(path)/.wireline-tar.lock") else {
        throw FileError(path: path, operation: "lock", code: EWOULDBLOCK)
      }
      self.lock = lock
      others = try Self.agree(on: settings, in: path)
    } catch {
      throw error.code == EWOULDBLOCK ? .locked(directory: path) : .file(error)
    }
    if let others { throw .otherSettings(directory: path, settings: others) }
  }

  /// - Returns: the settings of the shards in the directory if they differ; otherwise nil.
  private static func agree(
    on settings: String, in directory: String
  ) throws(FileError) -> String? {
    let name = "\(directory)/.wireline-tar.settings"
    var known: [UInt8]?
    do throws(FileError) {
      known = try StateFile.read(name, limit: 1 << 20)
    } catch {
      guard error.code == ENOENT else { throw error }
    }
    if let known {
      let text = String(decoding: known.prefix { $0 != JSONByte.lineFeed }, as: UTF8.self)
      if text == settings { return nil }
      if try hasShards(directory) { return text }
    }
    let file = try AtomicFile(path: name, sweeps: true)
    try file.write(Array("\(settings)\n".utf8))
    try file.commit(.full)
    return nil
  }

  private static func hasShards(_ directory: String) throws(FileError) -> Bool {
    var isFound = false
    try FolderWalk.walk(directory) { file in
      let name = file.path ?? ""
      if name.hasSuffix(".tar"), !name.contains("/") { isFound = true }
    }
    return isFound
  }

  /// The path of a shard's files, without `.tar`, `.jsonl` and `_stats.json`.
  func base(of shard: Int) -> String { "\(path)/\(TarNumbering.name(of: shard))" }

  /// Returns nil if the shard is not finished.
  func finished(_ shard: Int) throws(FileError) -> Finished? {
    let bytes: [UInt8]
    do throws(FileError) {
      bytes = try StateFile.read("\(base(of: shard))_stats.json", limit: 1 << 20)
    } catch {
      if error.code == ENOENT { return nil }
      throw error
    }
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
