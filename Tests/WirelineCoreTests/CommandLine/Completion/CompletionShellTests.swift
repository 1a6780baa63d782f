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
  func quotesAreTakenOffAndNothingElse(raw: String, plain: String) {
    #expect(ShellWord.plain(raw) == plain)
  }

  @Test func bashSaysWhichPartItReplaces() {
    let question = CompletionShell.bash.question(Self.bytes(["ta", "a\\ b", "--format=ta"]))

    #expect(
      question == .init(words: ["a b"], current: "--format=ta", kept: "--format="))
  }

  @Test func theOthersReplaceTheWord() {
    let fields = Self.bytes([#"a\ b"#, "'c d"])

    #expect(CompletionShell.zsh.question(fields) == .init(words: ["a b"], current: "c d"))
    #expect(CompletionShell.fish.question(fields) == .init(words: [#"a\ b"#], current: "c d"))
  }

  @Test(arguments: CompletionShell.allCases)
  func noFieldsAreNoQuestion(shell: CompletionShell) {
    #expect(shell.question([]) == nil)
    #expect(shell.question(Array("no end".utf8)) == nil)
  }

  private static let answer = CompletionAnswer(
    kind: .words, prefix: "--format=", heading: "format",
    words: [.init("table", "for people"), .init("tsv"), .init("csv")])

  static let texts: [(CompletionShell, String, String)] = [
    (.bash, "--format=", "words\n\ntable\ntsv\n"),
    (.bash, "", "words\n--format=\n--format=table\n--format=tsv\n"),
    (.zsh, "", "words\tformat\n--format=\ntable\tfor people\ntsv\ncsv\n"),
    (.fish, "", "words\n--format=\ntable\tfor people\ntsv\ncsv\n"),
  ]

  @Test(arguments: texts)
  func eachShellIsToldInItsWay(shell: CompletionShell, kept: String, text: String) {
    let question = CompletionShell.Question(words: [], current: "--format=t", kept: kept)

    #expect(shell.text(Self.answer, question) == text)
  }

  @Test func aNameIsOneLine() {
    let answer = CompletionAnswer(kind: .names, words: [.init("a\nb\tc", "d\ne")])

    #expect(
      CompletionShell.zsh.text(answer, .init(words: [], current: "a")) == "names\t\n\nabc\tde\n")
  }

  /// Each prefix of a question, with bytes that are no UTF-8.
  @Test(arguments: CompletionShell.allCases)
  func anyBytesAreTaken(shell: CompletionShell) throws {
    let whole = Self.bytes(["x", "--limit", "é", "-n"]) + [0xFF, 0xC3, 0, 0x27, 0]
    for end in 0...whole.count { _ = shell.question(Array(whole[..<end])) }
  }
}
