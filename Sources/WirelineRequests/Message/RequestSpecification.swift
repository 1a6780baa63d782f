internal import WirelineCore

/// A request to be executed. Nothing has been resolved, opened or connected yet.
package struct RequestSpecification: Sendable {
  /// Usually in upper case, but methods are case-sensitive (RFC 9110 §9.1).
  package var method: String
  package var url: RequestURL
  package var headers: HeaderFields
  /// Names of default fields that must not be sent.
  package var suppressedHeaders: [String] = []
  /// Whether a redirect led to another origin, which does not receive credentials of the run.
  package var isCrossOrigin = false
  package var body: RequestBody
  /// Higher priorities go first; 0 is normal.
  package var priority: Int
  /// Overrides the run's maximum time without progress.
  package var timeout: Duration?
  /// Overrides the run's time limit for all attempts.
  package var deadline: Duration?
  /// The part of the deadline that earlier pages or connections have used up.
  package var elapsed = Duration.zero
  /// Overrides the run's number of retries.
  package var retryLimit: Int?
  /// The lifetime of a response in the cache, overriding the server's directives; nil for the
  /// run's setting.
  package var cacheLifetime: Duration?
  package var output: String?
  /// The reference to the input item, as JSON, for logs.
  package var ref: [UInt8]?
  /// The name of a credential to add when the request is sent.
  package var credential: String?

  package init(
    method: String = "GET", url: RequestURL, headers: HeaderFields = [:],
    body: RequestBody = .none, priority: Int = 0
  ) {
    self.method = method
    self.url = url
    self.headers = headers
    self.body = body
    self.priority = priority
  }

  /// The method that a word of the command line names, or nil: a token in upper case, or the name
  /// of a common method in any case, as in HTTPie.
  package static func method(_ word: String) -> String? {
    let upper = word.uppercased()
    if commonMethods.contains(upper) { return upper }
    return word == upper && isToken(word) && word.first?.isLetter == true ? word : nil
  }

  /// RFC 9110 §9.3, RFC 5789 and RFC 4918 §9.
  private static let commonMethods = [
    "GET", "HEAD", "POST", "PUT", "DELETE", "OPTIONS", "TRACE", "PATCH",
    "PROPFIND", "PROPPATCH", "MKCOL", "COPY", "MOVE", "LOCK", "UNLOCK",
  ]

  /// Whether a word is a valid method.
  package static func isToken(_ word: String) -> Bool {
    !word.isEmpty && word.utf8.allSatisfy(HeaderFields.isTokenByte)
  }

  /// Whether the request can be repeated, RFC 9110 §9.2.2.
  package var isIdempotent: Bool { Self.isIdempotent(method, headers) }

  /// Considers the method and an idempotency key.
  package static func isIdempotent(_ method: String, _ headers: HeaderFields) -> Bool {
    switch method {
    case "GET", "HEAD", "OPTIONS", "TRACE", "PUT", "DELETE": true
    default: headers.contains("Idempotency-Key")
    }
  }
}

/// The content of a request, in a form that can be sent repeatedly.
package enum RequestBody: Sendable, Equatable {
  case none
  case bytes([UInt8], mediaType: String?)
  /// A file, read when the request is sent.
  case file(path: String, mediaType: String? = Multipart.Part.binaryMediaType)
  case multipart(Multipart)

  /// Stdin as a body that is sent while it is read.
  package static let input = RequestBody.file(path: inputPath, mediaType: nil)
  package static let inputPath = "/dev/stdin"

  package static let textMediaType = "text/plain; charset=utf-8"

  package var mediaType: String? {
    switch self {
    case .none: nil
    case .bytes(_, let mediaType), .file(_, let mediaType): mediaType
    case .multipart(let multipart): multipart.mediaType
    }
  }

  package var segments: [BodySegment] {
    switch self {
    case .none: []
    case .bytes(let bytes, _): [.bytes(bytes)]
    case .file(let path, _): [.file(path: path)]
    case .multipart(let multipart): multipart.segments
    }
  }

  /// `application/x-www-form-urlencoded` as in the WHATWG URL standard, with `%20` for spaces.
  package static func form(_ items: [(name: String, value: String)]) -> RequestBody {
    .bytes(Array(PercentEncoding.form(items).utf8), mediaType: "application/x-www-form-urlencoded")
  }
}

package enum BodySegment: Sendable, Equatable {
  case bytes([UInt8])
  case file(path: String)
}

/// A `multipart/form-data` body, RFC 7578.
package struct Multipart: Sendable, Equatable {
  package struct Part: Sendable, Equatable {
    package var name: String
    package var content: BodySegment
    package var filename: String?
    package var mediaType: String?
    /// Further lines of its head.
    package var headers: [String] = []

    package static let binaryMediaType = "application/octet-stream"

    package init(
      name: String, content: BodySegment, filename: String? = nil, mediaType: String? = nil
    ) {
      self.name = name
      self.content = content
      self.filename = filename
      self.mediaType = mediaType
    }
  }

  package var parts: [Part]
  /// 1 to 70 characters that occur in no part, RFC 2046 §5.1.1.
  package let boundary: String

  package init(parts: [Part], boundary: String = Multipart.randomBoundary()) {
    self.parts = parts
    self.boundary = boundary
  }

  package var mediaType: String { "multipart/form-data; boundary=\(boundary)" }

  /// Heads and contents in order. Files are read when they are sent.
  package var segments: [BodySegment] {
    var segments: [BodySegment] = []
    for part in parts {
      segments.append(.bytes(Array(head(of: part).utf8)))
      segments += [part.content, .bytes([0x0D, 0x0A])]
    }
    return segments + [.bytes(Array("--\(boundary)--\r\n".utf8))]
  }

  private func head(of part: Part) -> String {
    var head = "--\(boundary)\r\nContent-Disposition: form-data"
    if !part.name.isEmpty { head += "; name=\"\(Self.quoted(part.name))\"" }
    if let filename = part.filename { head += "; filename=\"\(Self.quoted(filename))\"" }
    if let mediaType = part.mediaType { head += "\r\nContent-Type: \(mediaType)" }
    for line in part.headers { head += "\r\n" + line }
    return head + "\r\n\r\n"
  }

  /// The three characters that browsers escape in a name (WHATWG HTML, "multipart/form-data
  /// encoding algorithm").
  private static func quoted(_ text: String) -> String {
    var out = ""
    for scalar in text.unicodeScalars {
      switch scalar {
      case "\"": out += "%22"
      case "\r": out += "%0D"
      case "\n": out += "%0A"
      default: out.unicodeScalars.append(scalar)
      }
    }
    return out
  }

  /// The boundary in a multipart `Content-Type`; nil if it is missing or invalid.
  package static func boundary(in contentType: String) -> String? {
    let parts = contentType.split(separator: ";").map { String($0).trimmingSpaces }
    guard parts.first?.lowercased().hasPrefix("multipart/") == true,
      let parameter = parts.first(where: { $0.lowercased().hasPrefix("boundary=") })
    else { return nil }
    let value = parameter.dropFirst("boundary=".count).drop { $0 == "\"" }.prefix { $0 != "\"" }
    return (1...70).contains(value.utf8.count) ? String(value) : nil
  }

  package static func randomBoundary() -> String {
    "wireline-" + String(UInt64.random(in: .min ... .max), radix: 36)
      + String(UInt64.random(in: .min ... .max), radix: 36)
  }
}
