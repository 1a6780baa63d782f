internal import Glibc
internal import Synchronization
package import WirelineCore

package enum ShardCriterion: String, ChoiceArgument {
  /// Keeps the items of a host together, so that limits per host hold across all shards.
  case host
  /// Like `host`, with about the same number of items per shard. The list must be a file.
  case hostBalanced = "host-balanced"
  case url
  case line
}

/// The part of a list that one process handles.
package struct BatchPart: Sendable, Equatable {
  package let shard: Shard
  package let criterion: ShardCriterion
  private var balance: HostBalance?

  package init(shard: Shard, criterion: ShardCriterion) {
    self.shard = shard
    self.criterion = criterion
  }

  /// Counts the hosts of the list if the criterion requires it.
  ///
  /// - Parameters:
  ///   - members: nil if a record may contain several URLs.
  ///   - separator: the byte that ends an item.
  /// - Throws: if the list cannot be read twice.
  package mutating func count(
    _ input: PipeInput, _ members: ShardFields?, separator: UInt8
  ) throws(UsageError) {
    guard criterion == .hostBalanced, shard.count > 1 else { return }
    guard case .descriptor(let descriptor) = input, let members else {
      throw UsageError(
        "--shard-by host-balanced needs a list with one URL per item", hint: "use --shard-by host")
    }
    let counts = try HostBalance.counts(descriptor, separator: separator, members)
    balance = HostBalance(counts, shard)
  }

  /// The name in the journal, such as `3/8 host`; nil for the whole list. Balanced shards include a
  /// digest of their division, which depends on the list.
  var text: String? {
    guard shard.count > 1 else { return nil }
    let division = balance.map { ":" + String($0.digest, radix: 16) } ?? ""
    return "\(shard.index)/\(shard.count) \(criterion.rawValue)\(division)"
  }

  /// - Parameter url: nil for an item without a valid URL, which is assigned by its line.
  package func contains(_ url: RequestURL?, line: Int) -> Bool {
    guard let url, criterion != .line else { return shard.contains(line: line) }
    if criterion == .url { return shard.contains(url: url.text) }
    var host = url.host.lowercased()
    return host.withUTF8 { contains(host: UnsafeRawBufferPointer($0)) }
  }

  /// - Parameter host: in lower case.
  func contains(host: UnsafeRawBufferPointer) -> Bool {
    let hash = Shard.hash(host)
    return balance?.contains(hash) ?? shard.contains(hash: hash)
  }

  /// Configures the reader to skip lines of other shards.
  ///
  /// - Parameter members: nil if a record may contain several URLs, so that it must be parsed.
  package func apply(to form: inout InputForm, _ members: ShardFields?, maximumLineBytes: Int) {
    form.reportsInvalidLine = { [shard] in shard.contains(line: $0) }
    guard shard.count > 1, let members else { return }
    let filter = ShardFilter(self, members, maximumLineBytes: maximumLineBytes)
    form.belongsToOtherShard = { filter.belongsToOtherShard($0) }
  }
}

/// Recognizes lines of other shards by their bytes, before anything is parsed or allocated.
///
/// Handles only items whose URL is evidently in canonical form: a lower-case host name, no port, no
/// user, no JSON escapes, no nested values. All other lines are parsed, with the same result.
final class ShardFilter: Sendable {
  private let part: BatchPart
  private let members: FlatRecord.Names
  private let maximumLineBytes: Int
  private let hosts = Mutex(HostMemory())

  init(_ part: BatchPart, _ members: ShardFields, maximumLineBytes: Int) {
    self.part = part
    self.maximumLineBytes = maximumLineBytes
    self.members = FlatRecord.Names(members)
  }

  /// Whether a line certainly belongs to another shard.
  func belongsToOtherShard(_ line: RawLine) -> Bool {
    guard let first = line.bytes.first else { return false }
    if part.criterion == .line {
      // A line that begins with white space may be a comment, which is not an item.
      return first > 0x20 && first != UInt8(ascii: "#") && !part.shard.contains(line: line.number)
    }
    guard !line.isTooLong, line.bytes.count <= maximumLineBytes,
      let url = PlainURL.text(of: line.bytes, members), let host = PlainURL.host(in: url)
    else { return false }
    if part.criterion == .url {
      // Without a path, the canonical form has an additional slash.
      guard host.upperBound < url.count, url[host.upperBound] == JSONByte.slash else {
        return false
      }
      return !part.shard.contains(bytes: url)
    }
    let name = UnsafeRawBufferPointer(rebasing: url[host])
    return !hosts.withLock { $0.isOwn(name, part) }
  }
}

/// Caches whether hosts belong to this shard, since lists repeat them.
private struct HostMemory: ~Copyable, Sendable {
  private static let slotCount = 4096
  private static let slotBytes = 64
  /// Each slot: the host's length (0 for an empty slot), 1 if it belongs to this shard, the host.
  private var slots: [UInt8] = []

  mutating func isOwn(_ host: UnsafeRawBufferPointer, _ part: BatchPart) -> Bool {
    guard host.count <= Self.slotBytes - 2 else { return part.contains(host: host) }
    if slots.isEmpty { slots = [UInt8](repeating: 0, count: Self.slotCount * Self.slotBytes) }
    let number = Int(JournalLine.check(host)) & (Self.slotCount - 1)
    return slots.withUnsafeMutableBytes { slots in
      let start = number * Self.slotBytes
      let slot = UnsafeMutableRawBufferPointer(rebasing: slots[start..<(start + Self.slotBytes)])
      if let known = slot.baseAddress, let wanted = host.baseAddress,
        Int(slot[0]) == host.count, memcmp(known + 2, wanted, host.count) == 0
      {
        return slot[1] == 1
      }
      let isOwn = part.contains(host: host)
      slot[0] = UInt8(host.count)
      slot[1] = isOwn ? 1 : 0
      UnsafeMutableRawBufferPointer(rebasing: slot[2...]).copyMemory(from: host)
      return isOwn
    }
  }
}
