import Glibc
import TestSupport
import Testing

@testable import WirelineCore
@testable import WirelineImages

@Suite struct ImageReindexTests {
  private let directory: TemporaryDirectory

  init() throws { directory = try TemporaryDirectory() }

  private static let gif = Array("GIF89a\u{2}\u{0}\u{3}\u{0}\u{0}\u{0}\u{0};".utf8)
  private static let name = ImageKey(url: "http://h/a").hexadecimal
  /// sha256sum(1) of the GIF.
  private static let hash = "1529881e3448e76e467c4d8196c5e159e4f2c63b276410f3c63da05fe2f71f34"

  private static func key(_ digits: String) throws -> ImageKey {
    try #require(Array(digits.utf8).withUnsafeBytes { ImageKey(hexadecimal: $0) })
  }

  private func open() throws -> ImageIndex { try ImageIndex(directory: directory.path, delay: -1) }

  @Test(arguments: [
    "ab/\(name).gif", "\(name).gif", "h.example/\(name).gif", "2026/11/21/\(name).gif",
    "\(name)_photo.of.me.gif", "\(name).png",
  ])
  func findsImagesInAnyLayout(path: String) throws {
    try directory.write(path, Self.gif)
    try FileTime.set(directory.path(path), modified: 1_234)
    let index = try open()

    let report = try ImageReindex(directory: directory.path).run(into: index)

    #expect(report == .init(recovered: 1, withoutURL: 1, bytes: Self.gif.count))
    let image = IndexedImage(
      key: ImageKey(url: "http://h/a"), url: "", path: path, sha256: try Self.key(Self.hash),
      bytes: Self.gif.count, header: ImageHeader(format: .gif, width: 2, height: 3),
      storedAt: 1_234, checkedAt: 1_234, usedAt: 1_234)
    #expect(index.lookUp(ImageKey(url: "http://h/a")) == image)
  }

  @Test(arguments: [
    "README", "ab/\(name)", "ab/\(name).txt", "ab/\(name.dropLast()).gif", "ab/\(name)0.gif",
    "ab/\(name.uppercased()).gif", "ab/\(name)-x.gif",
  ])
  func countsOtherFiles(path: String) throws {
    try directory.write(path, Self.gif)

    let report = try ImageReindex(directory: directory.path).scan()

    #expect(report == .init(unknown: 1))
  }

  @Test(arguments: [[], Array("GIF89a".utf8), Array("<html>".utf8)] as [[UInt8]])
  func countsDamagedImages(bytes: [UInt8]) throws {
    try directory.write("ab/\(Self.name).gif", bytes)

    #expect(try ImageReindex(directory: directory.path).scan() == .init(damaged: 1))
  }

  @Test func ignoresOwnFiles() throws {
    try directory.write(".wireline-index.sqlite", "x")
    try directory.write("ab/.\(Self.name).wireline-1-2.tmp", "x")

    #expect(try ImageReindex(directory: directory.path).scan() == .init())
  }

  @Test func doesNotFollowLinksOrPipes() throws {
    let elsewhere = try TemporaryDirectory()
    try elsewhere.write("\(Self.name).gif", Self.gif)
    #expect(symlink(elsewhere.path, directory.path("ab")) == 0)
    #expect(symlink(elsewhere.path("\(Self.name).gif"), directory.path("\(Self.name).gif")) == 0)
    #expect(mkfifo(directory.path("\(Self.name).png"), 0o600) == 0)

    #expect(try ImageReindex(directory: directory.path).scan() == .init(unknown: 3))
  }

  @Test func countsInvalidNames() throws {
    let bytes = Array(directory.path.utf8) + [0x2F, 0xFF, 0x2E, 0x67, 0x69, 0x66, 0]
    let descriptor = bytes.withUnsafeBufferPointer { bytes in
      bytes.withMemoryRebound(to: CChar.self) { name in
        name.baseAddress.map { creat($0, 0o600) } ?? -1
      }
    }
    close(descriptor)

    #expect(try ImageReindex(directory: directory.path).scan() == .init(unknown: 1))
  }

  @Test func limitsDepth() throws {
    let deep = String(repeating: "a/", count: 12)
    try directory.write("\(deep)\(Self.name).gif", Self.gif)

    #expect(try ImageReindex(directory: directory.path).scan() == .init(unknown: 1))
  }

  @Test func countsDuplicates() throws {
    for path in ["ab/\(Self.name).gif", "h/\(Self.name).gif"] {
      try directory.write(path, Self.gif)
    }
    let index = try open()
    let known = IndexedImage(
      key: ImageKey(url: "http://h/a"), url: "http://h/a", path: "h/\(Self.name).gif",
      sha256: try Self.key(Self.hash), bytes: Self.gif.count,
      header: ImageHeader(format: .gif, width: 2, height: 3), storedAt: 5, checkedAt: 6, usedAt: 7)
    index.put(known)

    let report = try ImageReindex(directory: directory.path).run(into: index)

    #expect(report == .init(recovered: 1, bytes: Self.gif.count, duplicates: 1))
    #expect(index.lookUp(known.key) == known)
  }

  @Test func retainsPropertiesOfUnchangedFile() throws {
    try directory.write("\(Self.name).gif", Self.gif)
    let index = try open()
    var known = IndexedImage(
      key: ImageKey(url: "http://h/a"), url: "http://h/a", path: "\(Self.name).gif", etag: "\"1\"",
      sha256: try Self.key(Self.hash), bytes: Self.gif.count, header: ImageHeader(format: .png),
      storedAt: 5, checkedAt: 6, usedAt: 7, flags: ["x"])
    index.put(known)
    index.put(.sample(2))

    let report = try ImageReindex(directory: directory.path).run(into: index)

    #expect(report == .init(recovered: 1, bytes: Self.gif.count, gone: 1))
    known.header = ImageHeader(format: .gif, width: 2, height: 3)
    #expect(index.lookUp(known.key) == known)
    #expect(index.lookUp(IndexedImage.sample(2).key) == nil)
  }

  /// Another content of a known image is reported, and not taken for the image.
  @Test(arguments: [gif + [0], Array(gif.dropLast()) + [0], [], Array("GIF89a".utf8)])
  func keepsRecordedHash(content: [UInt8]) throws {
    try directory.write("\(Self.name).gif", content)
    let index = try open()
    var known = IndexedImage(
      key: ImageKey(url: "http://h/a"), url: "http://h/a", path: "\(Self.name).gif",
      sha256: try Self.key(Self.hash), bytes: Self.gif.count,
      header: ImageHeader(format: .gif, width: 2, height: 3), storedAt: 5, checkedAt: 6, usedAt: 7)
    index.put(known)
    var issues: [ImageIssue?] = []

    let report = try ImageReindex(directory: directory.path).run(into: index) { issues.append($1) }

    #expect(report == .init(changed: 1))
    let isSameLength = content.count == Self.gif.count
    #expect(issues == [isSameLength ? .otherContent : .otherLength(content.count)])
    known.flags = ["changed"]
    #expect(index.lookUp(known.key) == known)
  }

  @Test func requiresDirectory() {
    #expect(throws: FileError(path: directory.path("none"), operation: "open", code: ENOENT)) {
      _ = try ImageReindex(directory: directory.path("none")).scan()
    }
  }
}
