/// Is told what goes out and what comes back, while it does. Called on the
/// client's own thread.
package protocol ExchangeObserver: Sendable {
  /// How much of an answer's body it wants to see, in bytes; 0 for none.
  var bodyBytes: Int { get }

  func willSend(_ request: RequestAttempt, _ place: ExchangePlace)

  /// - Parameters:
  ///   - body: its beginning, up to `bodyBytes`, decoded.
  ///   - total: the length of the whole body in bytes.
  func didReceive(
    _ head: ResponseHead, from url: RequestURL, body: [UInt8], total: Int, _ place: ExchangePlace)

  func didFail(_ error: RequestError, _ url: RequestURL, _ place: ExchangePlace)

  func willTryAgain(after wait: Duration, _ place: ExchangePlace)
}

/// Which exchange it is.
package struct ExchangePlace: Sendable, Equatable {
  /// What joins it to the input, as JSON; nil for a request of the command line.
  package var ref: [UInt8]?
  /// The attempt, from 1.
  package var attempt: Int

  package init(ref: [UInt8]?, attempt: Int) {
    self.ref = ref
    self.attempt = attempt
  }
}
