import TestSupport
import Testing

@testable import WirelineCore

@Suite struct StoredNamesTests {
  private let directory: TemporaryDirectory

  init() throws { directory = try TemporaryDirectory() }

  private func place(_ number: Int) -> StoragePath { StoragePath(url: "http://h/\(number)") }

  @Test func whatIsInTheFoldersMayBeThere() throws {
    for number in 0..<200 { try directory.write(place(number).name(for: .png), "x") }
    let names = StoredNames(directory: directory.path)

    #expect((0..<200).allSatisfy { names.mayContain(place($0)) })
    // Two places each in 2²¹: hardly one of these by chance.
    #expect((200..<2000).filter { names.mayContain(place($0)) }.count < 3)
  }

  @Test func whatIsAddedMayBeThere() {
    let names = StoredNames(directory: directory.path)
    #expect(!names.mayContain(place(1)))

    names.insert(place(1))

    #expect(names.mayContain(place(1)))
  }

  @Test func otherFilesAreNoImages() throws {
    let folder = place(1).folder
    for name in ["README", ".x.wireline-1-2.tmp", "0123", String(repeating: "z", count: 64)] {
      try directory.write("\(folder)/\(name)", "x")
    }

    #expect(!StoredNames(directory: directory.path).mayContain(place(1)))
  }
}
