import Glibc
import TestSupport
import Testing

@testable import WirelineCore

@Suite struct DirectoryTreeTests {
  private let directory: TemporaryDirectory
  private let tree: DirectoryTree

  init() throws {
    directory = try TemporaryDirectory()
    try directory.write("store/a/b/file", "inside")
    try directory.write("outside/file", "outside")
    for (name, target) in [
      ("store/link", "a/b/file"), ("store/out", "../outside"), ("store/a/in", "b"),
      ("store/absolute", directory.path("outside")),
    ] {
      try #require(symlink(target, directory.path(name)) == 0)
    }
    tree = DirectoryTree(directory.path("store"))
  }

  private func code(_ body: () throws(FileError) -> Void) -> Int32 {
    do throws(FileError) {
      try body()
      return 0
    } catch {
      return error.code
    }
  }

  @Test(arguments: [
    ("a/b/file", 0), ("a/b/none", ENOENT), ("a/b/file/x", ENOTDIR), ("link", ELOOP),
    ("out/file", ELOOP), ("a/in/file", ELOOP), ("absolute/file", ELOOP),
    ("../outside/file", EXDEV), ("a/../../outside/file", EXDEV),
  ])
  func refusesSymlinksAndEscapes(name: String, expected: Int32) {
    #expect(code { () throws(FileError) in close(try tree.open(name)) } == expected)
    if expected != 0 { #expect(tree.attributes(name)?.isFile != true) }
  }

  @Test func findsAndRemovesFiles() throws {
    #expect(tree.attributes("a/b/file")?.bytes == 6)
    #expect(tree.remove("out/file") == ELOOP)
    #expect(tree.remove("a/b/file") == 0 && tree.remove("a/b/file") == 0)
    #expect(tree.attributes("a/b/file") == nil && directory.exists("outside/file"))
  }

  @Test func removesFileFromReplacedFolder() throws {
    #expect(tree.remove("a/b/file") == 0)
    try #require(rmdir(directory.path("store/a/b")) == 0)
    try directory.write("store/a/b/file", "new")

    #expect(tree.remove("a/b/file") == 0)

    #expect(!directory.exists("store/a/b/file"))
  }

  @Test func createsFoldersButNotThroughSymlink() throws {
    _ = try tree.folder(of: "x/y/z/file", making: 0o700)

    #expect(directory.permissions("store/x/y/z") == 0o700)
    #expect(
      code { () throws(FileError) in _ = try tree.folder(of: "out/new/file", making: 0o700) }
        == ELOOP)
    #expect(!directory.exists("outside/new"))
  }

  /// The file stays in its folder, which another process moved, and does not follow the link.
  @Test func commitDoesNotFollowFolderThatBecameSymlink() throws {
    let path = directory.path("store/a/b/new")
    let file = try AtomicFile(path: path, mayBeDevice: false, in: tree)
    try file.write(Array("new".utf8))
    rename(directory.path("store/a/b"), directory.path("store/a/moved"))
    symlink("../../outside", directory.path("store/a/b"))

    try file.commit()

    #expect(directory.files(under: "outside") == ["outside/file"])
    #expect(try directory.text("store/a/moved/new") == "new")
  }

  @Test func createsFileInFolderThatWasReplaced() throws {
    let path = directory.path("store/a/b/new")
    try AtomicFile(path: path, mayBeDevice: false, in: tree).commit()
    for name in ["new", "file"] { unlink(directory.path("store/a/b/\(name)")) }
    try #require(rmdir(directory.path("store/a/b")) == 0)
    #expect(
      code { () throws(FileError) in _ = try AtomicFile(path: path, mayBeDevice: false, in: tree) }
        == ENOENT)

    _ = try tree.folder(of: "a/b/new", making: 0o700)
    try AtomicFile(path: path, mayBeDevice: false, in: tree).commit()

    #expect(directory.exists("store/a/b/new"))
  }

  @Test func linksAndCommitsBelowDirectory() throws {
    let path = directory.path("store/a/b/new")
    let file = try AtomicFile(path: path, mayBeDevice: false, in: tree)
    try file.link(to: directory.path("store/a/b/file"))
    try file.commit(isLink: true)
    let other = try AtomicFile(path: path, mayBeDevice: false, in: tree)

    #expect(
      code { () throws(FileError) in try other.link(to: directory.path("store/out/file")) } == ELOOP
    )
    other.discard()

    #expect(try directory.text("store/a/b/new") == "inside")
    #expect(directory.files(under: "store/a/b") == ["store/a/b/file", "store/a/b/new"])
  }

  @Test func acceptsSymlinkAsDirectory() throws {
    symlink("store", directory.path("other"))

    #expect(DirectoryTree(directory.path("other")).attributes("a/b/file")?.bytes == 6)
  }

  @Test func createsDirectoryWithFirstFolder() throws {
    let tree = DirectoryTree(directory.path("new/store"))

    #expect(code { () throws(FileError) in _ = try tree.folder(of: "a/file") } == ENOENT)
    _ = try tree.folder(of: "a/file", making: 0o755)
    #expect(directory.exists("new/store/a"))
  }
}

@Suite struct SharedFileSystemTests {
  /// ext4, tmpfs, overlayfs, NFS, FUSE, Lustre, SMB2.
  @Test(
    arguments: [
      (0xEF53, false), (0x0102_1994, false), (0x794C_7630, false), (0x6969, true),
      (0x6573_5546, true), (0x0BD0_0BD0, true), (0xFE53_4D42, true),
    ] as [(UInt32, Bool)])
  func knowsTypesOfSharedFileSystems(type: UInt32, isShared: Bool) {
    #expect(SharedFileSystem.contains(type: type) == isShared)
  }

  @Test func examinesDirectories() throws {
    #expect(!SharedFileSystem.contains("/proc"))
    #expect(!SharedFileSystem.contains("/does/not/exist"))
  }
}
