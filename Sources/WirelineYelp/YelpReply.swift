package import WirelineCore
package import WirelineRequests

/// Answers to one question, with what brought them.
package struct YelpReply: Sendable {
  /// One, or a page each.
  package var answers: [YelpAnswer]
  /// Of the first; empty where nobody knows.
  package var url: String
  /// Of the first that came over the network, else of the first.
  package var source: String?
  /// All of them together; nil where nobody knows.
  package var elapsed: Duration?
  package var bytes: Int
  /// There is more than the API gives.
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

  /// How many there are in all, as the API counts them.
  package var total: Int? { answers.first?.total }

  /// The results of all pages, each once: a list may move between two calls.
  package var results: [JSONView] {
    guard answers.count > 1 else { return answers.first?.results ?? [] }
    var seen: Set<String> = []
    return answers.flatMap(\.results).filter { result in
      result["id"]?.string.map { seen.insert($0).inserted } ?? true
    }
  }

  /// Adds the next page.
  package mutating func add(_ next: YelpReply) {
    answers += next.answers
    bytes += next.bytes
    if let more = next.elapsed { elapsed = (elapsed ?? .zero) + more }
    if source != "network" { source = next.source == "network" ? "network" : source }
  }

  /// Parses an answer, whoever asked.
  ///
  /// - Parameter attempts: 0 where there was none, or nobody knows.
  package static func parse(
    _ endpoint: YelpEndpoint, status: Int, body: [UInt8], headers: HeaderFields, attempts: Int
  ) -> Result<YelpAnswer, YelpFailure> {
    guard (200..<300).contains(status) else {
      return .failure(
        .refused(
          YelpRefusal(
            status: status, error: YelpServiceError(body: body), headers: headers,
            attempts: attempts)))
    }
    // Some errors come with a status that says all is well.
    func refused(_ error: YelpServiceError) -> Result<YelpAnswer, YelpFailure> {
      .failure(
        .refused(YelpRefusal(status: status, error: error, headers: headers, attempts: attempts)))
    }
    do throws(YelpFault) {
      let answer = try YelpAnswer(endpoint, body: body)
      // Where nothing has to be there, such an error is an answer of the right shape.
      if answer.results.isEmpty || endpoint.results == .root,
        let told = YelpServiceError(answer.root)
      {
        return refused(told)
      }
      return .success(answer)
    } catch {
      if let told = YelpServiceError(body: body) { return refused(told) }
      return .failure(.fault(error, status: status, attempts: attempts))
    }
  }
}

/// An answer that is none: an HTTP status, with the API's own words if it had any.
package struct YelpRefusal: Sendable {
  package let status: Int
  package let error: YelpServiceError?
  package let headers: HeaderFields
  package let attempts: Int
  /// When there are calls again, in seconds since 1970; nil where that is not what
  /// is wrong.
  package var retryAt: Int?

  package init(status: Int, error: YelpServiceError?, headers: HeaderFields, attempts: Int) {
    self.status = status
    self.error = error
    self.headers = headers
    self.attempts = attempts
  }
}

/// Why a question to the API has no answer.
package enum YelpFailure: Error, Sendable {
  case request(RequestError)
  case refused(YelpRefusal)
  /// An answer that does not decode.
  case fault(YelpFault, status: Int, attempts: Int)
  /// `--adapter` failed.
  case adapter(String)
}
