import Glibc

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

/// The sources of host names (nsswitch.conf(5)), which decide the names that need the C library.
struct NameServices: Equatable {
  private enum Use { case none, specialNames, allNames }
  private let system: Use

  private static let common: Set<Substring> = ["files", "dns"]
  /// Services beside DNS for names of the machine and its link only.
  private static let local: Set<Substring> = [
    "mdns", "mdns4", "mdns6", "mdns_minimal", "mdns4_minimal", "mdns6_minimal", "myhostname",
    "mymachines", "resolve", "libvirt", "libvirt_guest",
  ]

  init(file: String) {
    let hosts = file.split(whereSeparator: \.isNewline).lazy
      .map { $0.split(separator: "#", maxSplits: 1, omittingEmptySubsequences: false)[0] }
      .map { $0.split { $0 == " " || $0 == "\t" } }
      .first { $0.first == "hosts:" }
    // `[NOTFOUND=return]` and similar entries are actions, not sources.
    let names = Set((hosts ?? []).dropFirst().filter { !$0.contains("=") && !$0.hasPrefix("[") })
    if names.isSubset(of: Self.common) {
      system = .none
    } else {
      system = names.isSubset(of: Self.common.union(Self.local)) ? .specialNames : .allNames
    }
  }

  func needsSystem(_ host: String) -> Bool {
    switch system {
    case .none: false
    case .specialNames: !host.utf8.dropLast().contains(0x2E) || host.hasSuffix(".local")
    case .allNames: true
    }
  }
}
