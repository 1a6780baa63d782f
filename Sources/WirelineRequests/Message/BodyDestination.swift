/// Where the body of a final answer goes.
package enum BodyDestination: Sendable {
  /// Into the response; `limit` in bytes, nil for none.
  case memory(limit: Int?)
  /// Into a file that appears, whole, when the body is. What explains a status of 400 and above is
  /// not what was asked for: it goes into the response, up to `errorLimit` bytes, and the file
  /// stays as it is; nil has it in the file too. A response to a request with credentials may be
  /// for its owner only (`isPrivate`).
  case file(path: String, limit: Int?, errorLimit: Int?, isPrivate: Bool = false)
  /// To a consumer of the caller's, made from the head, as it comes. What it
  /// has taken cannot be taken back, so the attempt that delivers a byte is the
  /// last.
  case sink(@Sendable (ResponseHead) -> any ResponseSink, limit: Int?)
  /// To a sink of the caller's that is made anew for each answer, from its
  /// head: what a sink has taken counts only when its answer is the final one.
  case newSink(@Sendable (ResponseHead) -> any ResponseSink)

  /// Whether the body takes no memory.
  package var isFile: Bool {
    if case .file = self { true } else { false }
  }

  /// Whether what has come cannot be taken back.
  package var isConsumed: Bool {
    if case .sink = self { true } else { false }
  }
}
