internal import Glibc
internal import WirelineCore

/// A tar archive of regular files in the ustar format of POSIX.1, which all readers support.
///
/// Owner, permissions and time of the members are constants, so the same members result in the
/// same bytes.
struct TarArchive: Sendable {
  private var output: BufferedFile

  /// The largest number that fits into 11 octal digits.
  static let maximumMemberBytes = 8 << 30 - 1
  private static let blockBytes = 512
  /// 1980-01-01. GNU tar warns about files from 1970.
  private static let time = 315_532_800

  init(_ file: AtomicFile) { output = BufferedFile(file) }

  /// - Parameter name: at most 100 bytes.
  mutating func append(_ name: String, _ content: [UInt8]) throws(FileError) {
    try output.write(Self.header(name, bytes: content.count))
    try output.write(content)
    try pad(content.count)
  }

  /// Copies an open file, in pieces.
  ///
  /// - Parameters:
  ///   - bytes: the size of the file.
  ///   - path: the path in error messages.
  mutating func append(
    _ name: String, copying descriptor: Int32, bytes: Int, path: String
  ) throws(FileError) {
    try output.write(Self.header(name, bytes: bytes))
    var rest = bytes
    try FileBytes.chunks(of: descriptor, path: path, while: { _ in rest > 0 }) {
      piece throws(FileError) in
      let piece = UnsafeRawBufferPointer(rebasing: piece.prefix(rest))
      rest -= piece.count
      try output.write(piece)
    }
    // The file has become shorter.
    if rest > 0 { throw FileError(path: path, operation: "read", code: EIO) }
    try pad(bytes)
  }

  func makePrivate() throws(FileError) { try output.makePrivate() }

  /// Writes the end of the archive and renames it to its path.
  mutating func commit() throws(FileError) {
    try output.write([UInt8](repeating: 0, count: 2 * Self.blockBytes))
    try output.commit()
  }

  private mutating func pad(_ count: Int) throws(FileError) {
    let rest = count % Self.blockBytes
    if rest > 0 { try output.write([UInt8](repeating: 0, count: Self.blockBytes - rest)) }
  }

  private static func header(_ name: String, bytes: Int) -> [UInt8] {
    var block = [UInt8](repeating: 0, count: blockBytes)
    func put(_ text: String, at offset: Int) {
      block.replaceSubrange(offset..<(offset + text.utf8.count), with: text.utf8)
    }
    put(name, at: 0)
    // Mode, user, group, size and time.
    put(0o444.text(digits: 7, radix: 8), at: 100)
    put(0.text(digits: 7, radix: 8), at: 108)
    put(0.text(digits: 7, radix: 8), at: 116)
    put(bytes.text(digits: 11, radix: 8), at: 124)
    put(time.text(digits: 11, radix: 8), at: 136)
    // A regular file.
    put("0", at: 156)
    put("ustar\u{0}00", at: 257)
    // The sum of all bytes, counting spaces instead of itself.
    put("        ", at: 148)
    let sum = block.reduce(0) { $0 + Int($1) }
    put(sum.text(digits: 6, radix: 8) + "\u{0} ", at: 148)
    return block
  }
}

/// A file that is written in large pieces, and appears when it is complete.
struct BufferedFile: Sendable {
  private let file: AtomicFile
  private var pending: [UInt8] = []

  private static let pieceBytes = 256 << 10

  init(_ file: AtomicFile) { self.file = file }

  mutating func write(_ bytes: [UInt8]) throws(FileError) {
    try bytes.withUnsafeBufferPointer { bytes throws(FileError) in
      try write(UnsafeRawBufferPointer(bytes))
    }
  }

  mutating func write(_ bytes: UnsafeRawBufferPointer) throws(FileError) {
    if bytes.count >= Self.pieceBytes {
      try flush()
      return try file.write(bytes)
    }
    pending.append(contentsOf: bytes)
    if pending.count >= Self.pieceBytes { try flush() }
  }

  func makePrivate() throws(FileError) { try file.makePrivate() }

  /// Flushes the file to disk and renames it to its path.
  mutating func commit() throws(FileError) {
    try flush()
    try file.commit(.full)
  }

  private mutating func flush() throws(FileError) {
    if pending.isEmpty { return }
    try file.write(pending)
    pending.removeAll(keepingCapacity: true)
  }
}
