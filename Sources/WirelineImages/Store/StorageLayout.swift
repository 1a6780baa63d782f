internal import Glibc
internal import Synchronization
internal import WirelineCore
internal import WirelineRequests

/// The folders and names of images below the output directory. Derived from the URL and the day,
/// never from the response.
enum StorageLayout: String, Sendable, CaseIterable {
  /// `ab/<key>.<ext>`, in 256 folders.
  case hashed
  /// `<key>_<last part of the path>.<ext>`, all in one folder.
  case flat
  /// `example.com/<key>.<ext>`.
  case domain
  /// `2026/11/21/<key>.<ext>`, by the day on which it was first stored, in UTC, which only the
  /// index knows.
  case date

  func folder(_ address: ImageAddress, at time: Int) -> String {
    switch self {
    case .hashed: String(address.digits.utf8.prefix(2)) ?? ""
    case .flat: ""
    case .domain: Self.folder(host: address.url.host)
    case .date:
      String(CivilDate.timestamp(time).prefix { $0 != "T" }).replacing("-", with: "/")
    }
  }

  func stem(_ address: ImageAddress) -> String {
    let key = address.digits
    guard self == .flat else { return key }
    let part = Self.cleaned(address.url.path)
    return part.isEmpty ? key : "\(key)_\(part)"
  }

  /// The last part of a path, without an image's extension, with `_` for everything but ASCII
  /// letters and digits, and cut to 50 characters.
  static func cleaned(_ path: String) -> String {
    var part = path[(path.lastIndex(of: "/").map { path.index(after: $0) } ?? path.startIndex)...]
    if let dot = part.lastIndex(of: "."),
      ImageFormat(fileExtension: part[part.index(after: dot)...].lowercased()) != nil
    {
      part = part[..<dot]
    }
    let text = String(decoding: PercentEncoding.decoded(part), as: UTF8.self)
    return String(
      text.prefix(50).map { $0.isASCII && ($0.isLetter || $0.isNumber) ? $0 : "_" })
  }

  /// A host as the name of a folder, never hidden and never outside.
  static func folder(host: String) -> String {
    let name = host.prefix(200).map { character in
      character.isASCII && (character.isLetter || character.isNumber)
        || character == "-" || character == "." ? character : "_"
    }
    if name.isEmpty { return "unknown" }
    return name[0] == "." ? "_" + String(name.dropFirst()) : String(name)
  }
}

/// The names in a store, to find out quickly that an image is not stored, without looking for a
/// file of each format.
///
/// A Bloom filter of fixed size. A negative result is certain unless another process has stored
/// the image meanwhile, for which `DownloadLock` checks; a positive one requires a look at the
/// file system.
final class StoredNames: Sendable {
  private struct State: Sendable {
    var bits: [UInt64] = []
    var folders: Set<String> = []

    mutating func insert(_ prefix: UInt64) {
      for position in positions(prefix) { bits[position >> 6] |= 1 << UInt64(position & 63) }
    }

    func contains(_ prefix: UInt64) -> Bool {
      positions(prefix).allSatisfy { bits[$0 >> 6] & 1 << UInt64($0 & 63) != 0 }
    }

    /// Two positions, from different bits of the hash.
    private func positions(_ prefix: UInt64) -> [Int] {
      let last = bits.count << 6 - 1
      return [
        Int(truncatingIfNeeded: prefix) & last, Int(truncatingIfNeeded: prefix >> 24) & last,
      ]
    }
  }

  private let state = Mutex(State())
  private let tree: DirectoryTree

  /// 256 KiB: with 100,000 images, one lookup in a hundred is a false positive.
  private static let bitCount = 1 << 21

  init(_ tree: DirectoryTree) { self.tree = tree }

  /// - Parameter folder: below the directory. The first call reads it and removes temporary files
  ///   of killed processes.
  func mayContain(_ key: ImageKey, in folder: String) -> Bool {
    state.withLock { state in
      if state.bits.isEmpty { state.bits = [UInt64](repeating: 0, count: Self.bitCount / 64) }
      if state.folders.insert(folder).inserted {
        read(folder) { state.insert($0) }
      }
      return state.contains(key.prefix)
    }
  }

  /// Adds a stored image. Before the first `mayContain` this is unnecessary, as the folders are
  /// read later.
  func insert(_ key: ImageKey) {
    state.withLock { if !$0.bits.isEmpty { $0.insert(key.prefix) } }
  }

  private func read(_ folder: String, _ body: (UInt64) -> Void) {
    guard
      let descriptor = try? tree.open(folder.isEmpty ? "." : folder, O_RDONLY | O_DIRECTORY)
    else { return }
    guard let handle = fdopendir(descriptor) else {
      close(descriptor)
      return
    }
    defer { closedir(handle) }
    while let entry = readdir(handle) {
      let isHidden = withUnsafeBytes(of: &entry.pointee.d_name) { name in
        if let prefix = ImageKey.prefix(of: name) { body(prefix) }
        return name.first == UInt8(ascii: ".")
      }
      if isHidden { TemporaryFiles.removeIfAbandoned(entry, in: descriptor) }
    }
  }
}
