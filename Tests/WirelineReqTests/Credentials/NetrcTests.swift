import TestSupport
import Testing

@testable import WirelineCore
@testable import WirelineReq
@testable import WirelineRequests

@Suite struct NetrcTests {
  static let text = #"""
    # mine
    machine one.example login alice password s#3cret account acc  # home
    machine two.example
      login "bob \"b\""
      password "p\\w \n\t#x"
    macdef init
    machine fake password never

    MACHINE one.example login carol password other
    machine [::1] password bare
    default login anonymous password user@site
    """#

  private func netrc(_ text: String) throws -> Netrc { try Netrc(Array(text.utf8)) }

  @Test func parsesEntries() throws {
    #expect(
      try netrc(Self.text).entries == [
        Netrc.Entry(
          machine: "one.example", login: "alice", password: "s#3cret", account: "acc"),
        Netrc.Entry(machine: "two.example", login: "bob \"b\"", password: "p\\w \n\t#x"),
        Netrc.Entry(machine: "one.example", login: "carol", password: "other"),
        Netrc.Entry(machine: "[::1]", password: "bare"),
        Netrc.Entry(machine: nil, login: "anonymous", password: "user@site"),
      ])
  }

  @Test(arguments: [
    ("one.example", "s#3cret"), ("ONE.example", "s#3cret"), ("x.one.example", "user@site"),
    ("fake", "user@site"), ("", "user@site"), ("[::1]", "bare"),
  ])
  func findsEntryByHost(host: String, password: String) throws {
    #expect(try netrc(Self.text).entry(for: host)?.password == password)
  }

  @Test func prefersMachineOverDefault() throws {
    let netrc = try netrc("default password d machine a password m")
    #expect(netrc.entry(for: "a")?.password == "m")
    #expect(netrc.entry(for: "b")?.password == "d")
  }

  @Test(
    arguments: [
      ("", 0), ("\n\n#x", 0), ("machine a", 1), ("\u{FEFF}machine a", 1), ("machine\n\na\r\n", 1),
      ("macdef x\nmachine a\n\nmachine b", 1), ("macdef x\nmachine a", 0),
      ("macdef x\r\nmachine a\r\n\r\nmachine b", 1), ("machine a password \"\"", 1),
    ])
  func countsEntriesOfUnusualFiles(text: String, count: Int) throws {
    #expect(try netrc(text).entries.count == count)
  }

  @Test(
    arguments: [
      ("machine a\npassword my s3cret", 2, "unknown keyword"), ("s3cret", 1, "unknown keyword"),
      ("machine a\n\npassword", 3, "missing value"), ("machine", 1, "missing value"),
      ("password s3cret", 1, "before \"machine\""),
      ("machine a password \"s3cret\nlogin b", 1, "unterminated quote"),
      ("machine a password \"s3cret\\", 1, "unterminated quote"),
      ("machine a password s3cret\u{1}", 1, "control character"),
      ("machine a password \"s3cret\u{7F}\"", 1, "control character"),
    ])
  func reportsLineWithoutSecret(text: String, line: Int, reason: String) {
    let error = #expect(throws: NetrcError.self) { try netrc(text) }

    #expect(error?.line == line && error?.reason.contains(reason) == true)
    #expect(error?.description.contains("s3cret") == false)
  }

  @Test func reportsLineOfInvalidUTF8() {
    #expect(throws: NetrcError(line: 2, reason: "not UTF-8")) {
      try Netrc(Array("machine a\npassword ".utf8) + [0xFF, 0x0A])
    }
  }

  @Test func survivesArbitraryFiles() {
    for bytes in SeededGenerator.inputs(like: Self.text) {
      do throws(NetrcError) {
        _ = try Netrc(bytes).entry(for: "one.example")
      } catch {
        #expect((1...bytes.count { $0 == 0x0A } + 1).contains(error.line))
        #expect(!error.description.contains("cret"))
      }
    }
  }
}
