import Glibc
import TestSupport
import Testing

@testable import WirelineCore

@Suite struct FileBoundaryTests {
  private let directory: TemporaryDirectory
  private let boundary: FileBoundary

  init() throws {
    directory = try TemporaryDirectory()
    try directory.write("outside.txt", "outside")
    try directory.write("root-2/x.txt", "sibling")
    for name in ["a.txt", "sub/b.txt", ".hidden", ".git/c.txt", "sub/.d"] {
      try directory.write("root/\(name)", "inside")
    }
    for (link, target) in [
      ("up", ".."), ("in", "sub"), ("out.txt", "../outside.txt"), ("b.txt", "sub/b.txt"),
      ("absolute", directory.path("root/sub")), ("etc", "/etc"), ("loop", "loop"),
      ("device", "/dev/zero"), ("new", "sub/nowhere"), ("newout", "../nowhere"), ("dot", ".git"),
      (".link", "a.txt"), (".links", "sub"), ("../into", "root/a.txt"),
    ] {
      #expect(symlink(target, directory.path("root/\(link)")) == 0)
    }
    #expect(mkfifo(directory.path("root/fifo"), 0o600) == 0)
    boundary = try FileBoundary(directory.path("root"), allowsHidden: true)
  }

  private func opened(_ name: String, _ boundary: FileBoundary) -> String {
    do throws(FileBoundary.Violation) {
      let descriptor = try boundary.open(
        name.hasPrefix("/") ? name : directory.path("root/\(name)"))
      let bytes = try? FileBytes.readAndClose(descriptor, path: name, limit: nil)
      return String(decoding: bytes ?? [], as: UTF8.self)
    } catch {
      return describe(error)
    }
  }

  private func describe(_ error: FileBoundary.Violation) -> String {
    switch error {
    case .outside: "outside"
    case .hidden: "hidden"
    case .notRegular: "not regular"
    case .file(let error): "errno \(error.code)"
    }
  }

  @Test(arguments: [
    ("a.txt", "inside"), ("sub/b.txt", "inside"), ("./sub//b.txt", "inside"),
    ("sub/../a.txt", "inside"), (".hidden", "inside"), ("in/b.txt", "inside"),
    ("b.txt", "inside"), ("absolute/b.txt", "inside"), ("../root/a.txt", "inside"),
    ("../outside.txt", "outside"), ("sub/../../outside.txt", "outside"),
    ("up/outside.txt", "outside"), ("out.txt", "outside"), ("etc/passwd", "outside"),
    ("/etc/passwd", "outside"), ("/dev/zero", "outside"), ("device", "outside"),
    ("loop", "errno \(ELOOP)"), ("fifo", "not regular"), ("sub", "not regular"),
    ("", "not regular"), ("missing", "errno \(ENOENT)"), ("a.txt/x", "errno \(ENOTDIR)"),
    ("../root-2/x.txt", "outside"), ("../missing", "outside"), ("../root-2/x.txt/y", "outside"),
    ("new", "not regular"),
  ])
  func opensOnlyRegularFilesBelowDirectory(path: String, result: String) {
    #expect(opened(path, boundary) == result)
  }

  @Test func rejectsHiddenNamesUnlessAllowed() throws {
    let strict = try FileBoundary(directory.path("root"), allowsHidden: false)

    for name in [".hidden", ".git/c.txt", "sub/.d", "dot/c.txt", ".link", ".links/b.txt"] {
      #expect(opened(name, strict) == "hidden", "\(name)")
      #expect(opened(name, boundary) == "inside", "\(name)")
    }
  }

  @Test(arguments: [
    ("a.txt", nil), ("new.txt", nil), ("sub/new.txt", nil), ("in/new.txt", nil), ("b.txt", nil),
    // A link to a missing file is replaced.
    ("new", nil), ("newout", nil), ("out.txt", "outside"), ("up/x", "outside"),
    ("device", "outside"),
    ("../x", "outside"), ("/etc/x", "outside"), ("fifo", "not regular"), ("sub", "not regular"),
    (".link", "hidden"), (".links/x", "hidden"), ("../into", "outside"),
    (".bashrc", "hidden"), (".git/x", "hidden"), ("missing/x", "errno \(ENOENT)"),
  ])
  func checksOutputPaths(path: String, expected: String?) throws {
    let strict = try FileBoundary(directory.path("root"), allowsHidden: false)
    var found: String?
    do throws(FileBoundary.Violation) {
      try strict.checkOutput(path.hasPrefix("/") ? path : directory.path("root/\(path)"))
    } catch {
      found = describe(error)
    }
    #expect(found == expected)
  }

  @Test func entersUnreadableDirectories() throws {
    #expect(chmod(directory.path("root/sub"), 0o100) == 0)
    defer { chmod(directory.path("root/sub"), 0o700) }

    #expect(opened("sub/b.txt", boundary) == "inside")
  }

  @Test func rejectsMissingDirectory() {
    #expect(throws: FileError.self) {
      try FileBoundary(directory.path("nowhere"), allowsHidden: true)
    }
    #expect(throws: FileError.self) {
      try FileBoundary(directory.path("outside.txt"), allowsHidden: true)
    }
  }
}
