internal import WirelineCore
internal import WirelineRequests

extension ResponseOptions {
  /// The options for the response to a request. The offset of an upload is not that of the
  /// response.
  func forResponse(to request: RequestSpecification) -> Self {
    var options = self
    if offset != nil, request.body != .none { options.continueAt = nil }
    return options
  }

  /// Whether the body of a response is not printed: that of an error with `--fail`, or one that
  /// `--continue-at` and `--time-cond` do not ask for.
  func omitsBody(of head: ResponseHead) -> Bool {
    if isComplete(head) || ignoresOffset(head) { return true }
    if head.status >= 400 { return noErrorBody }
    return head.status == 200 && timeCondition?.excludes(head.headers) == true
  }

  /// Whether nothing follows the offset.
  func isComplete(_ head: ResponseHead) -> Bool {
    guard let offset, offset > 0 else { return false }
    let range = head.headers["Content-Range"]
    return head.status == 416
      ? ContentRange(range ?? "")?.total == offset
      : head.status == 200 && range == nil && head.contentLength == offset
  }

  /// Whether a server sends the whole body rather than what follows the offset.
  func ignoresOffset(_ head: ResponseHead) -> Bool {
    offset ?? 0 > 0 && head.status == 200 && head.headers["Content-Range"] == nil
      && !isComplete(head)
  }
}
