import Testing

@testable import WirelineCore

@Suite struct StoragePathTests {
  @Test func pathIsTheHashOfTheURL() {
    let place = StoragePath(url: "http://example.com/a.jpg")

    #expect(place.identifier.count == 64)
    #expect(place.name(for: .png) == "\(place.identifier.prefix(2))/\(place.identifier).png")
    #expect(
      StoragePath(url: "abc").identifier
        == "ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad")
  }
}
