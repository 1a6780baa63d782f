import TestSupport
import Testing

@testable import WirelineCore
@testable import WirelineImages

@Suite struct StoredNamesTests {
  private let directory: TemporaryDirectory

  init() throws { directory = try TemporaryDirectory() }

  private func key(_ number: Int) -> ImageKey { ImageKey(url: "http://h/\(number)") }

  private func folder(_ number: Int) -> String { String(key(number).hexadecimal.prefix(2)) }

  private func mayContain(_ names: StoredNames, _ number: Int) -> Bool {
    names.mayContain(key(number), in: folder(number))
  }

  @Test func findsNamesInFolders() throws {
    for number in 0..<200 {
      try directory.write("\(folder(number))/\(key(number).hexadecimal).png", "x")
    }
    let names = StoredNames(DirectoryTree(directory.path))

    #expect((0..<200).allSatisfy { mayContain(names, $0) })
    // Two of 2²¹ bits each: false positives are unlikely.
    #expect((200..<2000).filter { mayContain(names, $0) }.count < 3)
  }

  @Test func findsInsertedName() {
    let names = StoredNames(DirectoryTree(directory.path))
    #expect(!mayContain(names, 1))

    names.insert(key(1))

    #expect(mayContain(names, 1))
  }

  @Test func ignoresOtherFiles() throws {
    let folder = folder(1)
    for name in ["README", ".x.wireline-1-2.tmp", "0123", String(repeating: "z", count: 64)] {
      try directory.write("\(folder)/\(name)", "x")
    }

    #expect(!mayContain(StoredNames(DirectoryTree(directory.path)), 1))
  }
}
