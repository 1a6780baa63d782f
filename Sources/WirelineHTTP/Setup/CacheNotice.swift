import Synchronization
import WirelineCore
import WirelineRequests

/// Reports responses from the cache on stderr: stale ones with a warning, others with `-v`.
final class CacheNotice: Sendable {
  private let diagnostics: Diagnostics
  private let warnings = Atomic(0)

  /// A stream may use thousands of stale responses; their records have `"source":"stale"`.
  private static let maximumWarnings = 10

  init(_ diagnostics: Diagnostics) { self.diagnostics = diagnostics }

  /// - Parameters:
  ///   - request: with its credentials, which must not be shown.
  ///   - failure: why the server did not provide a response; nil if no request was sent.
  func report(
    _ cached: CachedResponse, for request: RequestSpecification, after failure: String?
  ) {
    if cached.source == .stale {
      // Relaxed: only the number of warnings matters, not which responses they are about.
      let count = warnings.add(1, ordering: .relaxed).newValue
      if count == Self.maximumWarnings + 1 {
        diagnostics.warning("further stale responses are not reported")
      }
      guard count <= Self.maximumWarnings else { return }
      let secrets = SentSecrets(of: request)
      let cause = failure.map { "; \(secrets.masked($0, with: "***"))" } ?? ""
      diagnostics.warning("\(Self.name(request)) is \(cached.reason)\(cause)")
    } else {
      let age = cached.reason.text.contains(", age ") ? "" : ", age \(cached.age) s"
      diagnostics.verbose("\(Self.name(request)) comes from the cache\(age): \(cached.reason)")
    }
  }

  private static func name(_ request: RequestSpecification) -> String {
    "the response for \"\(Secrets.redacted(url: request.url))\""
  }
}
