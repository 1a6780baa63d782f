import Synchronization
import TestSupport
import Testing

@testable import WirelineCore
@testable import WirelineReq
@testable import WirelineRequests

@Suite struct TokenCommandTests {
  private let directory: TemporaryDirectory
  private let clock = Clock()

  private final class Clock: Sendable {
    let seconds = Mutex(1000)
  }

  init() throws { directory = try TemporaryDirectory() }

  /// A command that counts its runs in a file, and prints the lines of the file `tokens` in turn.
  private func command(_ tokens: String...) throws -> TokenCommand {
    try directory.write("tokens", tokens.joined(separator: "\n") + "\n")
    try directory.write("runs", "")
    let path = directory.path("")
    return TokenCommand(
      "cd \(ShellWord.quoted(path)) && echo x >> runs && sed -n \"$(wc -l < runs)p\" tokens",
      now: { [clock] in clock.seconds.withLock { $0 } })
  }

  private var runs: Int {
    get throws { try directory.text("runs").split(separator: "\n").count }
  }

  /// Waits for the command, as a request does.
  private func token(_ source: TokenCommand) async throws -> String? {
    while true {
      let result: Result<String?, RequestError> = await withUnsafeContinuation { waiter in
        do throws(RequestError) {
          guard let token = try source.token(ready: { waiter.resume(returning: .success(nil)) })
          else { return }
          waiter.resume(returning: .success(token))
        } catch {
          waiter.resume(returning: .failure(error))
        }
      }
      if let token = try result.get() { return token }
    }
  }

  private static func webToken(_ payload: String) -> String {
    let digits = Base64.encode(Array(payload.utf8)).filter { $0 != "=" }
      .map { $0 == "+" ? "-" : $0 == "/" ? "_" : $0 }
    return "e30.\(String(digits)).c2ln"
  }

  @Test func runsOnceForAllRequests() async throws {
    let source = try command("one", "two")

    let tokens = try await withThrowingTaskGroup(of: String?.self) { group in
      for _ in 0..<20 { group.addTask { try await token(source) } }
      return try await group.reduce(into: []) { $0.append($1) }
    }

    #expect(tokens == [String?](repeating: "one", count: 20))
    #expect(try runs == 1)
  }

  @Test func renewsExpiredToken() async throws {
    let (first, second) = (
      Self.webToken(#"{"exp":1100}"#), Self.webToken(#"{"exp":9000.5,"a":"ÿ"}"#)
    )
    let source = try command(first, second)

    #expect(try await token(source) == first)
    clock.seconds.withLock { $0 = 1089 }
    #expect(try await token(source) == first)
    clock.seconds.withLock { $0 = 1090 }
    #expect(try await token(source) == second)
    #expect(try runs == 2)
  }

  @Test func renewsRejectedTokenOnceAMinute() async throws {
    let source = try command("one", "two", "three")
    _ = try await token(source)

    #expect(source.reject("one") && source.reject("one"))
    #expect(try await token(source) == "two")
    // The response to an earlier request.
    #expect(source.reject("one"))
    #expect(try await token(source) == "two")
    // The server may reject all tokens.
    clock.seconds.withLock { $0 = 1059 }
    #expect(!source.reject("two"))
    #expect(try await token(source) == "two")
    #expect(try runs == 2)
    clock.seconds.withLock { $0 = 1060 }
    #expect(source.reject("two"))
    #expect(try await token(source) == "three")
  }

  @Test(arguments: [
    ("echo secret-word; echo no login >&2; exit 3", "exit status 3: no login"),
    ("set -x; echo secret-word; exit 4", "exit status 4: + exit 4"),
    ("echo secret-word; echo not secret-word >&2; exit 5", "exit status 5: not ***"),
    ("exit 0", "no output"), ("echo; echo", "the first line is not a token"),
    ("echo a b", "the first line is not a token"),
    ("printf 'a\\001'", "the first line is not a token"),
    ("no-such-program-x", "program not found (exit status 127)"),
    ("head -c 100000 /dev/zero", "output larger than 65536 bytes"),
  ])
  func failsOnce(command: String, reason: String) async throws {
    let source = TokenCommand(command)
    for _ in 0..<2 {
      let error = await #expect(throws: RequestError.self) { try await token(source) }
      #expect(
        error?.message.hasPrefix("--token-command failed: \(reason)") == true,
        "\(error?.message ?? "")")
      #expect(error?.message.contains("secret-word") == false)
    }
  }

  @Test(
    arguments: [
      ("plain", nil), ("a.b.c", nil), ("..", nil), (webToken("{}"), nil), (webToken("[1]"), nil),
      (webToken(#"{"exp":"5000"}"#), nil), (webToken(#"{"exp":-5}"#), nil),
      (webToken(#"{"exp":1e300}"#), nil), (webToken(#"{"exp":5000}"#), 5000),
      (webToken(#"{"exp":5000.9}"#), 5000),
      // It would be renewed without end.
      (webToken(#"{"exp":1010}"#), nil),
    ] as [(String, Int?)])
  func readsExpiry(text: String, expiry: Int?) {
    #expect(Token(text, now: 1000).expiry == expiry)
  }

  @Test func survivesArbitraryTokens() {
    for text in SeededGenerator.texts(like: Self.webToken(#"{"exp":5000,"sub":"a"}"#)) {
      #expect(Token(text, now: 1000).expiry ?? 5000 > 1010)
    }
  }
}
