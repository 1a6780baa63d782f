import Testing
import WirelineCore

/// The examples of FIPS 180-2, and updates of all lengths up to two blocks of 64 bytes.
@Suite struct SHA256Tests {
  private static let digests = [
    ("", "e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855"),
    ("abc", "ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad"),
    (
      "abcdbcdecdefdefgefghfghighijhijkijkljklmklmnlmnomnopnopq",
      "248d6a61d20638b8e5c026930c3e6039a33ce45964ff2167f6ecedd419db06c1"
    ),
    (
      String(repeating: "a", count: 1_000_000),
      "cdc76e5c9914fb9281a1c7e284d73e67f1809a48a497200e046d39ccc7112cd0"
    ),
  ]

  @Test(arguments: digests)
  func hashesExamples(text: String, digest: String) {
    #expect(Hexadecimal.encode(SHA256.hash(data: Array(text.utf8))) == digest)
  }

  @Test func encodesEveryByteAsTwoDigits() {
    let text = Hexadecimal.encode(Array(UInt8.min...UInt8.max))
    #expect(text.utf8.count == 512)
    #expect(text.hasPrefix("000102") && text.hasSuffix("fdfeff"))
  }

  @Test func continuesAfterFinalize() {
    var hash = SHA256()
    hash.update(data: [1])
    let first = hash.finalize()
    #expect(Array(first) == Array(hash.finalize()))
    hash.update(data: [2])
    #expect(Array(hash.finalize()) == Array(SHA256.hash(data: [1, 2])))
  }

  /// FIPS 180-4, examples of the hash functions.
  @Test func truncatesSHA512() {
    #expect(
      SHA512.hexadecimal(of: "abc")
        == "53048e2681941ef99b2e29b76b4c7dabe4c2d0c634fc6d46e0e2f13107e7af23")
  }
}
