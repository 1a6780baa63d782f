internal import WirelineCore

/// How old a response is, RFC 9111 §4.2.3.
package enum ResponseAge {
  /// The current age in seconds, never negative, even if a clock was set back.
  package static func current(_ response: StoredResponse, now: Int) -> Int {
    let delay = max(0, response.responseTime - response.requestTime)
    let apparent = max(0, response.responseTime - response.date)
    let corrected = announced(response.head.headers) + delay
    return max(apparent, corrected) + resident(response, now: now)
  }

  /// The seconds since it came, or was last validated.
  package static func resident(_ response: StoredResponse, now: Int) -> Int {
    max(0, now - response.responseTime)
  }

  /// `Age`, §5.1: of a list the first member counts, "discarding subsequent
  /// ones", and what is no number of seconds is ignored.
  static func announced(_ headers: HeaderFields) -> Int {
    let members = headers["Age"]?.split(separator: ",", omittingEmptySubsequences: false)
    return members?.first.flatMap { DeltaSeconds.parse($0.trimmingSpaces) } ?? 0
  }
}
