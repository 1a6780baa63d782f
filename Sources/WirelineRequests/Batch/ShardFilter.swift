internal import Glibc
internal import Synchronization
internal import WirelineCore

/// Recognizes lines of other shards by their bytes, before anything is parsed or allocated.
///
/// It decides only where a line plainly is an item with a URL whose canonical form is its text: a
/// lower-case host name, no port, no user, no escapes in JSON, no nested values. Every other line
/// is left to the parser, and both give the same shard.
final class ShardFilter: Sendable {
  private let part: BatchPart
  private let members: FlatRecord.Names
  /// A longer line is an error, which the parser reports.
  private let maximumLineBytes: Int
  private let hosts = Mutex(HostMemory())

  init(_ part: BatchPart, _ members: BatchPart.Members, maximumLineBytes: Int) {
    self.part = part
    self.maximumLineBytes = maximumLineBytes
    self.members = FlatRecord.Names(members)
  }

  /// Whether a line certainly belongs to another shard.
  func isForeign(_ line: RawLine) -> Bool {
    guard let first = line.bytes.first else { return false }
    if part.criterion == .line {
      // A line that begins with white space may be a comment, which is not an item.
      return first > 0x20 && first != UInt8(ascii: "#") && !part.shard.contains(line: line.number)
    }
    guard !line.isTooLong, line.bytes.count <= maximumLineBytes,
      let url = PlainURL.text(of: line.bytes, members), let host = PlainURL.host(in: url)
    else { return false }
    if part.criterion == .url {
      // Without a path the canonical form has a slash more.
      guard host.upperBound < url.count, url[host.upperBound] == JSONByte.slash else {
        return false
      }
      return !part.shard.contains(bytes: url)
    }
    let name = UnsafeRawBufferPointer(rebasing: url[host])
    return !hosts.withLock { $0.isOwn(name, part) }
  }
}

/// A URL that is written in its canonical form.
enum PlainURL {
  /// The URL of a line; nil for one that only the parser can read.
  @inline(__always)
  static func text(
    of line: UnsafeRawBufferPointer, _ names: FlatRecord.Names
  ) -> UnsafeRawBufferPointer? {
    switch line.first {
    case UInt8(ascii: "h"): line
    case UInt8(ascii: "{"):
      FlatRecord.url(in: line, names).map { UnsafeRawBufferPointer(rebasing: line[$0]) }
    default: nil
    }
  }

  /// The host of a line's URL; nil for one that only the parser can read.
  static func host(
    of line: UnsafeRawBufferPointer, _ names: FlatRecord.Names
  ) -> UnsafeRawBufferPointer? {
    text(of: line, names).flatMap { url in
      host(in: url).map { UnsafeRawBufferPointer(rebasing: url[$0]) }
    }
  }

  /// The host of a URL; nil for a URL that is not plainly canonical, or not valid.
  @inline(__always)
  static func host(in url: UnsafeRawBufferPointer) -> Range<Int>? {
    guard let start = hostStart(url) else { return nil }
    var place = start
    var labelStart = start
    while place < url.count {
      let byte = url[place]
      switch byte {
      case 0x61...0x7A, 0x30...0x39, 0x2D: break
      case 0x2E:
        guard (1...63).contains(place &- labelStart) else { return nil }
        labelStart = place &+ 1
      case JSONByte.slash, UInt8(ascii: "?"):
        return isRestPlain(url, from: place) ? host(url, start, labelStart, place) : nil
      default: return nil
      }
      place &+= 1
    }
    return host(url, start, labelStart, place)
  }

  private static func hostStart(_ url: UnsafeRawBufferPointer) -> Int? {
    // "http", then "://" or "s://".
    guard url.count > 8, url.loadUnaligned(as: UInt32.self).littleEndian == 0x7074_7468 else {
      return nil
    }
    let start = url[4] == UInt8(ascii: "s") ? 5 : 4
    guard url[start] == 0x3A, url[start &+ 1] == 0x2F, url[start &+ 2] == 0x2F else { return nil }
    return start &+ 3
  }

  /// A last label that begins with a letter is not a part of an IPv4 address.
  @inline(__always)
  private static func host(
    _ url: UnsafeRawBufferPointer, _ start: Int, _ labelStart: Int, _ end: Int
  ) -> Range<Int>? {
    guard (1...63).contains(end &- labelStart), end &- start <= 253,
      (0x61...0x7A).contains(url[labelStart])
    else { return nil }
    return start..<end
  }

  /// Whether path and query need no percent-encoding and do not end in a fragment.
  @inline(__always)
  private static func isRestPlain(_ url: UnsafeRawBufferPointer, from start: Int) -> Bool {
    // Without a branch for each byte: nearly all URLs are plain to their end.
    var special: UInt64 = 0
    for place in start..<url.count {
      let byte = url[place]
      // The others: 0x21, 0x24–0x3B, 0x3D, 0x3F, 0x40–0x5B, 0x5D, 0x5F, 0x61–0x7A, 0x7E.
      let bits: UInt64 = byte < 0x40 ? 0x5000_000D_FFFF_FFFF : 0xB800_0001_5000_0000
      special |= bits &>> UInt64(byte & 63) | UInt64(byte &>> 7)
    }
    return special & 1 == 0
  }
}

/// Which hosts are this shard's: lists name the same ones again and again.
private struct HostMemory: ~Copyable, Sendable {
  private static let slotCount = 4096
  private static let slotBytes = 64
  /// Of each slot: the length of the host, 0 for an empty slot; 1 for an own host; the host.
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
