package import WirelineCore
package import WirelineRequests

/// The responses to one question, with the details of the transfer.
package struct YelpReply: Sendable {
  /// One response, or one per page.
  package var answers: [YelpAnswer]
  /// The URL of the first response; empty if unknown.
  package var url: String
  /// The source of the first response from the network, otherwise of the first response.
  package var source: String?
  /// The total time of all responses; nil if unknown.
  package var elapsed: Duration?
  package var bytes: Int
  /// Whether the API has more results than it returns.
  package var isTruncated = false

  package init(
    answers: [YelpAnswer], url: String, source: String?, elapsed: Duration?, bytes: Int
  ) {
    self.answers = answers
    self.url = url
    self.source = source
    self.elapsed = elapsed
    self.bytes = bytes
  }

  /// The total number of results that the API reports.
  package var total: Int? { answers.first?.total }

  /// The results of all pages without duplicates: a list may shift between two calls.
  package var results: [JSONView] {
    guard answers.count > 1 else { return answers.first?.results ?? [] }
    var seen: Set<String> = []
    return answers.flatMap(\.results).filter { result in
      result["id"]?.string.map { seen.insert($0).inserted } ?? true
    }
  }

  /// Appends the next page.
  package mutating func add(_ next: YelpReply) {
    answers += next.answers
    bytes += next.bytes
    if let more = next.elapsed { elapsed = (elapsed ?? .zero) + more }
    if source != "network" { source = next.source == "network" ? "network" : source }
  }

  /// Parses a response.
  ///
  /// - Parameter attempts: 0 if unknown.
  package static func parse(
    _ endpoint: YelpEndpoint, status: Int, body: [UInt8], headers: HeaderFields, attempts: Int
  ) -> Result<YelpAnswer, YelpFailure> {
    func refused(_ error: YelpServiceError?) -> Result<YelpAnswer, YelpFailure> {
      .failure(
        .refused(YelpRefusal(status: status, error: error, headers: headers, attempts: attempts)))
    }
    guard (200..<300).contains(status) else { return refused(YelpServiceError(body: body)) }
    // The API sends some errors with a success status.
    do throws(YelpFault) {
      let answer = try YelpAnswer(endpoint, body: body)
      // Where all fields are optional, such an error is a valid answer too.
      if answer.results.isEmpty || endpoint.results == .root,
        let error = YelpServiceError(answer.root)
      {
        return refused(error)
      }
      return .success(answer)
    } catch {
      if let error = YelpServiceError(body: body) { return refused(error) }
      return .failure(.fault(error, status: status, attempts: attempts))
    }
  }
}

/// An error response: an HTTP status and the error that the API reports, if any.
package struct YelpRefusal: Sendable {
  package let status: Int
  package let error: YelpServiceError?
  package let headers: HeaderFields
  package let attempts: Int
  /// When calls are available again, in seconds since 1970; nil for other errors.
  package var retryAt: Int?
}

/// The reason why a question has no answer.
package enum YelpFailure: Error, Sendable {
  case request(RequestError)
  case refused(YelpRefusal)
  /// A response that cannot be decoded.
  case fault(YelpFault, status: Int, attempts: Int)
  /// `--adapter` failed.
  case adapter(String)
}
