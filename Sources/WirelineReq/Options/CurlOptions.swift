internal import WirelineCore

/// The options of curl that are accepted without effect: they ask for the default, or for
/// something that does not apply. They have no help; the manual lists them.
struct CurlOptions: Sendable {
  private static let flags: [(name: String, short: Character?)] = [
    ("basic", nil), ("fail-with-body", nil), ("false-start", nil), ("keepalive", nil),
    ("no-buffer", "N"), ("no-keepalive", nil), ("no-npn", nil), ("no-progress-meter", nil),
    ("no-sessionid", nil), ("parallel", "Z"), ("parallel-immediate", nil), ("path-as-is", nil),
    ("progress-bar", "#"), ("remove-on-error", nil), ("ssl-reqd", nil), ("styled-output", nil),
    ("suppress-connect-headers", nil), ("tcp-fastopen", nil), ("tcp-nodelay", nil),
    ("tlsv1", "1"), ("tlsv1.0", nil), ("tlsv1.1", nil), ("tlsv1.2", nil),
  ]
  private static let values = ["expect100-timeout", "keepalive-time", "parallel-max"]

  init() {
    for flag in Self.flags { _ = Flag<Bool>(flag.name, "", short: flag.short) }
    for name in Self.values { _ = Option<String?>(name, "n", "", isConfigurable: false) }
  }
}
