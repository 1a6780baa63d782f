package import WirelineCore

/// The API's own words for what went wrong: `{"error":{"code","description"}}`, and
/// the forms that its older parts have.
package struct YelpServiceError: Sendable, Equatable {
  package let code: String
  package let description: String
  /// The parameter that is at fault.
  package let field: String?
  /// The error object as it came.
  package let detail: [UInt8]

  /// Nil when the body says nothing of the kind.
  package init?(body: [UInt8]) {
    guard let root = try? JSONView.parse(body) else { return nil }
    self.init(root)
  }

  /// The same of an answer that is parsed.
  package init?(_ root: JSONView) {
    guard let error = root["error"] ?? root["errors"]?.elements.first, error.type == .object,
      let compact = try? JSONScanner.compacted(Array(error.raw))
    else { return nil }
    code = (error["code"] ?? error["error_code"] ?? error["id"])?.string ?? ""
    description =
      (error["description"] ?? error["error_message"] ?? error["more_info"])?.string ?? ""
    field = error["field"]?.string
    detail = compact
  }

  /// The day's calls are used up: waiting some seconds does not help.
  package var isQuotaExhausted: Bool { code == "ACCESS_LIMIT_REACHED" }
}
