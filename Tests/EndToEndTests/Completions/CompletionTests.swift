import TestSupport
import Testing

/// Completion scripts in their shells.
@Suite struct CompletionTests {
  @Suite(.needs("bash", "script"))
  struct Bash {
    @Test func offersCandidates() throws { try check(.bash) }
    @Test func offersNoCitiesWithoutDatabase() throws { try checkNoCities(.bash) }

    /// With strict options, in POSIX mode, and without the tools in `PATH`.
    @Test(arguments: ["-eu", "--posix -eu"])
    func loadsSilently(options: String) throws {
      let shell = try ShellUnderTest(.bash)
      let run = try shell.sandbox.shell(
        """
        bash --norc --noprofile \(options) -c '
          for file in ~/scripts/*.bash; do . "$file"; done
          COMP_WORDS=(req --fo) COMP_CWORD=1 COMP_LINE="req --fo" COMP_POINT=8
          _wireline_req req --fo req
          echo "loaded ${#COMPREPLY[@]}"'
        """, environment: ["PATH": "/usr/bin:/bin"])

      #expect((run.messages, run.text) == ("", "loaded 0\n"))
    }

    /// Other users can read arguments in the process list, and the line may contain a password.
    @Test func doesNotPassLineAsArgument() throws {
      let shell = try ShellUnderTest(.bash)
      let fake = "#!/bin/sh\necho \"$@\" >arguments\nprintf 'words\\n\\n--found\\n'\n"
      try shell.sandbox.write("req", fake)
      _ = try shell.sandbox.shell("chmod +x req")
      let offered = try shell.offered(["./req -u ada:secret https://a.example/ --f"])

      #expect(try shell.sandbox.text("arguments") == "---complete bash\n")
      #expect(offered.first?.last == "--found")
    }
  }

  @Suite(.needs("zsh", "script"))
  struct Zsh {
    @Test func offersCandidates() throws { try check(.zsh) }
    @Test func offersNoCitiesWithoutDatabase() throws { try checkNoCities(.zsh) }

    /// With strict options, with and without the completion system.
    @Test(arguments: ["autoload -Uz compinit; compinit -u -D;", ""])
    func loadsSilently(start: String) throws {
      let shell = try ShellUnderTest(.zsh)
      let run = try shell.sandbox.shell(
        """
        zsh -f -c '\(start) setopt nounset errexit
          for file in ~/scripts/_*; do . $file; done
          print loaded'
        """, environment: ["PATH": "/usr/bin:/bin"])

      #expect((run.messages, run.text) == ("", "loaded\n"))
    }
  }

  @Suite(.needs("fish"))
  struct Fish {
    @Test func offersCandidates() throws { try check(.fish) }
    @Test func offersNoCitiesWithoutDatabase() throws { try checkNoCities(.fish) }

    @Test func loadsSilently() throws {
      let shell = try ShellUnderTest(.fish)
      let run = try shell.sandbox.shell(
        """
        fish --no-config -c '
          for file in ~/scripts/*.fish; source $file; end
          complete -C "req --fo"; echo loaded'
        """, environment: ["PATH": "/usr/bin:/bin"])

      #expect((run.messages, run.text) == ("", "loaded\n"))
    }

    @Test func describesCandidates() throws {
      let shell = try ShellUnderTest(.fish)
      try shell.syncCities()
      let run = try shell.sandbox.shell(
        """
        fish --no-config -c '
          for file in ~/scripts/*.fish; source $file; end
          complete -C "cities-find par"; complete -C "req --fields="; complete -C "req --cacert"'
        """)

      #expect(run.lines.first == "Paris\tFrance, United States")
      #expect(run.lines.contains("--fields=http_version"))
      #expect(run.lines.last == "--cacert\tTrust the certificate authorities in this PEM file")
    }
  }

  /// The file may contain keys of other commands and options that the tool does not have.
  @Test func findsDatabaseInConfigurationFile() throws {
    let sandbox = try Sandbox()
    try sandbox.write("cities.json", SampleCities.file)
    try Tool("cities-sync", in: sandbox)("cities.json", "--database", "here").expect(exit: 0)
    try sandbox.directory.write(
      "home/config/wireline/config.json",
      #"{"shared":{"database":"here"},"yelp-query":{"sort_by":"rating"}}"#)

    for command in ["cities-find", "yelp-query search --location", "yelp-query match --city"] {
      let words = command.split(separator: " ").map(String.init)
      let request = (["par"] + words[1...] + ["par"]).map { $0 + "\0" }.joined()
      let run = try Tool(words[0], in: sandbox)("---complete", "bash", stdin: .text(request))

      #expect(run.expect(exit: 0).lines.contains("Paris"), "\(command)")
    }
  }

  private static func check(_ name: ShellUnderTest.Name) throws {
    let shell = try ShellUnderTest(name)
    try shell.syncCities()
    let results = try shell.offered(TypedLine.all.map(\.line))
    for (typed, words) in zip(TypedLine.all, results) { check(typed, words) }
  }

  private static func check(_ typed: TypedLine, _ words: [String]) {
    for word in typed.offered {
      #expect(words.contains { $0.isPart(word) }, "\(typed.line): \(word)")
    }
    for word in typed.withheld {
      #expect(!words.contains { $0.isPart(word) }, "\(typed.line): \(word)")
    }
    guard typed.offered.isEmpty else { return }
    let line = typed.line.split(separator: " ").map(String.init)
    #expect(words.isEmpty || words == line, "\(typed.line)")
  }

  private static func checkNoCities(_ name: ShellUnderTest.Name) throws {
    let lines = ["cities-find par", "yelp-query search --location par"]
    for (line, words) in zip(lines, try ShellUnderTest(name).offered(lines)) {
      check(TypedLine(line, []), words)
    }
  }
}

extension String {
  /// Whether this is the word, or ends with it after a sign. A list or a folder may continue.
  fileprivate func isPart(_ word: String) -> Bool {
    let continues = hasSuffix(",") || (hasSuffix("/") && !word.hasSuffix("/"))
    let whole = continues ? dropLast() : self[...]
    return whole == word || ["=", ",", "@"].contains { whole.hasSuffix($0 + word) }
  }
}
