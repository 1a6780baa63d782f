import TestSupport
import Testing

@testable import WirelineCities
@testable import WirelineCore

/// Zip archives as different programs write them, and hostile ones.
@Suite struct ZipArchiveTests {
  private let directory: TemporaryDirectory

  init() throws { directory = try TemporaryDirectory() }

  /// An archive of files without compression.
  private static func archive(_ files: (name: String, content: String)...) -> [UInt8] {
    func number(_ value: Int, bytes: Int) -> [UInt8] {
      (0..<bytes).map { UInt8(truncatingIfNeeded: value >> (8 * $0)) }
    }
    var (members, entries): ([UInt8], [UInt8]) = ([], [])
    for (name, content) in files {
      let content = Array(content.utf8)
      // Version, flags, method, time, checksum, two lengths, and those of the name and extra field.
      let attributes =
        number(20, bytes: 10) + number(Int(Gzip.crc32(content)), bytes: 4)
        + number(content.count, bytes: 4) + number(content.count, bytes: 4)
        + number(name.utf8.count, bytes: 4)
      entries += [0x50, 0x4B, 1, 2, 20, 0] + attributes + number(0, bytes: 10)
      entries += number(members.count, bytes: 4) + Array(name.utf8)
      members += [0x50, 0x4B, 3, 4] + attributes + Array(name.utf8) + content
    }
    let count = number(files.count, bytes: 2)
    return members + entries + [0x50, 0x4B, 5, 6, 0, 0, 0, 0] + count + count
      + number(entries.count, bytes: 4) + number(members.count, bytes: 4) + [0, 0]
  }

  private func unpacked(_ archive: [UInt8]) throws -> String {
    let zip = try ZipArchive(near: directory.path("cities.sqlite"))
    try archive.withUnsafeBytes { try zip.append($0) }
    var output: [UInt8] = []
    try zip.unpack { output.append(contentsOf: $0) }
    #expect(directory.files().isEmpty)
    return String(decoding: output, as: UTF8.self)
  }

  @Test(arguments: [
    ".DS_Store", "data/.DS_Store", "__MACOSX/._cities.json", "README.txt", "data/readme", "data/",
  ])
  func skipsOtherFiles(name: String) throws {
    let file = (name: "data.d/cities.json", content: "[]")

    #expect(try unpacked(Self.archive((name, ""), file)) == "[]")
    #expect(try unpacked(Self.archive(file, (name, ""))) == "[]")
    #expect(throws: CityFileError("the zip archive has no city file")) {
      try unpacked(Self.archive((name, "")))
    }
  }

  @Test func refusesSeveralFiles() {
    let archive = Self.archive(("cities.json", "[]"), ("more.json", "[]"))

    #expect(throws: CityFileError("cannot read a zip archive with several files; unpack it first"))
    {
      try unpacked(archive)
    }
  }

  @Test func refusesTruncatedArchive() {
    let archive = Self.archive(("data/", ""), ("data/cities.json", "[]"))

    // The end record has 22 bytes; zlib's unzip does not need its last fields.
    for end in 4..<archive.count {
      let output = try? unpacked(Array(archive[..<end]))
      #expect(output == nil || output == "[]" && end > archive.count - 22)
    }
  }

  @Test func survivesMutations() throws {
    var random = SeededGenerator(seed: 43)
    let content = "[\(String(repeating: "1,", count: 50))1]"
    let archive = Self.archive(("readme", "x"), ("cities.json", content))

    for _ in 0..<2000 {
      // The checksum protects the content.
      let output = try? unpacked(random.mutation(of: archive))
      #expect(output == nil || output == content)
    }
  }
}
