import Testing

@testable import WirelineCore

@Suite struct CompletionShellTests {
  private static func bytes(_ fields: [String]) -> [UInt8] {
    fields.flatMap { Array($0.utf8) + [0] }
  }

  @Test(arguments: [
    ("plain", "plain"), (#"New\ York"#, "New York"), ("'New York", "New York"),
    (#""a \" b""#, #"a " b"#), (#"'a\b'"#, #"a\b"#), ("a'b c'd", "ab cd"),
    ("$(rm) `x` $HOME", "$(rm) `x` $HOME"), (#"a\"#, "a"), ("", ""),
  ])
  func removesQuotesWithoutExpansion(raw: String, plain: String) {
    #expect(ShellWord.plain(raw) == plain)
  }

  @Test(arguments: [
    ("a-b", "a-b"), ("", "''"), ("it's", #"'it'\''s'"#), ("$HOME x", "'$HOME x'"),
  ])
  func quotesWords(text: String, quoted: String) {
    #expect(ShellWord.quoted(text) == quoted)
    #expect(ShellWord.plain(quoted) == text)
  }

  @Test func findsThePartThatBashKeeps() {
    let request = CompletionShell.bash.request(Self.bytes(["ta", "a\\ b", "--format=ta"]))

    #expect(
      request == .init(words: ["a b"], current: "--format=ta", kept: "--format="))
  }

  @Test func zshAndFishReplaceTheWholeWord() {
    let fields = Self.bytes([#"a\ b"#, "'c d"])

    #expect(CompletionShell.zsh.request(fields) == .init(words: ["a b"], current: "c d"))
    #expect(CompletionShell.fish.request(fields) == .init(words: [#"a\ b"#], current: "c d"))
  }

  @Test(arguments: CompletionShell.allCases)
  func rejectsMalformedRequests(shell: CompletionShell) {
    #expect(shell.request([]) == nil)
    #expect(shell.request(Array("no end".utf8)) == nil)
  }

  private static let candidates = CompletionResult(
    kind: .words, prefix: "--format=", heading: "format",
    words: [.init("table", "for people"), .init("tsv"), .init("csv")])

  static let texts: [(CompletionShell, String, String)] = [
    (.bash, "--format=", "words\n\ntable\ntsv\n"),
    (.bash, "", "words\n--format=\n--format=table\n--format=tsv\n"),
    (.zsh, "", "words\tformat\n--format=\ntable\tfor people\ntsv\ncsv\n"),
    (.fish, "", "words\n--format=\ntable\tfor people\ntsv\ncsv\n"),
  ]

  @Test(arguments: texts)
  func formatsCandidatesForEachShell(shell: CompletionShell, kept: String, text: String) {
    let request = CompletionShell.Request(words: [], current: "--format=t", kept: kept)

    #expect(shell.text(Self.candidates, request) == text)
  }

  @Test func removesControlCharactersFromNames() {
    let candidates = CompletionResult(kind: .names, words: [.init("a\nb\tc", "d\ne")])

    #expect(
      CompletionShell.zsh.text(candidates, .init(words: [], current: "a")) == "names\t\n\nabc\tde\n"
    )
  }

  @Test(arguments: CompletionShell.allCases)
  func acceptsInvalidUTF8AndTruncatedRequests(shell: CompletionShell) throws {
    let whole = Self.bytes(["x", "--limit", "é", "-n"]) + [0xFF, 0xC3, 0, 0x27, 0]
    for end in 0...whole.count { _ = shell.request(Array(whole[..<end])) }
  }
}
