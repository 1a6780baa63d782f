/// Whether a response is stored, RFC 9111 §3.
package enum CacheStorability: Sendable, Equatable {
  /// To be stored under the request's key, once its body is whole.
  case store(StoredResponse, CacheReason)
  case pass(CacheReason)

  package var reason: CacheReason {
    switch self {
    case .store(_, let reason), .pass(let reason): reason
    }
  }
}
