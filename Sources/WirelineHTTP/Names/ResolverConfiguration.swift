/// The settings of resolv.conf(5) that c-ares 1.18 does not read itself.
struct ResolverConfiguration: Equatable {
  /// Time before a query is sent again, in milliseconds; doubled with each round of servers.
  private(set) var timeout = 5000
  private(set) var attempts = 2
  private(set) var usesTCP = false
  private(set) var isIPv4Only = false

  /// glibc's limits of `timeout` and `attempts`.
  private static let maximumTimeout = 30
  private static let maximumAttempts = 5

  /// - Parameters:
  ///   - file: the content of resolv.conf; empty if missing.
  ///   - variable: the value of RES_OPTIONS, which has precedence.
  init(file: String, variable: String = "") {
    for line in file.split(whereSeparator: \.isNewline) {
      let words = line.split { $0 == " " || $0 == "\t" }
      if words.first == "options" { apply(words.dropFirst()) }
    }
    apply(variable.split { $0 == " " || $0 == "\t" }[...])
  }

  private mutating func apply(_ options: ArraySlice<Substring>) {
    for option in options {
      let parts = option.split(separator: ":", maxSplits: 1)
      let number = parts.count > 1 ? Int(parts[1]) : nil
      switch (parts.first, number) {
      case ("timeout", let seconds?) where seconds > 0:
        timeout = min(seconds, Self.maximumTimeout) * 1000
      case ("attempts", let count?) where count > 0: attempts = min(count, Self.maximumAttempts)
      case ("use-vc", nil): usesTCP = true
      case ("no-aaaa", nil): isIPv4Only = true
      default: break
      }
    }
  }
}
