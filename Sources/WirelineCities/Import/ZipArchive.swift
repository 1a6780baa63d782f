internal import CMinizip
internal import Glibc
internal import WirelineCore

/// A zip archive with one city file, kept in a file without a name, because the directory of an
/// archive is at its end.
///
/// Folders, read-me files, hidden files and the metadata of macOS are skipped.
final class ZipArchive: Sendable {
  /// The first bytes of an archive (APPNOTE.TXT 6.3.10 §4.3.7).
  static let signature: [UInt8] = [0x50, 0x4B, 3, 4]
  /// The maximum ratio of unpacked to packed bytes, like that of other compressed input.
  private static let maximumRatio = 250
  private static let bufferBytes = 64 << 10

  private let descriptor: Int32
  private let name: String

  /// - Parameter path: a file in the directory that will store the archive.
  init(near path: String) throws(CityFileError) {
    name = TemporaryFiles.name(for: path)
    descriptor = open(name, O_RDWR | O_CREAT | O_EXCL | O_CLOEXEC, 0o600)
    guard descriptor >= 0 else {
      throw CityFileError(FileError(path: name, operation: "create", code: errno).description)
    }
    unlink(name)
  }

  deinit { close(descriptor) }

  func append(_ bytes: UnsafeRawBufferPointer) throws(CityFileError) {
    try converting({ CityFileError($0.description) }) { () throws(FileError) in
      try FileBytes.write(bytes, to: descriptor, path: name)
    }
  }

  /// Passes on the city file, in chunks.
  func unpack(
    _ body: (UnsafeRawBufferPointer) throws(CityFileError) -> Void
  ) throws(CityFileError) {
    guard let archive = opened() else { throw CityFileError("truncated zip archive") }
    defer { unzClose(archive) }
    let length = try findCityFile(in: archive)
    guard unzOpenCurrentFile(archive) == UNZ_OK else { throw Self.damaged }
    let buffer = UnsafeMutableRawBufferPointer.allocate(byteCount: Self.bufferBytes, alignment: 16)
    defer { buffer.deallocate() }
    let mostBytes = max(1 << 20, (FileBytes.size(descriptor) ?? 0) * Self.maximumRatio)
    var total = 0
    while true {
      let count = Int(unzReadCurrentFile(archive, buffer.baseAddress, UInt32(buffer.count)))
      guard count >= 0 else { throw Self.damaged }
      if count == 0 { break }
      total += count
      guard total <= mostBytes else {
        throw CityFileError("the zip archive expands more than \(Self.maximumRatio)-fold")
      }
      try body(UnsafeRawBufferPointer(rebasing: buffer[..<count]))
    }
    // The library compares the checksum only if the length is right.
    guard unzCloseCurrentFile(archive) == UNZ_OK, total == length else { throw Self.damaged }
  }

  /// Opens the archive. Returns nil if its directory is missing.
  private func opened() -> unzFile? {
    let copy = dup(descriptor)
    guard let file = fdopen(copy, "rb") else {
      close(copy)
      return nil
    }
    var functions = zlib_filefunc64_def()
    fill_fopen64_filefunc(&functions)
    // Passes on the stream instead of opening a path. The library closes it.
    functions.opaque = UnsafeMutableRawPointer(file)
    functions.zopen64_file = { stream, _, _ in stream }
    return unzOpen2_64(nil, &functions)
  }

  /// Makes the city file the current file of the archive.
  ///
  /// - Returns: the unpacked length.
  private func findCityFile(in archive: unzFile) throws(CityFileError) -> UInt64 {
    var found: (position: unz64_file_pos, length: UInt64)?
    var status = unzGoToFirstFile(archive)
    while status == UNZ_OK {
      if let length = try cityFileLength(archive) {
        if found != nil { throw Self.unsupported("a zip archive with several files") }
        var position = unz64_file_pos()
        unzGetFilePos64(archive, &position)
        found = (position, length)
      }
      status = unzGoToNextFile(archive)
    }
    guard status == UNZ_END_OF_LIST_OF_FILE else { throw Self.damaged }
    guard var found else { throw CityFileError("the zip archive has no city file") }
    guard unzGoToFilePos64(archive, &found.position) == UNZ_OK else { throw Self.damaged }
    return found.length
  }

  /// Returns the unpacked length of the current file, or nil for a file to skip.
  ///
  /// - Throws: if it is a city file that cannot be unpacked.
  private func cityFileLength(_ archive: unzFile) throws(CityFileError) -> UInt64? {
    var information = unz_file_info64()
    var text = [CChar](repeating: 0, count: 1 << 16)
    let status = unzGetCurrentFileInfo64(
      archive, &information, &text, UInt(text.count), nil, 0, nil, 0)
    guard status == UNZ_OK else { throw Self.damaged }
    let bytes = text.prefix(Int(information.size_filename)).map { UInt8(bitPattern: $0) }
    let path = String(decoding: bytes, as: UTF8.self)
    let file = path.split(separator: "/").last?.lowercased() ?? ""
    if path.hasSuffix("/") || file.hasPrefix("readme") || file.hasPrefix(".")
      || path.hasPrefix("__MACOSX/")
    {
      return nil
    }
    // APPNOTE.TXT §4.4.4, bit 0, and §4.4.5.
    if information.flag & 1 != 0 { throw Self.unsupported("an encrypted zip archive") }
    let method = information.compression_method
    guard method == 0 || method == 8 else {
      throw Self.unsupported("a zip archive with compression method \(method)")
    }
    return information.uncompressed_size
  }

  private static let damaged = CityFileError("damaged zip archive")

  private static func unsupported(_ content: String) -> CityFileError {
    CityFileError("cannot read \(content); unpack it first")
  }
}
