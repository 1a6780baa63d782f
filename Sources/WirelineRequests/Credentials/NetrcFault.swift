/// What is wrong in a `.netrc` file. No word of the file is in it: each may be a password.
package struct NetrcFault: Error, Sendable, Equatable, CustomStringConvertible {
  package enum Reason: Sendable, Equatable {
    case notUTF8
    /// A word where a keyword must stand.
    case unknownWord
    /// The file ends before the value of this keyword.
    case missingValue(of: NetrcKeyword)
    /// `login`, `password` or `account` before any `machine` or `default`.
    case noMachine(NetrcKeyword)
    /// A quote that is not closed on its line.
    case openQuote
    case controlCharacter
  }

  /// From 1.
  package let line: Int
  package let reason: Reason

  /// One line for people, lower case.
  package var description: String {
    let text =
      switch reason {
      case .notUTF8: "not UTF-8"
      case .unknownWord: "a word that is no keyword (machine, default, login, password, account)"
      case .missingValue(let keyword): "the value of \"\(keyword.rawValue)\" is missing"
      case .noMachine(let keyword): "\"\(keyword.rawValue)\" before \"machine\""
      case .openQuote: "a quote without its end"
      case .controlCharacter: "a control character"
      }
    return "line \(line): \(text)"
  }
}
