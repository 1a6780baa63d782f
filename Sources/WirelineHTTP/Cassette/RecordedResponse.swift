import WirelineCore
internal import WirelineRequests

/// An answer as a cassette holds it.
struct RecordedResponse: Sendable {
  private enum Body: Sendable {
    case bytes([UInt8])
    case file(path: String)
  }

  private let head: ResponseHead
  private let url: RequestURL?
  private let body: Body
  private let redirects: [Response.Redirect]

  /// - Parameter folder: where bodies lie that are too large for a line.
  init(_ view: JSONView, folder: String) throws(RecordFault) {
    guard let status = view["status"]?.integer, (100...999).contains(status) else {
      throw .missing(field: "response/status", expected: "an HTTP status")
    }
    var headers = HeaderFields()
    if let members = view["headers"]?.members {
      for (name, value) in members {
        for value in value.type == .array ? Array(value.elements) : [value] {
          headers.append(name, value.string ?? "")
        }
      }
    }
    head = ResponseHead(
      status: status, httpVersion: view["http_version"]?.string ?? "1.1", headers: headers)
    url = view["url"]?.string.flatMap { try? RequestURL($0) }
    body = try Self.body(view, folder: folder)
    redirects = (view["redirects"].map { Array($0.elements) } ?? []).compactMap { hop in
      guard let status = hop["status"]?.integer, let url = hop["url"]?.string else { return nil }
      return Response.Redirect(status: status, url: url)
    }
  }

  private static func body(_ view: JSONView, folder: String) throws(RecordFault) -> Body {
    let embedded = try ResponseRecord.embeddedBody(
      json: view["json"], text: view["body"]?.string, base64: view["body_base64"]?.string)
    if let embedded { return .bytes(embedded) }
    if let name = view["body_file"]?.string {
      // Only names of our own making: a cassette from elsewhere reads no file.
      guard name.utf8.count == 64, name.allSatisfy({ $0.isHexDigit && !$0.isUppercase }) else {
        throw .invalid(field: "response/body_file", reason: "expected 64 hexadecimal digits")
      }
      return .file(path: "\(folder)/\(name)")
    }
    return .bytes([])
  }

  /// Plays the answer into the place where it is wanted.
  func response(
    for request: RequestSpecification, into destination: BodyDestination
  ) throws(RequestError) -> Response {
    let bytes = try bytes()
    let sink = DestinationSinks.sink(for: destination, head)
    // In pieces, as from a socket.
    for start in stride(from: 0, to: bytes.count, by: 64 * 1024) {
      let piece = bytes[start..<min(start + 64 * 1024, bytes.count)]
      let failure: RequestError? = piece.withUnsafeBytes { piece in
        do throws(RequestError) {
          try sink.receive(piece)
          return nil
        } catch {
          return error
        }
      }
      if let failure, failure.reason == .cancelled { break }
      if let failure { throw failure }
    }
    return Response(
      head: head, url: url ?? request.url, body: try sink.finish(), bodyBytes: bytes.count,
      source: .replay, redirects: redirects)
  }

  private func bytes() throws(RequestError) -> [UInt8] {
    switch body {
    case .bytes(let bytes): return bytes
    case .file(let path):
      do throws(FileError) {
        return try FileBytes.read(path)
      } catch {
        throw RequestError(.readFailed(path: path, detail: error.reason), attempts: 0)
      }
    }
  }
}
