/// The question whether a stored response is still good, RFC 9111 §4.3.
package struct Revalidation: Sendable, Equatable {
  package let stored: StoredResponse
  /// What to add to the request; empty where the response has no validator, or
  /// the request is a HEAD, and the whole answer has to come.
  package let conditions: HeaderFields
}
