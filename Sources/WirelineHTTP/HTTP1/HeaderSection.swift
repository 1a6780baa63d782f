import Glibc
import WirelineCore
internal import WirelineRequests

/// Collects the lines up to an empty one: the head of an answer, from pieces of
/// any size. Where it lies in one piece it is not copied.
struct HeaderSection {
  private var collected: [UInt8] = []
  /// How far `collected` has been searched for its end.
  private var searched = 0

  /// Status line and fields together; more than any server has a use for.
  static let maximumBytes = 256 * 1024

  /// What every status line begins with, RFC 9112 §4: who says something else
  /// need not be waited for.
  private static let beginning = Array("HTTP/1.".utf8)

  /// Hands the section over when it is whole; nil while it is not.
  ///
  /// - Parameters:
  ///   - offset: where it goes on in the piece; moved behind what was taken.
  ///   - read: gets the lines without the empty one.
  mutating func take<Value>(
    _ piece: UnsafeRawBufferPointer, _ offset: inout Int,
    _ read: (UnsafeRawBufferPointer) throws(RequestError.Reason) -> Value
  ) throws(RequestError.Reason) -> Value? {
    if collected.isEmpty {
      Self.skipEmptyLines(piece, &offset)
      var searched = offset
      if let end = Self.end(in: piece, from: &searched) {
        let lines = UnsafeRawBufferPointer(rebasing: piece[offset..<end.section])
        offset = end.next
        if lines.count > Self.maximumBytes { throw Self.overflow }
        return try read(lines)
      }
    }
    let before = collected.count
    collected += piece[offset...]
    if before < Self.beginning.count,
      !collected.prefix(Self.beginning.count).elementsEqual(
        Self.beginning.prefix(collected.count))
    {
      throw .protocolViolation("it does not begin with an HTTP/1.x status line")
    }
    let end = collected.withUnsafeBytes { Self.end(in: $0, from: &searched) }
    guard let end else {
      offset = piece.count
      if collected.count > Self.maximumBytes { throw Self.overflow }
      return nil
    }
    offset += end.next - before
    let result: Result<Value, RequestError.Reason> = collected.withUnsafeBytes { bytes in
      do throws(RequestError.Reason) {
        return .success(try read(UnsafeRawBufferPointer(rebasing: bytes[..<end.section])))
      } catch {
        return .failure(error)
      }
    }
    collected = []
    searched = 0
    return try result.get()
  }

  private static var overflow: RequestError.Reason {
    .protocolViolation("the header section is larger than \(maximumBytes / 1024) KiB")
  }

  /// RFC 9112 §2.2 has servers ignore an empty line before a message; some
  /// send one too many after a body.
  private static func skipEmptyLines(_ piece: UnsafeRawBufferPointer, _ offset: inout Int) {
    while offset < piece.count, piece[offset] == 0x0D || piece[offset] == 0x0A { offset += 1 }
  }

  /// The end of the last line with something in it, and what comes after the
  /// empty one; lines end in CRLF or, leniently, in LF.
  private static func end(
    in bytes: UnsafeRawBufferPointer, from searched: inout Int
  ) -> (section: Int, next: Int)? {
    guard let base = bytes.baseAddress else { return nil }
    while let found = memchr(base + searched, 0x0A, bytes.count - searched) {
      let section = UnsafeRawPointer(found) - base + 1
      var next = section
      if next < bytes.count, bytes[next] == 0x0D { next += 1 }
      // The empty line may not be here yet; then this line is looked at again.
      guard next < bytes.count else { return nil }
      if bytes[next] == 0x0A { return (section, next + 1) }
      searched = section
    }
    return nil
  }
}
