import Glibc
import TestSupport
import Testing

@testable import WirelineCore

@Suite struct AtomicFileTests {
  private let directory: TemporaryDirectory

  init() throws { directory = try TemporaryDirectory() }

  @Test func appearsCompleteAfterCommit() throws {
    let file = try AtomicFile(path: directory.path("a"))
    try file.write(Array("one ".utf8))
    #expect(!directory.exists("a"))
    try file.write(Array("two".utf8))

    try file.commit(.full)

    #expect(try directory.text("a") == "one two")
    #expect(directory.files() == ["a"])
  }

  @Test func removesTemporaryFileWithoutCommit() throws {
    try directory.write("a", "old")
    do {
      let file = try AtomicFile(path: directory.path("a"))
      try file.write(Array("new".utf8))
    }

    #expect(try directory.text("a") == "old")
    #expect(directory.files() == ["a"])
  }

  @Test func commitsUnderAnotherName() throws {
    let file = try AtomicFile(path: directory.path("a"))

    try file.commit(as: directory.path("a.png"))

    #expect(directory.files() == ["a.png"])
  }
}

@Suite struct InPlaceFileTests {
  /// `/dev/stdout` is a symbolic link, possibly to a file; neither may be replaced.
  @Test(arguments: [
    ("/dev/stdout", true), ("/dev/stderr", true), ("/dev/fd/1", true), ("/dev/null", true),
    ("/proc/self/fd/1", true), ("/dev/fd/12345", true),
    ("/dev/shm/x", false), ("/dev", false), ("device", false), ("/tmp/dev/stdout", false),
    ("/proc/self/cwd/x", false), ("/dev/fd/", false), ("/dev/fd/x", false), ("/dev/fd/-1", false),
    ("/dev/fd/99999999999", false), ("/proc/self/fd/1/x", false), ("/dev/stdout/x", false),
  ])
  func recognizesDevicesAndDescriptors(path: String, isInPlace: Bool) {
    #expect(AtomicFile.isWrittenInPlace(path) == isInPlace)
  }

  /// A path in a record must not write to a connection or a database.
  @Test func rejectsDescriptorsOpenedByTheProcess() throws {
    let directory = try TemporaryDirectory()
    let file = open(directory.path("a"), O_WRONLY | O_CREAT | O_CLOEXEC, 0o600)
    let socket = Glibc.socket(AF_UNIX, Int32(SOCK_STREAM.rawValue), 0)
    defer { for descriptor in [file, socket] { close(descriptor) } }

    // Tests that run at the same time open many descriptors, but not the last.
    for descriptor in [file, socket, .max] {
      let path = "/dev/fd/\(descriptor)"
      #expect(throws: FileError(path: path, operation: "write", code: EBADF)) {
        _ = try AtomicFile(path: path)
      }
    }
  }

  @Test func opensPipeInBlockingMode() throws {
    let directory = try TemporaryDirectory()
    let path = directory.path("pipe")
    #expect(mkfifo(path, 0o600) == 0)
    let reader = open(path, O_RDONLY | O_NONBLOCK)
    defer { close(reader) }

    let opened = try InPlaceFile.open(path)
    defer { close(opened) }

    #expect(fcntl(opened, F_GETFL) & O_NONBLOCK == 0)
  }

  @Test func followsLinksToPipesOnly() throws {
    let directory = try TemporaryDirectory()
    let (pipe, file) = (directory.path("pipe"), try directory.write("file", "old"))
    #expect(mkfifo(pipe, 0o600) == 0)
    #expect(symlink(pipe, directory.path("to-pipe")) == 0)
    #expect(symlink(file, directory.path("to-file")) == 0)

    #expect(AtomicFile.isWrittenInPlace(pipe))
    #expect(AtomicFile.isWrittenInPlace(directory.path("to-pipe")))
    #expect(!AtomicFile.isWrittenInPlace(directory.path("to-file")))
    let written = try AtomicFile(path: directory.path("to-file"))
    try written.write(Array("new".utf8))
    try written.commit()
    #expect(try directory.text("file") == "old", "the link is replaced, not followed")
  }
}

@Suite struct TemporaryFilesTests {
  @Test(arguments: [
    "a", "/tmp/a", "some/folder/with.dots.db", String(repeating: "x", count: 255),
    String(repeating: "é", count: 127), "a-b-c", ".hidden",
  ])
  func namesAreUniqueShortAndContainOwner(path: String) throws {
    let names = (0..<3).map { _ in TemporaryFiles.name(for: path) }

    #expect(Set(names).count == 3)
    for name in names {
      let last = try #require(name.split(separator: "/").last)
      #expect(last.utf8.count <= 255)
      #expect(last.hasPrefix("."))
      #expect(TemporaryFiles.owner(of: String(last)) == getpid())
      #expect(TemporaryFiles.folder(of: name) == TemporaryFiles.folder(of: path))
    }
  }

  @Test(arguments: [
    "a", ".a.tmp", ".a.wireline-1.tmp", ".a.wireline-x-y.tmp", "a.wireline-1-2.tmp",
    ".a.wireline-1-2", ".wireline--1.tmp",
  ])
  func ignoresNamesOfOtherFiles(name: String) { #expect(TemporaryFiles.owner(of: name) == nil) }
}

@Suite struct FileLockTests {
  @Test func excludesOtherOwnersUntilReleased() throws {
    let directory = try TemporaryDirectory()
    let path = directory.path("lock")
    var first = try FileLock(path: path)

    #expect(first != nil)
    #expect(try FileLock(path: path) == nil)
    #expect(try FileLock(path: path, wait: .milliseconds(60)) == nil)
    first = nil
    #expect(try FileLock(path: path) != nil)
  }

  @Test func acquiresLockAfterWaiting() throws {
    let directory = try TemporaryDirectory()
    let path = directory.path("lock")
    var held = try FileLock(path: path)
    var tries = 0

    let lock = try FileLock(path: path, wait: .limit, isStopping: { false }) {
      tries += 1
      if tries == 3 { held = nil }
    }

    #expect(lock != nil && tries == 3)
    #expect(held == nil)
  }

  @Test func stopsWaitingOnRequest() throws {
    let directory = try TemporaryDirectory()
    let path = directory.path("lock")
    let held = try FileLock(path: path)
    var tries = 0

    let lock = try FileLock(path: path, wait: .limit, isStopping: { tries == 2 }) {
      tries += 1
    }

    #expect(held != nil)
    #expect(lock == nil && tries == 2)
  }
}
