import WirelineCore
internal import WirelineRequests

/// What makes two requests the same for a cassette: method, URL without
/// credentials, and the body.
struct CassetteKey: Hashable, Sendable {
  let method: String
  let url: String
  let body: String

  /// - Parameter tellsSecretsApart: false for the key on a tape of before, on
  ///   which all secrets are the same.
  init(_ request: RequestSpecification, tellsSecretsApart: Bool = true) {
    method = request.method
    // As it stands on the tape.
    url =
      tellsSecretsApart
      ? Self.url(request.url).text : Secrets.redacted(url: request.url)
    var digest = SHA256()
    var isEmpty = true
    for segment in Self.comparable(request.body).segments {
      isEmpty = false
      switch segment {
      case .bytes(let bytes): digest.update(data: bytes)
      case .file(let path): digest.update(data: Array(path.utf8))
      }
    }
    body = isEmpty ? "" : Hexadecimal.encode(digest.finalize())
  }

  /// The body without what may differ from run to run and means nothing: the boundary of parts, and
  /// the white space of JSON.
  private static func comparable(_ body: RequestBody) -> RequestBody {
    switch body {
    case .multipart(let multipart):
      .multipart(Multipart(parts: multipart.parts, boundary: "boundary"))
    case .bytes(let bytes, let mediaType?) where mediaType == "application/json":
      .bytes((try? JSONScanner.compacted(bytes)) ?? bytes, mediaType: mediaType)
    case .none, .bytes, .file: body
    }
  }

  /// A URL for a tape: secret parameters masked, with a few digits by which
  /// values are told apart, since `token` and `key` may also be those of a page.
  static func url(_ url: RequestURL) -> RequestURL {
    var url = url
    url.query = url.query.map { Secrets.redacted(query: $0, mask) }
    return url
  }

  private static func mask(name: Substring, value: Substring) -> String {
    // What stands on a tape is masked already.
    let isMask =
      value == Secrets.mask || value.hasPrefix(Secrets.mask + "-") && value.count == maskLength
    if isMask { return String(value) }
    // Of the name too, so that one value is not known again from field to field.
    let digest = SHA256.hash(data: Array("cassette:\(name)=\(value)".utf8))
    return "\(Secrets.mask)-\(Hexadecimal.encode(digest.prefix(digitCount / 2)))"
  }

  /// Enough that no two values of a tape meet by chance, and too few to know
  /// the value by.
  private static let digitCount = 8
  private static let maskLength = Secrets.mask.count + 1 + digitCount
}
