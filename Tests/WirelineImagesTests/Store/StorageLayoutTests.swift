import Testing

@testable import WirelineCore
@testable import WirelineImages
@testable import WirelineRequests

@Suite struct StorageLayoutTests {
  private func address(_ url: String) throws -> ImageAddress {
    ImageAddress(try RequestURL(url))
  }

  @Test func keyIsHashOfURL() {
    #expect(
      ImageKey(url: "abc").hexadecimal
        == "ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad")
    #expect(ImageKey(url: "abc", variant: "cat") == ImageKey(url: "abc\ncat"))
  }

  @Test func layoutsChooseFolder() throws {
    let address = try address("http://Example.com:8080/a/b.jpg?x")
    let key = address.key.hexadecimal
    let noon = CivilDate.days(year: 2026, month: 3, day: 9) * 86_400 + 43_200

    #expect(StorageLayout.hashed.folder(address, at: noon) == String(key.prefix(2)))
    #expect(StorageLayout.flat.folder(address, at: noon).isEmpty)
    #expect(StorageLayout.domain.folder(address, at: noon) == "example.com")
    #expect(StorageLayout.date.folder(address, at: noon) == "2026/03/09")
    #expect(StorageLayout.flat.stem(address) == "\(key)_b")
    #expect(StorageLayout.domain.stem(address) == key)
  }

  @Test(arguments: [
    ("/a/b.jpg", "b"), ("/", ""), ("/x.tar.gz", "x_tar_gz"), ("/%2e%2e%2fetc", "___etc"),
    ("/Caf%C3%A9 1.PNG", "Caf__1"), ("/..", "__"), ("/.png", ""),
    ("/" + String(repeating: "a", count: 80), String(repeating: "a", count: 50)),
  ])
  func cleansLastPartOfPath(path: String, part: String) {
    #expect(StorageLayout.cleaned(path) == part)
  }

  @Test(arguments: [
    ("example.com", "example.com"), ("", "unknown"), ("::1", "__1"), ("..", "_."), (".x", "_x"),
    ("a/b", "a_b"), (String(repeating: "a", count: 300), String(repeating: "a", count: 200)),
  ])
  func cleansHostForFolder(host: String, folder: String) {
    #expect(StorageLayout.folder(host: host) == folder)
  }
}
