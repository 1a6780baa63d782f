import NIOHTTP1
import WirelineCore

/// A request as it goes over the wire.
enum RequestWire {
  /// Framing is decided here, where the length is known, not by the encoder.
  static var encoderConfiguration: HTTPRequestEncoder.Configuration {
    var configuration = HTTPRequestEncoder.Configuration()
    configuration.automaticallySetFramingHeaders = false
    return configuration
  }

  static func head(
    _ request: RequestAttempt, contentLength: Int?, isAbsolute: Bool
  ) -> HTTPRequestHead {
    var fields: [(String, String)] = []
    fields.reserveCapacity(request.headers.fields.count + 2)
    // RFC 9110 §7.2: Host goes first.
    if !request.headers.contains("Host") { fields.append(("Host", request.url.authority)) }
    for field in request.headers.fields { fields.append((field.name, field.value)) }
    if let contentLength {
      fields.append(("Content-Length", String(contentLength)))
    } else if expectsBody(request.method) {
      fields.append(("Content-Length", "0"))
    }
    return HTTPRequestHead(
      version: .http1_1, method: HTTPMethod(rawValue: request.method),
      uri: isAbsolute ? request.url.text : request.url.target, headers: HTTPHeaders(fields))
  }

  /// RFC 9110 §8.6: methods whose lack of a body is said.
  private static func expectsBody(_ method: String) -> Bool {
    method == "POST" || method == "PUT" || method == "PATCH"
  }
}

extension RequestAttempt {
  /// Whether it may be sent again because a pooled connection was lost.
  var isReplayable: Bool {
    switch method {
    case "GET", "HEAD", "OPTIONS", "TRACE", "PUT", "DELETE": true
    default: headers.contains("Idempotency-Key")
    }
  }
}
