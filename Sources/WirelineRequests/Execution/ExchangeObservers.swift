/// Several that are told the same.
package struct ExchangeObservers: ExchangeObserver {
  private let observers: [any ExchangeObserver]

  /// Nil for none; a single one stays itself.
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
