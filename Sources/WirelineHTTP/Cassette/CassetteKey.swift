import WirelineCore
import WirelineRequests

/// Identifies a request on a cassette: method, URL without credentials, with its parameters in any
/// order, and body.
struct CassetteKey: Hashable, Sendable {
  let method: String
  let url: String
  let body: String

  init(_ request: RequestSpecification) {
    method = request.method
    // As recorded.
    url = Self.url(request.url).withSortedQuery.text
    var digest = SHA256()
    var isEmpty = true
    for segment in Self.comparable(request.body).segments {
      isEmpty = false
      switch segment {
      case .bytes(let bytes): digest.update(data: bytes)
      // The path, so that a replay needs no upload files.
      case .file(let path): digest.update(data: Array(path.utf8))
      }
    }
    body = isEmpty ? "" : Hexadecimal.encode(digest.finalize())
  }

  /// The body without the parts that vary from run to run: the multipart boundary and the white
  /// space of JSON.
  private static func comparable(_ body: RequestBody) -> RequestBody {
    switch body {
    case .multipart(let multipart):
      .multipart(Multipart(parts: multipart.parts, boundary: "boundary"))
    case .bytes(let bytes, let mediaType?) where mediaType == "application/json":
      .bytes((try? JSONScanner.compacted(bytes)) ?? bytes, mediaType: mediaType)
    case .none, .bytes, .file: body
    }
  }

  /// Masks the secret parameters of a URL. A few hash digits distinguish the values, because
  /// `token` and `key` may also name pages.
  static func url(_ url: RequestURL) -> RequestURL {
    var url = url
    url.query = url.query.map { Secrets.redacted(query: $0, mask) }
    return url
  }

  private static func mask(name: Substring, value: Substring) -> String {
    // Recorded values are already masked.
    let isMask =
      value == Secrets.mask || value.hasPrefix(Secrets.mask + "-") && value.count == maskLength
    if isMask { return String(value) }
    // The hash includes the name, so equal values of different parameters cannot be linked.
    let digest = SHA256.hash(data: Array("cassette:\(name)=\(value)".utf8))
    return "\(Secrets.mask)-\(Hexadecimal.encode(digest.prefix(digitCount / 2)))"
  }

  /// Enough to avoid collisions within a cassette, too few to recover a value.
  private static let digitCount = 8
  private static let maskLength = Secrets.mask.count + 1 + digitCount
}
