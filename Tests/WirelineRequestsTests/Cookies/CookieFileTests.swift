import TestSupport
import Testing

@testable import WirelineCore
@testable import WirelineRequests

@Suite struct CookieFileTests {
  private static let now = 1_700_000_000

  static let text = """
    # Netscape HTTP Cookie File
    # mine
    .example.com\tTRUE\t/\tTRUE\t1800000000\tsession\ts3cret
    #HttpOnly_www.example.com\tFALSE\t/a\tFALSE\t0\tid\t
    localhost\tFALSE\t/\tFALSE\t1800000000\tn\tv

    """

  private func file(_ text: String) -> CookieFile { CookieFile(Array(text.utf8), now: Self.now) }

  private func written(_ file: CookieFile, at now: Int = now) -> String {
    String(decoding: file.bytes(now: now), as: UTF8.self)
  }

  /// A file that was cut off inside a value ends without a line break.
  @Test func detectsMissingLineBreak() {
    let cookie = "a.b\tFALSE\t/\tFALSE\t0\tn\tval"

    #expect(file(cookie).cutOffLine == 1)
    #expect(file("# c\n" + cookie).cutOffLine == 2)
    #expect(file("# c\n" + cookie).jar.cookies.map(\.value) == ["val"])
    for text in [cookie + "\n", cookie + "\r\n", cookie + "\n# c", "", "# c", "x"] {
      #expect(file(text).cutOffLine == nil)
    }
  }

  @Test func preservesFile() {
    let file = file(Self.text)

    #expect(file.issues.isEmpty)
    #expect(
      file.jar.cookies == [
        Cookie(
          name: "session", value: "s3cret", domain: "example.com", isHostOnly: false,
          isSecure: true, expiry: 1_800_000_000, creation: Self.now),
        Cookie(
          name: "id", value: "", domain: "www.example.com", path: "/a", isHTTPOnly: true,
          creation: Self.now),
        Cookie(
          name: "n", value: "v", domain: "localhost", expiry: 1_800_000_000, creation: Self.now),
      ])
    #expect(written(file) == Self.text)
  }

  @Test(
    arguments: [
      ("a.b\tFALSE\t/\tFALSE\t0\tn", "a.b\tFALSE\t/\tFALSE\t0\tn\t"),
      ("a.b\tfalse\t/\ttrue\t-1\tn\tv\r", "a.b\tFALSE\t/\tTRUE\t0\tn\tv"),
      ("A.b\tTRUE\t/\tFALSE\t1800000000.75\tn\tv", ".a.b\tTRUE\t/\tFALSE\t1800000000\tn\tv"),
      (".com\tTRUE\t/\tFALSE\t0\tn\tv", "com\tFALSE\t/\tFALSE\t0\tn\tv"),
      ("::1\tTRUE\t/\tFALSE\t0\tn\tv", "::1\tFALSE\t/\tFALSE\t0\tn\tv"),
      ("1.2.3.4\tTRUE\t/\tFALSE\t0\tn\tv", "1.2.3.4\tFALSE\t/\tFALSE\t0\tn\tv"),
      ("\u{FEFF}a.b\tFALSE\t/\tFALSE\t0\tn\tv", "a.b\tFALSE\t/\tFALSE\t0\tn\tv"),
    ])
  func readsFilesOfOtherPrograms(line: String, again: String) {
    let file = file(line)
    #expect(file.issues.isEmpty)
    #expect(written(file) == "# Netscape HTTP Cookie File\n\(again)\n")
  }

  @Test(
    arguments: [
      "secret", "a.b\tFALSE\t/\tFALSE\t0", "a.b FALSE / FALSE 0 n v", "\tFALSE\t/\tFALSE\t0\tn\tv",
      "a.b\tMAYBE\t/\tFALSE\t0\tn\tsecret", "a.b\tFALSE\t/\t1\t0\tn\tv",
      "a.b\tFALSE\tx\tFALSE\t0\tn\tv", "a.b\tFALSE\t/\tFALSE\tsoon\tn\tv",
      "a.b\tFALSE\t/\tFALSE\t0\t\tv", "a.b\tFALSE\t/\tFALSE\t0\tn\tv\tw",
      "a b\tFALSE\t/\tFALSE\t0\tn\tv", "a.b\tFALSE\t/\tFALSE\t0\tn\tv\u{1}",
      "#HttpOnly_nothing",
    ])
  func reportsAndPreservesInvalidLines(line: String) {
    let file = file("# mine\n\n\(line)\na.b\tFALSE\t/\tFALSE\t0\tn\tv\n")

    #expect(file.issues.map(\.line) == [3])
    #expect(file.issues.first?.reason.contains("secret") == false)
    #expect(
      written(file)
        == "# Netscape HTTP Cookie File\n# mine\n\(line)\na.b\tFALSE\t/\tFALSE\t0\tn\tv\n")
  }

  @Test func preservesInvalidUTF8() {
    let line = Array("a.b\tFALSE\t/\tFALSE\t0\tn\t".utf8) + [0xFF, 0xC3]
    let file = CookieFile(line, now: Self.now)
    #expect(file.issues.map(\.line) == [1])
    #expect(file.bytes(now: Self.now).suffix(line.count + 1) == (line + [0x0A])[...])
  }

  @Test func omitsExpiredCookies() throws {
    #expect(!written(file(Self.text), at: 1_800_000_000).contains("session"))
    #expect(file("a.b\tFALSE\t/\tFALSE\t1\tn\tv").jar.isEmpty)
  }

  @Test func survivesArbitraryFiles() {
    for bytes in SeededGenerator.inputs(like: Self.text, count: 1000) {
      let file = CookieFile(bytes, now: Self.now)
      let again = CookieFile(file.bytes(now: Self.now), now: Self.now)
      #expect(again.jar == file.jar)
      #expect(again.issues.map(\.reason) == file.issues.map(\.reason))
    }
  }
}
