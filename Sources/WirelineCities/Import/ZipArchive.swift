internal import Glibc
internal import WirelineCore

/// Turns a zip archive (APPNOTE.TXT 6.3.10) with one city file into the same file as gzip, while it
/// arrives. Other input passes unchanged.
///
/// Deflate data is the same in both; the checksum and the length, which follow it in gzip, are in
/// the zip header or after the data. Folders, read-me files, hidden files and the metadata of macOS
/// are skipped.
struct ZipArchive: Sendable {
  private enum State: Sendable, Equatable {
    /// The first four bytes are not known yet.
    case unknown
    case plain
    /// At a header, or at the directory that ends the archive.
    case header
    /// Inside a member, with its remaining bytes.
    case data(Member, remaining: Int)
    /// Inside a member of unknown length, after so many bytes.
    case stream(Member, passed: Int)
    /// After the header of a folder that announces a descriptor.
    case folder
    case end
  }

  private struct Member: Sendable, Equatable {
    let isWanted: Bool
    let isDeflated: Bool
    /// The checksum and the length, as at the end of gzip; nil if they follow the data.
    let trailer: [UInt8]?
  }

  private static let fileHeader: [UInt8] = [0x50, 0x4B, 3, 4]
  private static let descriptor: [UInt8] = [0x50, 0x4B, 7, 8]
  private static let fileHeaderBytes = 30
  /// The signature, the checksum and two lengths after data of unknown length.
  private static let descriptorBytes = 16
  /// RFC 1952 §2.3: deflate, no flags, no time, unknown system.
  private static let gzipHeader: [UInt8] = [0x1F, 0x8B, 8, 0, 0, 0, 0, 0, 0, 255]

  private var state = State.unknown
  private var pending: [UInt8] = []
  private var hasFile = false

  var isZip: Bool { state != .unknown && state != .plain }

  /// Passes on the input as gzip, or unchanged if it is not a zip archive.
  mutating func unpack(
    _ bytes: UnsafeRawBufferPointer,
    _ body: (UnsafeRawBufferPointer) throws(CityFileError) -> Void
  ) throws(CityFileError) {
    if state == .plain { return try body(bytes) }
    pending.append(contentsOf: bytes)
    if state == .unknown {
      guard pending.count >= Self.fileHeader.count else { return }
      state = pending.starts(with: Self.fileHeader) ? .header : .plain
    }
    while let output = try next() {
      if output.isEmpty { continue }
      try output.withUnsafeBufferPointer { output throws(CityFileError) in
        try body(UnsafeRawBufferPointer(output))
      }
    }
  }

  /// Passes on the rest of input that is not a zip archive.
  func finish(
    _ body: (UnsafeRawBufferPointer) throws(CityFileError) -> Void
  ) throws(CityFileError) {
    switch state {
    case .unknown:
      try pending.withUnsafeBufferPointer { pending throws(CityFileError) in
        try body(UnsafeRawBufferPointer(pending))
      }
    case .plain: return
    case .end where hasFile: return
    case .end: throw CityFileError("the zip archive has no city file")
    case .header, .data, .stream, .folder: throw CityFileError("truncated zip archive")
    }
  }

  /// The next output; nil if more input is needed.
  private mutating func next() throws(CityFileError) -> [UInt8]? {
    switch state {
    case .unknown: return nil
    case .plain:
      defer { pending = [] }
      return pending.isEmpty ? nil : pending
    case .header: return try readHeader()
    case .data(let member, let remaining):
      if remaining == 0 {
        state = .header
        return member.isWanted ? member.trailer ?? [] : []
      }
      let count = min(remaining, pending.count)
      state = .data(member, remaining: remaining - count)
      return count == 0 ? nil : take(count, isWanted: member.isWanted)
    case .stream(let member, let passed): return readStream(member, passed)
    case .folder: return skipFolderDescriptor()
    case .end:
      pending = []
      return nil
    }
  }

  private mutating func take(_ count: Int, isWanted: Bool) -> [UInt8] {
    let output = isWanted ? Array(pending.prefix(count)) : []
    pending.removeFirst(count)
    return output
  }

  private func number(at offset: Int, bytes: Int) -> Int {
    pending[offset..<offset + bytes].reversed().reduce(0) { $0 << 8 | Int($1) }
  }

  private mutating func readHeader() throws(CityFileError) -> [UInt8]? {
    guard pending.count >= Self.fileHeader.count else { return nil }
    guard pending.starts(with: Self.fileHeader) else {
      state = .end
      return []
    }
    guard pending.count >= Self.fileHeaderBytes else { return nil }
    let (flags, method) = (number(at: 6, bytes: 2), number(at: 8, bytes: 2))
    let (packed, unpacked) = (number(at: 18, bytes: 4), number(at: 22, bytes: 4))
    let nameEnd = Self.fileHeaderBytes + number(at: 26, bytes: 2)
    let end = nameEnd + number(at: 28, bytes: 2)
    guard pending.count >= end else { return nil }
    let name = String(decoding: pending[Self.fileHeaderBytes..<nameEnd], as: UTF8.self)
    let isStream = flags & 8 != 0
    let member = Member(
      isWanted: Self.isCityFile(name), isDeflated: method == 8,
      trailer: isStream || method == 0 ? nil : Array(pending[14..<18]) + Array(pending[22..<26]))
    if flags & 1 != 0 { throw Self.unsupported("an encrypted zip archive") }
    if packed == 0xFFFF_FFFF || unpacked == 0xFFFF_FFFF {
      throw Self.unsupported("a zip64 archive")
    }
    let isFolder = name.hasSuffix("/") && method == 0
    if method != 8, method != 0 || isStream && !isFolder {
      throw Self.unsupported("a zip archive with compression method \(method)")
    }
    if member.isWanted, hasFile { throw Self.unsupported("a zip archive with several files") }
    hasFile = hasFile || member.isWanted
    if isStream {
      state = isFolder ? .folder : .stream(member, passed: 0)
    } else {
      state = .data(member, remaining: packed)
    }
    pending.removeFirst(end)
    return member.isWanted && member.isDeflated ? Self.gzipHeader : []
  }

  private static func unsupported(_ content: String) -> CityFileError {
    CityFileError("cannot read \(content); unpack it first")
  }

  private static func isCityFile(_ name: String) -> Bool {
    let file = name.split(separator: "/").last?.lowercased() ?? ""
    return !name.hasSuffix("/") && !file.hasPrefix("readme") && !file.hasPrefix(".")
      && !name.hasPrefix("__MACOSX/")
  }

  /// Skips the descriptor of a folder: zeros, with or without the signature, which is optional
  /// (APPNOTE.TXT §4.3.9.3). Some programs write none.
  private mutating func skipFolderDescriptor() -> [UInt8]? {
    guard pending.count >= Self.descriptor.count else { return nil }
    var length = 0
    if pending.starts(with: Self.descriptor) {
      length = Self.descriptorBytes
    } else if pending.first == 0 {
      length = Self.descriptorBytes - Self.descriptor.count
    }
    guard pending.count >= length else { return nil }
    pending.removeFirst(length)
    state = .header
    return []
  }

  /// Passes on data up to the descriptor, which repeats the length of the data.
  private mutating func readStream(_ member: Member, _ passed: Int) -> [UInt8]? {
    var search = 0
    while let start = firstDescriptor(from: search) {
      guard start + Self.descriptorBytes <= pending.count else { break }
      if number(at: start + 8, bytes: 4) == (passed + start) & 0xFFFF_FFFF {
        let trailer = Array(pending[start + 4..<start + 8] + pending[start + 12..<start + 16])
        let output = take(start, isWanted: member.isWanted)
        pending.removeFirst(Self.descriptorBytes)
        state = .header
        return member.isWanted ? output + trailer : []
      }
      search = start + 1
    }
    // The last bytes may be the start of a descriptor.
    let count = firstDescriptor(from: search) ?? pending.count - Self.descriptorBytes
    if count <= 0 { return nil }
    state = .stream(member, passed: passed + count)
    return take(count, isWanted: member.isWanted)
  }

  private func firstDescriptor(from offset: Int) -> Int? {
    pending.withUnsafeBytes { bytes in
      var offset = offset
      while let base = bytes.baseAddress, offset < bytes.count,
        let found = memchr(base + offset, Int32(Self.descriptor[0]), bytes.count - offset)
      {
        offset = UnsafeRawPointer(found) - base
        // A descriptor may begin in the last bytes.
        let rest = bytes[offset...].prefix(Self.descriptor.count)
        if Self.descriptor.starts(with: rest) { return offset }
        offset += 1
      }
      return nil
    }
  }
}
