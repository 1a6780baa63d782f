import Glibc

/// Commands of the documentation, and their output if the page shows it.
///
/// A preceding mark specifies the conditions; all words are optional:
///
///     .\" test: cities exit=1 prints=Paris           in a man page, before `.Dl` or `.Bd -literal`
///     .\" test: needs=jq,sqlite3                     skipped, with a note, if a program is missing
///     .\" output                                     before a `.Bd` with the output of the above
///     <!-- test: server -->                           in Markdown, before a fenced block
///
/// In Markdown, a block with lines that begin with `$ ` contains both commands and their output.
/// The output consists of stdout and stderr, as on a terminal; `...` stands for any text in a line.
///
/// Worlds: `empty` (the default), `cities` (the sample cities are synced), `server`
/// (`https://example.com` in the text is a loopback server, which must receive a request), `demo`
/// (the demo's files, cities and cassette, no network), `yelp` (the demo's cities, and a stand-in
/// for the Yelp API, which must receive a request), `weather` (the sample cities, and a stand-in
/// for the OpenWeather API, which must receive a request).
///
/// `.\" no test: REASON` and `<!-- no test: REASON -->` mark other text in such a position.
package struct Example: Sendable, CustomStringConvertible {
  package enum World: String, Sendable { case empty, cities, server, demo, yelp, weather }

  /// The file, relative to the project.
  package let file: String
  /// The line of the mark, from 1.
  package let line: Int
  /// The shell script.
  package let script: String
  /// The lines that the page shows as output; empty if it shows none.
  package var output: [String] = []
  package private(set) var world = World.empty
  /// The expected exit status.
  package private(set) var exit: Int32 = 0
  /// Texts that stdout must contain.
  package private(set) var prints: [String] = []
  /// Required programs besides the tools and standard programs.
  package private(set) var needs: [String] = []
  /// Unknown words of the mark, which are errors in the document.
  package private(set) var unknownWords: [String] = []

  package init(file: String, line: Int, script: String, mark: String) {
    self.file = file
    self.line = line
    self.script = script
    for word in mark.split(separator: " ").map(String.init) {
      if let world = World(rawValue: word) {
        self.world = world
      } else if let exit = word.value(of: "exit").flatMap({ Int32($0) }) {
        self.exit = exit
      } else if let text = word.value(of: "prints") {
        prints.append(text)
      } else if let programs = word.value(of: "needs") {
        needs += programs.split(separator: ",").map(String.init)
      } else {
        unknownWords.append(word)
      }
    }
  }

  package var description: String { "\(file):\(line)" }

  /// The required programs that are not in any of these folders.
  package func missing(from folders: [String]) -> [String] {
    needs.filter { name in !folders.contains { access("\($0)/\(name)", X_OK) == 0 } }
  }

  /// Whether a line that the page shows describes a printed line.
  package static func matches(_ shown: String, _ printed: String) -> Bool {
    let pattern = shown.map { #"*?[\"#.contains($0) ? "\\\($0)" : "\($0)" }.joined()
    return fnmatch(pattern.replacing("...", with: "*"), printed.replacingTabs, 0) == 0
  }
}

extension String {
  fileprivate func value(of name: String) -> String? {
    hasPrefix("\(name)=") ? String(dropFirst(name.count + 1)) : nil
  }

  /// The text as a terminal shows it, with a tab stop every eight columns.
  fileprivate var replacingTabs: String {
    split(separator: "\t", omittingEmptySubsequences: false).reduce(into: "") { text, column in
      if !text.isEmpty { text += String(repeating: " ", count: 8 - text.count % 8) }
      text += column
    }
  }
}
