import WirelineCore
internal import WirelineRequests

/// A client whose requests a cassette gets to know as they go out, with all
/// that was filled in.
struct RecordedClient: RequestClient {
  private let client: any RequestClient
  private let cassette: Cassette

  init(_ client: any RequestClient, _ cassette: Cassette) {
    self.client = client
    self.cassette = cassette
  }

  func start(_ request: RequestAttempt, for receiver: any AttemptReceiver) {
    cassette.willSend(request)
    client.start(request, for: receiver)
  }

  func prepare(_ url: RequestURL, ready: @escaping @Sendable () -> Void) -> Bool {
    client.prepare(url, ready: ready)
  }

  func perform(_ body: @escaping @Sendable () -> Void) { client.perform(body) }

  func schedule(after wait: Duration, _ body: @escaping @Sendable () -> Void) {
    client.schedule(after: wait, body)
  }
}
