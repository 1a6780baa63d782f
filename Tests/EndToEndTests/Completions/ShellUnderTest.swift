import TestSupport
import Testing

/// A shell with the completion scripts of all tools, in a folder with sample files.
struct ShellUnderTest {
  enum Name: String, Sendable {
    case bash, zsh, fish

    var path: String { "/usr/bin/\(rawValue)" }
  }

  let name: Name
  let sandbox: Sandbox

  init(_ name: Name) throws {
    self.name = name
    sandbox = try Sandbox()
    for tool in RecordShape.tools {
      let made = try Tool(tool, in: sandbox)("--generate-completion-script", name.rawValue)
      let file = name == .zsh ? "_\(tool)" : "\(tool).\(name)"
      try sandbox.directory.write("home/scripts/\(file)", made.expect(exit: 0).text)
    }
    try sandbox.write("cities.json", Self.cityFile)
    try sandbox.write("two words.json", "[]")
    try sandbox.directory.makeDirectory("work/photos")
    try sandbox.directory.write("home/start.bash", Self.bashStart)
    try sandbox.directory.write("home/.zshrc", Self.zshStart)
  }

  /// Contains names that a shell has to quote.
  private static let cityFile: String = {
    let quoted = [
      #"{"_id":1,"name":"Saint John's","country":"AG","coord":{"lon":-61.8,"lat":17.1}}"#,
      #"{"_id":2,"name":"Dollar & $HOME [x]","country":"XX","coord":{"lon":0,"lat":0}}"#,
    ]
    return "[" + (quoted + SampleCities.all.map(\.json)).joined(separator: ",") + "]"
  }()

  func syncCities() throws {
    try Tool("cities-sync", in: sandbox)("cities.json").expect(exit: 0)
  }

  /// Returns the candidates at the end of each line, or the words of the line after inserting them.
  func offered(_ lines: [String]) throws -> [[String]] {
    name == .fish ? try lines.map(askFish) : try type(lines)
  }

  private func askFish(_ line: String) throws -> [String] {
    let script = "for file in $HOME/scripts/*.fish; source $file; end; complete -C $argv[1]"
    let run = try Tool(path: name.path, in: sandbox)("--no-config", "-c", script, line)
    #expect(run.messages == "", "\(line)")
    return run.expect(exit: 0).lines.map { String($0.prefix { $0 != "\t" }) }
  }

  /// Key bindings that insert all candidates, append the line to `notes`, and clear the line.
  private static let keys = (insert: "\u{7}", note: "\u{14}", kill: "\u{15}")

  private func type(_ lines: [String]) throws -> [[String]] {
    let command =
      name == .bash
      ? "bash --noprofile --rcfile '\(sandbox.home)/start.bash' -i" : "zsh -d -i"
    let shell = try Tool(path: "/usr/bin/script", in: sandbox).start(
      ["-qec", command, "/dev/null"], environment: ["TERM": "xterm"])
    try #require(shell.readText(until: "ready> ").contains("ready> "))
    for line in lines {
      shell.write(line + Self.keys.insert + Self.keys.note)
      let screen = shell.readText(until: "#noted")
      try #require(screen.contains("#noted"), "\(line): \(screen)")
      shell.write(Self.keys.kill)
    }
    shell.write("exit\r")
    _ = try shell.wait()
    return try notes(lines.count)
  }

  private func notes(_ count: Int) throws -> [[String]] {
    let notes = try sandbox.text("notes").split(separator: "#line\n")
    try #require(notes.count == count)
    return notes.map { $0.split(separator: "\n").map(String.init) }
  }

  /// `note` splits the line as the shell does, so that an incorrectly quoted name becomes several
  /// words.
  private static let bashStart = #"""
    PS1='ready> '
    bind 'set bell-style none' 'set enable-bracketed-paste off'
    set -u
    note() {
      eval "words=($READLINE_LINE)"
      printf '#line\n' >>notes
      printf '%s\n' "${words[@]}" >>notes
      echo '#noted'
    }
    bind '"\C-g": insert-completions'
    bind -x '"\C-t": note'
    for file in ~/scripts/*.bash; do . "$file"; done
    """#

  private static let zshStart = #"""
    PS1='ready> '
    unset zle_bracketed_paste
    fpath=(~/scripts $fpath)
    autoload -Uz compinit && compinit -u -D
    zle -C all-matches complete-word _generic
    zstyle ':completion:all-matches::::' completer _all_matches _complete
    zstyle ':completion:all-matches:*' insert true
    note() {
      print -rl -- '#line' "${(@Q)${(z)BUFFER}}" >>notes
      print '#noted'
    }
    zle -N note
    bindkey '^G' all-matches '^T' note
    """#
}
