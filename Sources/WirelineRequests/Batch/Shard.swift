internal import WirelineCore

/// One of the parts of a list that several processes do: `3/8` is the third of eight.
///
/// Every item is in exactly one of the n shards, on every machine and in every
/// version: how an item is assigned never changes.
///
/// - By host or URL it is 1 + (the first 8 bytes of the text's SHA-256 as a
///   big-endian number) mod n, a host being in lower case.
/// - By line it is 1 + (line − 1) mod n.
package struct Shard: Sendable, Equatable {
  /// From 1 to `count`.
  package let index: Int
  /// 1 to `maximumCount`.
  package let count: Int

  /// Beyond that it is a slip of the hand rather than a cluster.
  package static let maximumCount = 1_000_000

  /// - Throws: if the index is not from 1 to the count.
  package init(index: Int, count: Int) throws(ShardError) {
    guard (1...Self.maximumCount).contains(count) else { throw .count(String(count)) }
    guard (1...count).contains(index) else { throw .index(String(index), count: count) }
    self.index = index
    self.count = count
  }

  /// - Parameters:
  ///   - text: `i/n`; `auto` for both numbers from the environment; `auto/n` for the index from
  ///     the environment.
  ///   - variable: looks up the environment.
  package init(_ text: String, variable: (String) -> String?) throws(ShardError) {
    let parts = text.split(separator: "/", omittingEmptySubsequences: false)
    if parts.first == "auto" {
      let count = parts.count == 2 ? Self.number(parts[1]) : nil
      guard parts.count == 1 || count != nil else { throw .syntax(text) }
      self = try Scheduler.shard(of: count, variable)
      return
    }
    guard parts.count == 2, let index = Self.number(parts[0]), let count = Self.number(parts[1])
    else { throw .syntax(text) }
    try self.init(index: index, count: count)
  }

  /// Whether a host's items belong here, so that limits per host hold across
  /// all processes.
  package func contains(host: String) -> Bool { contains(text: host.lowercased()) }

  /// Whether the item with this URL belongs here.
  ///
  /// - Parameter url: the URL in whatever spelling; all processes have to use
  ///   the same one.
  package func contains(url: String) -> Bool { contains(text: url) }

  /// Whether a line belongs here.
  ///
  /// - Parameter line: from 1.
  package func contains(line: Int) -> Bool {
    let turn = (line % count + count - 1) % count
    return turn == index - 1
  }

  private func contains(text: String) -> Bool {
    if count == 1 { return true }
    var text = text
    return text.withUTF8 { contains(bytes: UnsafeRawBufferPointer($0)) }
  }

  /// The same for the text's bytes.
  func contains(bytes: UnsafeRawBufferPointer) -> Bool { contains(hash: Self.hash(bytes)) }

  /// The same for the hash of the text's bytes.
  func contains(hash: UInt64) -> Bool { hash % UInt64(count) == UInt64(index - 1) }

  /// What assigns a text to a shard.
  static func hash(_ bytes: UnsafeRawBufferPointer) -> UInt64 {
    var hash = SHA256()
    hash.update(bufferPointer: bytes)
    return UInt64(
      bigEndian: hash.finalize().withUnsafeBytes { $0.loadUnaligned(as: UInt64.self) })
  }

  /// Digits only: no sign, no space. Nil also for what no machine has.
  static func number(_ text: some StringProtocol) -> Int? {
    guard !text.isEmpty, text.utf8.allSatisfy({ (0x30...0x39).contains($0) }) else { return nil }
    return Int(text)
  }
}
