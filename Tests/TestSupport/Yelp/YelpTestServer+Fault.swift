extension YelpTestServer {
  /// A fault that replaces the response to a call.
  package enum Fault: Sendable {
    /// 429 with an optional `Retry-After` in seconds, which the API does not send.
    case tooManyPerSecond(retryAfter: Int? = nil)
    /// 429: The daily quota is used up.
    case accessLimitReached
    /// 401 for a well-formed key.
    case unauthorized
    /// 404.
    case notFound
    /// 500.
    case internalError
    /// 400 with the name of a parameter.
    case validation(String)
    /// The regular response after a delay.
    case slow(Duration)
    /// The regular response, closing the connection in the middle of the body.
    case cut
    /// 200 with an HTML page.
    case notJSON
    /// 200 with JSON that no endpoint returns.
    case wrongShape
    /// 200 with this body and additional header fields.
    case body(String, headers: [(String, String)] = [])
    /// 302.
    case redirect(to: String)
    /// A connection reset before the response.
    case reset

    /// The response of the fault; nil for faults of the connection.
    var reply: Reply? {
      switch self {
      case .tooManyPerSecond(let seconds): Self.tooMany(retryAfter: seconds)
      case .accessLimitReached:
        .refusal(429, "ACCESS_LIMIT_REACHED", "You've reached the access limit for this client.")
      case .unauthorized:
        .refusal(
          401, "UNAUTHORIZED_ACCESS_TOKEN",
          "The access token provided is not currently able to query this endpoint.")
      case .notFound: .refusal(404, "NOT_FOUND", "Resource could not be found.")
      case .internalError:
        .refusal(500, "INTERNAL_ERROR", "Something went wrong internally, please try again later.")
      case .validation(let field): .invalid("The value is not valid.", field: field)
      case .notJSON: Reply(body: "<html><h1>Maintenance</h1></html>", type: "text/html")
      case .wrongShape: Reply(body: #"["unexpected"]"#)
      case .body(let text, let headers): Reply(body: text, headers: headers)
      case .redirect(let location):
        Reply(status: 302, body: "{}", headers: [("Location", location)])
      case .slow, .cut, .reset: nil
      }
    }

    private static func tooMany(retryAfter: Int?) -> Reply {
      var reply = Reply.refusal(
        429, "TOO_MANY_REQUESTS_PER_SECOND",
        "You have exceeded the queries-per-second limit for this endpoint.")
      if let retryAfter { reply.headers.append(("Retry-After", String(retryAfter))) }
      return reply
    }
  }
}
