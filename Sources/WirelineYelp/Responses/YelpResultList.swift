internal import WirelineCore
internal import WirelineRequests

/// The responses to one query, with the details of the transfer.
struct YelpResultList: Sendable {
  /// One response, or one per page.
  var responses: [YelpResponse]
  /// The URL of the first response; empty if unknown.
  var url: String
  /// The source of the first response from the network, otherwise of the first response.
  var source: String?
  /// The total time of all responses; nil if unknown.
  var elapsed: Duration?
  var bytes: Int
  /// Whether the API has more results than it returns.
  var isTruncated = false

  var total: Int? { responses.first?.total }

  /// The results of all pages without duplicates: a list may shift between two calls.
  var results: [JSONView] {
    guard responses.count > 1 else { return responses.first?.results ?? [] }
    var seen: Set<String> = []
    return responses.flatMap(\.results).filter { result in
      result["id"]?.string.map { seen.insert($0).inserted } ?? true
    }
  }

  mutating func add(_ next: YelpResultList) {
    responses += next.responses
    bytes += next.bytes
    if let more = next.elapsed { elapsed = (elapsed ?? .zero) + more }
    if source != "network" { source = next.source == "network" ? "network" : source }
  }

  static func parse(
    _ endpoint: YelpEndpoint, status: Int, body: [UInt8], headers: HeaderFields, attempts: Int
  ) -> Result<YelpResponse, YelpFailure> {
    func refused(_ error: YelpServiceError?) -> Result<YelpResponse, YelpFailure> {
      .failure(
        .refused(YelpRefusal(status: status, error: error, headers: headers, attempts: attempts)))
    }
    guard (200..<300).contains(status) else { return refused(YelpServiceError(body: body)) }
    // The API sends some errors with a success status.
    do throws(YelpValidationError) {
      let answer = try YelpResponse(endpoint, body: body)
      // Where all fields are optional, such an error is a valid answer too.
      if answer.results.isEmpty || endpoint.results == .root,
        let error = YelpServiceError(answer.root)
      {
        return refused(error)
      }
      return .success(answer)
    } catch {
      if let error = YelpServiceError(body: body) { return refused(error) }
      return .failure(.invalidResponse(error, status: status, attempts: attempts))
    }
  }
}

/// An error response: an HTTP status and the error that the API reports, if any.
struct YelpRefusal: Sendable {
  let status: Int
  let error: YelpServiceError?
  let headers: HeaderFields
  let attempts: Int
  /// The time when calls are available again, in seconds since 1970; nil for other errors.
  var retryAt: Int?
}

/// The reason why a query failed.
enum YelpFailure: Error, Sendable {
  case request(RequestError)
  case refused(YelpRefusal)
  case invalidResponse(YelpValidationError, status: Int, attempts: Int)
  case adapter(String)
}
