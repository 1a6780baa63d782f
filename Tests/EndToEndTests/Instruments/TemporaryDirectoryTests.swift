import TestSupport
import Testing

@Suite struct TemporaryDirectoryTests {
  @Test func writesListsAndReadsFiles() throws {
    let directory = try TemporaryDirectory()

    try directory.write("a/b/c.txt", "text")
    try directory.write(".hidden", [0, 255])

    #expect(directory.files() == [".hidden", "a/b/c.txt"])
    #expect(directory.files(under: "a") == ["a/b/c.txt"])
    #expect(try directory.text("a/b/c.txt") == "text")
    #expect(try directory.read(".hidden") == [0, 255])
    #expect(directory.permissions("a/b/c.txt") == 0o600)
    #expect(directory.exists("a") && !directory.exists("b"))
  }

  @Test func removesDirectoryOnDeinit() throws {
    var directory: TemporaryDirectory? = try TemporaryDirectory()
    let path = try #require(directory?.path)
    try directory?.write("a/b/c", "x")

    directory = nil

    #expect(TextFile.read("\(path)/a/b/c") == nil)
    #expect(TextFile.read(path) == nil)
  }
}
