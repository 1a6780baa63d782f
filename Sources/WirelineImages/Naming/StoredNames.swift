internal import Glibc
internal import Synchronization
internal import WirelineCore

/// Which images may be in a store, so that those that are not need not be
/// looked for under the name of every format.
///
/// A Bloom filter: its size is fixed whatever the store holds, "no" is certain
/// as far as this run can know, "maybe" asks the file system. Where another
/// process was here meanwhile, `ImageTurn` looks again before it fetches.
final class StoredNames: Sendable {
  fileprivate struct State: Sendable {
    var bits: [UInt64] = []
    /// The folders that have been read.
    var folders: Set<String> = []
  }

  private let state = Mutex(State())
  private let tree: DirectoryTree

  /// 256 KiB: of 100,000 images one in a hundred is looked for in vain.
  private static let bitCount = 1 << 21

  init(_ tree: DirectoryTree) { self.tree = tree }

  /// - Parameter folder: where it would be, below the directory; it is read the
  ///   first time, and what killed processes left there is removed.
  func mayContain(_ key: ImageKey, in folder: String) -> Bool {
    state.withLock { state in
      if state.bits.isEmpty { state.bits = [UInt64](repeating: 0, count: Self.bitCount / 64) }
      if state.folders.insert(folder).inserted {
        read(folder) { state.insert($0) }
      }
      return state.contains(key.prefix)
    }
  }

  /// An image is there now. Before its folder is read there is no need: it will
  /// be.
  func insert(_ key: ImageKey) {
    state.withLock { if !$0.bits.isEmpty { $0.insert(key.prefix) } }
  }

  /// The first bytes of each stored image's key.
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

extension StoredNames.State {
  fileprivate mutating func insert(_ prefix: UInt64) {
    let (one, other) = places(prefix)
    bits[one >> 6] |= 1 << UInt64(one & 63)
    bits[other >> 6] |= 1 << UInt64(other & 63)
  }

  fileprivate func contains(_ prefix: UInt64) -> Bool {
    let (one, other) = places(prefix)
    return has(one) && has(other)
  }

  private func has(_ place: Int) -> Bool { bits[place >> 6] & 1 << UInt64(place & 63) != 0 }

  /// Two places, each from other bits of the hash.
  private func places(_ prefix: UInt64) -> (Int, Int) {
    let last = bits.count << 6 - 1
    return (
      Int(truncatingIfNeeded: prefix) & last, Int(truncatingIfNeeded: prefix >> 24) & last
    )
  }
}
