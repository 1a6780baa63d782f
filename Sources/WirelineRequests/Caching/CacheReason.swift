/// Why a cache does what it does, for `--cache-explain`.
package struct CacheReason: Sendable, Hashable, CustomStringConvertible {
  /// In lower case: `fresh: max-age=60, age 12 s`.
  package let text: String
  /// The rule: `RFC 9111 §4.2`; the option for a rule of our own.
  package let source: String

  init(_ text: String, _ source: String) {
    self.text = text
    self.source = source
  }

  package var description: String { "\(text) (\(source))" }

  /// Another reason with this one behind it.
  func behind(_ text: String, _ source: String) -> CacheReason {
    CacheReason("\(text); \(self.text)", "\(source), \(self.source)")
  }
}

extension FreshnessLifetime: CustomStringConvertible {
  package var description: String {
    switch basis {
    case .own: "--cache-ttl \(seconds) s"
    case .maxAge: "max-age=\(seconds)"
    case .expires: "Expires, \(seconds) s after Date"
    case .heuristic: "heuristic, \(seconds) s by Last-Modified"
    case .none: "nothing says how long it is fresh"
    }
  }

  /// The rule that the lifetime rests on.
  var source: String {
    switch basis {
    case .own: "--cache-ttl"
    case .heuristic: "RFC 9111 §4.2.2"
    case .maxAge, .expires, .none: "RFC 9111 §4.2"
    }
  }
}
