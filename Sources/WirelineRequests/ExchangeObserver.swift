/// Observes requests and responses as they are exchanged. Called on the client's thread.
package protocol ExchangeObserver: Sendable {
  /// The number of body bytes to report per response.
  var bodyBytes: Int { get }

  func willSend(_ request: RequestAttempt, _ place: ExchangePlace)

  /// - Parameters:
  ///   - body: the first decoded bytes, up to `bodyBytes`.
  ///   - total: the length of the whole body in bytes.
  func didReceive(
    _ head: ResponseHead, from url: RequestURL, body: [UInt8], total: Int, _ place: ExchangePlace)

  func didFail(_ error: RequestError, _ url: RequestURL, _ place: ExchangePlace)

  func willTryAgain(after wait: Duration, _ place: ExchangePlace)
}

package struct ExchangePlace: Sendable, Equatable {
  /// The reference to the input item, as JSON; nil for a request from the command line.
  package var ref: [UInt8]?
  /// The attempt, starting at 1.
  package var attempt: Int

  package init(ref: [UInt8]?, attempt: Int) {
    self.ref = ref
    self.attempt = attempt
  }
}

package struct ExchangeObservers: ExchangeObserver {
  private let observers: [any ExchangeObserver]

  /// Returns nil for an empty array and a single observer unchanged.
  package static func together(_ observers: [any ExchangeObserver]) -> (any ExchangeObserver)? {
    observers.count > 1 ? ExchangeObservers(observers: observers) : observers.first
  }

  package var bodyBytes: Int { observers.reduce(0) { max($0, $1.bodyBytes) } }

  package func willSend(_ request: RequestAttempt, _ place: ExchangePlace) {
    for observer in observers { observer.willSend(request, place) }
  }

  package func didReceive(
    _ head: ResponseHead, from url: RequestURL, body: [UInt8], total: Int, _ place: ExchangePlace
  ) {
    for observer in observers {
      observer.didReceive(head, from: url, body: body, total: total, place)
    }
  }

  package func didFail(_ error: RequestError, _ url: RequestURL, _ place: ExchangePlace) {
    for observer in observers { observer.didFail(error, url, place) }
  }

  package func willTryAgain(after wait: Duration, _ place: ExchangePlace) {
    for observer in observers { observer.willTryAgain(after: wait, place) }
  }
}
