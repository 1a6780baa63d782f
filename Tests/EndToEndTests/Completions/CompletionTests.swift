import TestSupport
import Testing

/// The scripts, in the shells that they are for.
@Suite struct CompletionTests {
  @Suite(.needs("bash", "script"))
  struct Bash {
    @Test func offersWhatCanFollow() throws { try check(.bash) }
    @Test func hasNoCitiesWithoutADatabase() throws { try checkNoCities(.bash) }

    /// Strict, in POSIX mode, and without the tools.
    @Test(arguments: ["-eu", "--posix -eu"])
    func loadsInSilence(options: String) throws {
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

    /// The list of processes shows arguments to everybody; what is typed may hold a password.
    @Test func theLineIsInNoArgument() throws {
      let shell = try ShellUnderTest(.bash)
      let fake = "#!/bin/sh\necho \"$@\" >asked\nprintf 'words\\n\\n--found\\n'\n"
      try shell.sandbox.write("req", fake)
      _ = try shell.sandbox.shell("chmod +x req")
      let offered = try shell.offered(["./req -u ada:secret https://a.example/ --f"])

      #expect(try shell.sandbox.text("asked") == "---complete bash\n")
      #expect(offered.first?.last == "--found")
    }
  }

  @Suite(.needs("zsh", "script"))
  struct Zsh {
    @Test func offersWhatCanFollow() throws { try check(.zsh) }
    @Test func hasNoCitiesWithoutADatabase() throws { try checkNoCities(.zsh) }

    /// Strict, with the completion system and without.
    @Test(arguments: ["autoload -Uz compinit; compinit -u -D;", ""])
    func loadsInSilence(start: String) throws {
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
    @Test func offersWhatCanFollow() throws { try check(.fish) }
    @Test func hasNoCitiesWithoutADatabase() throws { try checkNoCities(.fish) }

    @Test func loadsInSilence() throws {
      let shell = try ShellUnderTest(.fish)
      let run = try shell.sandbox.shell(
        """
        fish --no-config -c '
          for file in ~/scripts/*.fish; source $file; end
          complete -C "req --fo"; echo loaded'
        """, environment: ["PATH": "/usr/bin:/bin"])

      #expect((run.messages, run.text) == ("", "loaded\n"))
    }

    @Test func wordsAreToldWithWhatTheyAre() throws {
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

  /// It may hold keys of other commands, and say where the cities are to tools without the option.
  @Test(arguments: ["cities-find", "yelp-query search --location", "yelp-query match --city"])
  func theConfigurationFileSaysWhereTheCitiesAre(command: String) throws {
    let sandbox = try Sandbox()
    try sandbox.write("cities.json", SampleCities.file)
    try Tool("cities-sync", in: sandbox)("cities.json", "--database", "here").expect(exit: 0)
    try sandbox.directory.write(
      "home/config/wireline/config.json",
      #"{"shared":{"database":"here"},"yelp-query":{"sort_by":"rating"}}"#)

    let words = command.split(separator: " ").map(String.init)
    let question = (["par"] + words[1...] + ["par"]).map { $0 + "\0" }.joined()
    let run = try Tool(words[0], in: sandbox)("---complete", "bash", stdin: .text(question))

    #expect(run.expect(exit: 0).lines.contains("Paris"))
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
  /// Whether this is a word, or ends in it behind a sign; a list or a folder may go on.
  fileprivate func isPart(_ word: String) -> Bool {
    let goesOn = hasSuffix(",") || (hasSuffix("/") && !word.hasSuffix("/"))
    let whole = goesOn ? dropLast() : self[...]
    return whole == word || ["=", ",", "@"].contains { whole.hasSuffix($0 + word) }
  }
}
