import Glibc

/// A command of the documentation that promises to work.
///
/// A mark before it says under which conditions (all words may be left out):
///
///     .\" test: cities exit=1 prints=Paris           in a man page, before `.Dl` or `.Bd -literal`
///     .\" test: needs=jq,sqlite3                     left out, with a note, where one is not there
///     <!-- test: server -->                           in Markdown, before a fenced block
///
/// Worlds: `empty` (nothing there; the default), `cities` (the sample cities are synced), `server`
/// (`https://example.com` in the text is a loopback server, which has to be asked), `demo` (the
/// demo's cities and cassette, no network), `yelp` (the demo's cities, and a stand-in for the Yelp
/// API, which has to be asked).
///
/// What stands in such a place and is nothing to type, such as an output, says `.\" no test: why`.
package struct Example: Sendable, CustomStringConvertible {
  package enum World: String, Sendable { case empty, cities, server, demo, yelp }

  /// The file, relative to the project.
  package let file: String
  /// The line of the mark, from 1.
  package let line: Int
  /// What the shell is given.
  package let script: String
  package private(set) var world = World.empty
  /// The exit status that is promised.
  package private(set) var exit: Int32 = 0
  /// What stdout has to contain.
  package private(set) var prints: [String] = []
  /// Programs that have to be there, beside the tools and what every system has.
  package private(set) var needs: [String] = []
  /// Words of the mark that mean nothing: a mistake in the document.
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

  /// The programs it needs that none of these folders has.
  package func missing(from folders: [String]) -> [String] {
    needs.filter { name in !folders.contains { access("\($0)/\(name)", X_OK) == 0 } }
  }
}

extension String {
  fileprivate func value(of name: String) -> String? {
    hasPrefix("\(name)=") ? String(dropFirst(name.count + 1)) : nil
  }
}
