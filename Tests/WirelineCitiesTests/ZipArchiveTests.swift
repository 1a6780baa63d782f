import Testing

@testable import WirelineCities

/// Zip archives as different programs write them.
@Suite struct ZipArchiveTests {
  private static let signature: [UInt8] = [0x50, 0x4B, 7, 8]
  private static let zeros = [UInt8](repeating: 0, count: 12)
  /// The beginning of the directory at the end.
  private static let directory: [UInt8] = [0x50, 0x4B, 1, 2] + zeros

  /// A member without compression, time and checksum.
  private static func member(
    _ name: String, _ content: String = "", hasDescriptor: Bool = false
  ) -> [UInt8] {
    func number(_ value: Int, bytes: Int) -> [UInt8] {
      (0..<bytes).map { UInt8(truncatingIfNeeded: value >> (8 * $0)) }
    }
    let length = number(content.utf8.count, bytes: 4)
    var bytes: [UInt8] = [0x50, 0x4B, 3, 4, 20, 0, hasDescriptor ? 8 : 0, 0]
    bytes += [UInt8](repeating: 0, count: 10)
    bytes += length
    bytes += length
    bytes += number(name.utf8.count, bytes: 2) + [0, 0]
    return bytes + Array(name.utf8) + Array(content.utf8)
  }

  private static func unpacked(_ archive: [UInt8], chunk: Int) throws -> String {
    var zip = ZipArchive()
    var output: [UInt8] = []
    for start in stride(from: 0, to: archive.count, by: chunk) {
      try archive[start..<min(start + chunk, archive.count)].withUnsafeBytes { piece in
        try zip.unpack(piece) { output.append(contentsOf: $0) }
      }
    }
    try zip.finish { output.append(contentsOf: $0) }
    return String(decoding: output, as: UTF8.self)
  }

  @Test(arguments: [[], zeros, signature + zeros])
  func skipsFolderWithDescriptor(descriptor: [UInt8]) throws {
    let folder = Self.member("data/", hasDescriptor: true) + descriptor
    let archive = folder + folder + Self.member("data/cities.json", "[]") + Self.directory

    for chunk in [1, 5, archive.count] {
      #expect(try Self.unpacked(archive, chunk: chunk) == "[]")
    }
    for end in 4..<2 * folder.count {
      #expect(throws: CityFileError("truncated zip archive")) {
        try Self.unpacked(Array(archive[..<end]), chunk: end)
      }
    }
  }

  @Test func refusesFileOfUnknownLength() throws {
    let archive = Self.member("cities.json", "[]", hasDescriptor: true) + Self.directory

    let error = #expect(throws: CityFileError.self) {
      try Self.unpacked(archive, chunk: archive.count)
    }

    #expect(error?.description.contains("compression method 0") == true)
  }

  @Test(arguments: [
    ".DS_Store", "data/.DS_Store", "__MACOSX/._cities.json", "README.txt", "data/readme", "data/",
  ])
  func skipsOtherFiles(name: String) throws {
    let (other, file) = (Self.member(name, "x"), Self.member("data.d/cities.json", "[]"))

    #expect(try Self.unpacked(other + file + Self.directory, chunk: 7) == "[]")
    #expect(try Self.unpacked(file + other + Self.directory, chunk: 7) == "[]")
    #expect(throws: CityFileError("the zip archive has no city file")) {
      try Self.unpacked(other + Self.directory, chunk: 7)
    }
  }
}
