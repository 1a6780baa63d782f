extension YelpTestServer {
  /// Responds to requests: checks the key and the quota, then applies a fault or the endpoint.
  struct Desk: Sendable {
    /// The path of the photos in responses.
    static let photoPath = "/photo/"

    let key: String
    let total: Int
    let cap: Int
    let resetTime: String
    let ledger: Monitor<Ledger>

    func script(for request: ServedRequest) -> Script {
      if request.path.hasPrefix(Self.photoPath) { return Self.photo(request.path) }
      if let refusal = refusedKey(of: request) { return send(refusal, to: request, rates: []) }
      let found = Route.find(request.path)
      let (fault, rates) = ledger.withLock { ledger in
        let fault =
          ledger.admit(at: request.time) ?? ledger.takeFault(for: found?.route.endpoint)
        return (fault, self.rates(ledger, fault))
      }
      if let reply = fault?.reply { return send(reply, to: request, rates: rates) }
      let reply = reply(to: request, found)
      switch fault {
      case .reset: return .reset
      case .slow(let pause): return send(reply, to: request, rates: rates).after(pause)
      case .cut: return send(reply, to: request, rates: rates).cut(after: reply.body.utf8.count / 2)
      default: return send(reply, to: request, rates: rates)
      }
    }

    private func reply(to request: ServedRequest, _ found: (route: Route, id: String)?) -> Reply {
      guard let (route, id) = found else { return Fault.notFound.reply ?? .invalid("No such path") }
      let call = ParsedCall(request, id: id, total: total, cap: cap)
      if let refusal = route.refusal(of: call) { return refusal }
      return Reply(body: route.body(call))
    }

    private func refusedKey(of request: ServedRequest) -> Reply? {
      guard let given = request[header: "authorization"] else {
        return .refusal(
          401, "TOKEN_MISSING", "An access token must be supplied in order to use this endpoint.")
      }
      if given == "Bearer \(key)" { return nil }
      return .refusal(401, "TOKEN_INVALID", "Invalid access token or authorization header.")
    }

    /// The rate headers of responses to a valid key; empty without a limit.
    private func rates(_ ledger: Ledger, _ fault: Fault?) -> [(name: String, value: String)] {
      guard let limit = ledger.dailyLimit, var left = ledger.remaining else { return [] }
      if case .accessLimitReached = fault { left = 0 }
      return [
        ("RateLimit-DailyLimit", String(limit)), ("RateLimit-Remaining", String(left)),
        ("RateLimit-ResetTime", resetTime),
      ]
    }

    private func send(
      _ reply: Reply, to request: ServedRequest, rates: [(name: String, value: String)]
    ) -> Script {
      let isGzipped = request[header: "accept-encoding"]?.contains("gzip") == true
      return .answer(reply.response(adding: rates, isGzipped: isGzipped))
    }

    /// An image with a shade that derives from its name, so that photos differ.
    private static func photo(_ path: String) -> Script {
      let name = path.dropFirst(photoPath.count)
      guard name.hasSuffix(".png") else { return .status(404, "no such photo") }
      let shade = name.utf8.reduce(UInt8(7)) { $0 &* 31 &+ $1 }
      return .ok(SampleImage.png(width: 8, height: 6, shade: shade), type: "image/png")
    }
  }
}
