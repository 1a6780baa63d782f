@testable import WirelineCore
@testable import WirelineRequests

/// Requests and stored responses for cache tests.
enum CacheSample {
  /// Seconds since 1970.
  static let start = 1_000_000

  static func request(
    _ headers: HeaderFields = [:], method: String = "GET", url: String = "http://a.example/x"
  ) throws -> RequestSpecification {
    RequestSpecification(method: method, url: try RequestURL(url), headers: headers)
  }

  /// `Date` defaults to `start`.
  static func stored(
    _ headers: HeaderFields, status: Int = 200, for request: HeaderFields = [:],
    requestTime: Int = start, responseTime: Int = start
  ) -> StoredResponse {
    var fields = headers
    fields.setDefault("Date", HTTPDate.text(start))
    return StoredResponse(
      head: ResponseHead(status: status, headers: fields), requestTime: requestTime,
      responseTime: responseTime,
      selecting: SelectingFields(response: fields, request: request) ?? .never)
  }

  /// An HTTP date, relative to `start`.
  static func date(_ seconds: Int) -> String { HTTPDate.text(start + seconds) }
}
