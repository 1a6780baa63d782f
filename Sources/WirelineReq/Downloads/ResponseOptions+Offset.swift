internal import WirelineCore
internal import WirelineRequests

extension RequestOptions {
  /// The options for responses. The offset of an upload is not that of a response.
  var ofResponses: Self {
    var options = self
    if !composition.uploadFile.isEmpty, response.offset != nil { options.response.continueAt = nil }
    return options
  }
}

extension ResponseOptions {
  /// Whether the body of a response is not printed: that of an error with `--fail`, or one that
  /// `--continue-at` and `--time-cond` do not ask for.
  func omitsBody(of head: ResponseHead) -> Bool {
    if isComplete(head) || ignoresOffset(head) { return true }
    if head.status >= 400 { return noErrorBody }
    return head.status == 200 && timeCondition?.excludes(head.headers) == true
  }

  /// Whether nothing follows the offset.
  func isComplete(_ head: ResponseHead) -> Bool {
    guard let offset else { return false }
    let range = head.headers["Content-Range"]
    return head.status == 416
      ? ContentRange(range ?? "")?.total == offset
      : head.status == 200 && range == nil && head.contentLength == offset
  }

  /// Whether a server sends something other than what follows the offset.
  func ignoresOffset(_ head: ResponseHead) -> Bool {
    guard let offset, (200..<300).contains(head.status), !isComplete(head) else { return false }
    // As lenient as curl: accepts `bytes 5-9/10`, `bytes: 5-9/10` and `5-`.
    let range = head.headers["Content-Range"]?.drop { !$0.isNumber }
    return range.flatMap { Int(digits: $0.prefix(while: \.isNumber)) } != offset
  }
}
