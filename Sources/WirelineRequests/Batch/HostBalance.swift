internal import Glibc
internal import HeapModule
internal import WirelineCore

/// Shards by host that contain about the same number of items, for a list that can be read twice.
///
/// Counts the items of each host and assigns hosts, largest first, to the shard with the fewest
/// items. Every process that reads the same list gets the same result. No shard has more than 4/3
/// of the items of the optimal division (https://doi.org/10.1137/0117039). Hosts in lines that must
/// be parsed are not counted and are assigned by their hash, as by `Shard`.
struct HostBalance: Sendable, Equatable {
  private let isOwn: [UInt64: Bool]
  let digest: UInt32

  /// Whether a host belongs to this shard; nil if it was not counted.
  func contains(_ hash: UInt64) -> Bool? { isOwn[hash] }

  init(_ counts: [UInt64: Int], _ shard: Shard) {
    var loads = Heap((1...shard.count).map { Load(items: 0, index: $0) })
    var isOwn: [UInt64: Bool] = [:]
    isOwn.reserveCapacity(counts.count)
    var digest: UInt64 = 0
    for (hash, count) in counts.sorted(by: { ($1.value, $0.key) < ($0.value, $1.key) }) {
      guard var least = loads.min else { break }
      least.items += count
      loads.replaceMin(with: least)
      isOwn[hash] = least.index == shard.index
      digest &+= (hash ^ UInt64(least.index)) &* 0x9E37_79B9_7F4A_7C15
    }
    self.isOwn = isOwn
    self.digest = UInt32(truncatingIfNeeded: digest >> 32)
  }

  /// Counts the hosts of a file from its current position, which is preserved.
  ///
  /// - Throws: if it is compressed or not a regular file.
  static func counts(
    _ descriptor: Int32, separator: UInt8, _ members: ShardFields
  ) throws(UsageError) -> [UInt64: Int] {
    var facts = stat()
    var place = lseek(descriptor, 0, SEEK_CUR)
    guard place >= 0, fstat(descriptor, &facts) == 0, facts.st_mode & S_IFMT == S_IFREG else {
      throw UsageError(
        "--shard-by host-balanced reads the list twice, so it must be a file",
        hint: "redirect a file to stdin, or use --shard-by host")
    }
    var start = [UInt8](repeating: 0, count: 4)
    let length = pread(descriptor, &start, start.count, place)
    if case .compressed(let format) = CompressionFormat.detect(start.prefix(max(length, 0))) {
      throw UsageError(
        "--shard-by host-balanced cannot read a \(format.rawValue) file",
        hint: "decompress it, or use --shard-by host")
    }
    let names = FlatRecord.Names(members)
    var splitter = LineSplitter(separator: separator)
    var counts: [UInt64: Int] = [:]
    while true {
      let count = splitter.fill { pread(descriptor, $0.baseAddress, $0.count, place) }
      if count < 0, errno == EINTR { continue }
      // A read error will occur again and be reported then.
      if count <= 0 { splitter.finish() }
      place += max(0, count)
      _ = splitter.drain { line in
        if let host = PlainURL.host(of: line.bytes, names) {
          counts[Shard.hash(host), default: 0] += 1
        }
        return true
      }
      if count <= 0 { break }
    }
    return counts
  }
}

/// The number of items of a shard, ordered by items and index.
private struct Load: Comparable {
  var items: Int
  let index: Int

  static func < (one: Load, other: Load) -> Bool {
    (one.items, one.index) < (other.items, other.index)
  }
}
