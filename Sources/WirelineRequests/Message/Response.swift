/// An answer, whole: what a response record is written from.
package struct Response: Sendable {
  package enum Body: Sendable, Equatable {
    case bytes([UInt8])
    case file(path: String)
    /// The body went to a sink of the caller's.
    case delivered

    /// What of it is kept here.
    package var bytesInMemory: Int {
      if case .bytes(let bytes) = self { bytes.count } else { 0 }
    }
  }

  package enum Source: String, Sendable {
    case network, joined, cache, revalidated, stale, replay
  }

  package struct Redirect: Sendable, Equatable {
    package var status: Int
    package var url: String

    package init(status: Int, url: String) {
      self.status = status
      self.url = url
    }
  }

  package var head: ResponseHead
  /// The URL that answered, after redirects, without credentials.
  package var url: RequestURL
  package var body: Body
  /// Length of the body after decoding.
  package var bodyBytes: Int
  /// 1 or more.
  package var attempts: Int
  package var source: Source
  package var redirects: [Redirect]
  /// How old a stored answer is, in seconds; nil for one that is not.
  package var age: Int?
  package var elapsed: Duration
  package var firstByte: Duration

  package init(
    head: ResponseHead, url: RequestURL, body: Body, bodyBytes: Int, attempts: Int = 1,
    source: Source = .network, redirects: [Redirect] = [], elapsed: Duration = .zero,
    firstByte: Duration = .zero
  ) {
    self.head = head
    self.url = url
    self.body = body
    self.bodyBytes = bodyBytes
    self.attempts = attempts
    self.source = source
    self.redirects = redirects
    self.elapsed = elapsed
    self.firstByte = firstByte
  }

  package var status: Int { head.status }

  /// RFC 9110 §15.3.
  package var isSuccess: Bool { (200..<300).contains(status) }
}
