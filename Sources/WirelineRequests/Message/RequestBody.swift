/// The content of a request, in a form that can be sent again.
package enum RequestBody: Sendable, Equatable {
  case none
  /// Bytes and the media type they have unless a header field says otherwise.
  case bytes([UInt8], mediaType: String?)
  /// A file, read when the request is sent.
  case file(path: String)
  case multipart(Multipart)

  /// The `Content-Type` to send when the request names none.
  package var mediaType: String? {
    switch self {
    case .none: nil
    case .bytes(_, let mediaType): mediaType
    case .file: "application/octet-stream"
    case .multipart(let multipart): multipart.mediaType
    }
  }

  /// The pieces in the order they go out.
  package var segments: [BodySegment] {
    switch self {
    case .none: []
    case .bytes(let bytes, _): [.bytes(bytes)]
    case .file(let path): [.file(path: path)]
    case .multipart(let multipart): multipart.segments
    }
  }

  /// `application/x-www-form-urlencoded` as the WHATWG URL standard writes it,
  /// with `%20` for a space.
  package static func form(_ items: [(name: String, value: String)]) -> RequestBody {
    let text = items.map {
      PercentEncoding.component($0.name) + "=" + PercentEncoding.component($0.value)
    }
    return .bytes(
      Array(text.joined(separator: "&").utf8), mediaType: "application/x-www-form-urlencoded")
  }
}

/// A stretch of a request body.
package enum BodySegment: Sendable, Equatable {
  case bytes([UInt8])
  case file(path: String)
}
