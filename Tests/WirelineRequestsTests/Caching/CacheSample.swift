@testable import WirelineCore
@testable import WirelineRequests

/// Requests and stored responses for the tests of the cache; the time is
/// counted from 1,000,000 s after 1970.
enum CacheSample {
  static let start = 1_000_000

  static func request(
    _ headers: HeaderFields = [:], method: String = "GET", url: String = "http://a.example/x"
  ) throws -> RequestSpecification {
    RequestSpecification(method: method, url: try RequestURL(url), headers: headers)
  }

  /// Date is `start` unless the fields say another.
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

  /// An HTTP date, in seconds from `start`.
  static func date(_ seconds: Int) -> String { HTTPDate.text(start + seconds) }
}
