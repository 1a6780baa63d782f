/// The API's own words for what went wrong: `{"error":{"code","description"}}`.
package struct YelpServiceError: Sendable, Equatable {
  package let code: String
  package let description: String
  /// The error object as it came.
  package let detail: [UInt8]

  /// Nil when the body says nothing of the kind.
  package init?(body: [UInt8]) {
    guard let root = try? JSONView.parse(body), let error = root["error"], error.type == .object,
      let compact = try? JSONScanner.compacted(Array(error.raw))
    else { return nil }
    code = error["code"]?.string ?? ""
    description = error["description"]?.string ?? ""
    detail = compact
  }

  /// The day's calls are used up: waiting some seconds does not help.
  package var isQuotaExhausted: Bool { code == "ACCESS_LIMIT_REACHED" }
}
