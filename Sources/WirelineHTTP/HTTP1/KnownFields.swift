import Glibc
import WirelineCore
internal import WirelineRequests

/// The field lines of the last head on a connection, and what they said.
///
/// A server says much the same in each of its answers: a line with the same bytes
/// as last time is not checked, decoded and stored once more.
struct KnownFields {
  private var bytes: [UInt8] = []
  /// Where each line lies in `bytes`.
  private var lines: [Range<Int>] = []
  /// What it said.
  private var fields: [HeaderFields.Field] = []

  /// A connection that lies idle should not hold more.
  private static let maximumBytes = 4096

  /// - Parameter number: of the line among those that begin a field, from 0.
  /// - Returns: nil where that line was another one the last time.
  func field(_ number: Int, _ line: UnsafeRawBufferPointer) -> HeaderFields.Field? {
    guard number < lines.count, lines[number].count == line.count, let start = line.baseAddress
    else { return nil }
    let isSame = bytes.withUnsafeBytes { bytes in
      bytes.baseAddress.map { memcmp($0 + lines[number].lowerBound, start, line.count) == 0 }
    }
    return isSame == true ? fields[number] : nil
  }

  /// - Parameters:
  ///   - head: the whole of it.
  ///   - lines: where in it each line lies that begins a field.
  ///   - fields: what each of them said.
  mutating func remember(
    _ head: UnsafeRawBufferPointer, _ lines: [Range<Int>], _ fields: [HeaderFields.Field]
  ) {
    let isSmall = head.count <= Self.maximumBytes
    bytes.removeAll(keepingCapacity: isSmall)
    bytes.append(contentsOf: isSmall ? head : UnsafeRawBufferPointer(rebasing: head[..<0]))
    self.lines = isSmall ? lines : []
    self.fields = isSmall ? fields : []
  }
}
