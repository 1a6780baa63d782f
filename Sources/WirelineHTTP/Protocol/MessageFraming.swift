import WirelineCore
import WirelineRequests

/// The framing of a response body, RFC 9112 §6 and §9.3.
struct MessageFraming: Equatable {
  enum Body: Equatable {
    case counted(Int)
    case chunked
    case untilClose
  }

  let body: Body
  /// Whether the connection can serve another request.
  let isKeptAlive: Bool

  /// - Parameter isBodyless: whether the response has no body regardless of its head, as for HEAD.
  init(_ head: ResponseHead, isBodyless: Bool) throws(RequestError.Reason) {
    var length: Int?
    var codings: [Substring] = []
    var isClosed = false
    var isKept = head.httpVersion != "1.0"
    let fields = head.headers.fields
    // By index, which does not retain the fields of other lengths.
    for index in fields.indices {
      switch fields[index].name.utf8.count {
      case 14 where fields[index].name.isSameFieldName(as: "Content-Length"):
        length = try Self.length(fields[index].value, after: length)
      case 17 where fields[index].name.isSameFieldName(as: "Transfer-Encoding"):
        codings += Self.elements(of: fields[index].value)
          .filter { !$0.isSameToken(as: "identity") }
      case 10 where fields[index].name.isSameFieldName(as: "Connection"):
        let field = fields[index]
        // Fast path for the common single values.
        if field.value == "keep-alive" {
          isKept = true
        } else if field.value == "close" {
          isClosed = true
        } else {
          for option in Self.elements(of: field.value) {
            if option.isSameToken(as: "close") { isClosed = true }
            if option.isSameToken(as: "keep-alive") { isKept = true }
          }
        }
      default: break
      }
    }
    let isPersistent = isKept && !isClosed
    if Self.isBodyless(head, isHead: isBodyless) {
      (body, isKeptAlive) = (.counted(0), isPersistent)
    } else if !codings.isEmpty {
      try Self.check(codings)
      body = .chunked
      // Content-Length with Transfer-Encoding, or Transfer-Encoding in HTTP/1.0, means a peer with
      // unreliable framing: RFC 9112 §6.1.
      isKeptAlive = isPersistent && length == nil && head.httpVersion != "1.0"
    } else if let length {
      (body, isKeptAlive) = (.counted(length), isPersistent)
    } else {
      (body, isKeptAlive) = (.untilClose, false)
    }
  }

  /// Whether a response has no body whatever its fields, RFC 9112 §6.3.
  ///
  /// - Parameter isHead: whether the request's method is HEAD.
  static func isBodyless(_ head: ResponseHead, isHead: Bool) -> Bool {
    isHead || head.status == 204 || head.status == 304
  }

  /// Only `chunked` is supported; it must be last and occur once.
  private static func check(_ codings: [Substring]) throws(RequestError.Reason) {
    for coding in codings.dropLast() where coding.isSameToken(as: "chunked") {
      throw .protocolViolation("chunked is not the last transfer coding", as: .transferCoding)
    }
    for coding in codings where !coding.isSameToken(as: "chunked") {
      throw .protocolViolation("unknown transfer coding \"\(coding)\"", as: .transferCoding)
    }
  }

  /// RFC 9110 §8.6: a list of equal lengths is one length; different lengths are an error.
  static func length(
    _ value: String, after known: Int?
  ) throws(RequestError.Reason) -> Int {
    if known == nil, let length = Int(digits: value) { return length }
    var length = known
    for element in value.split(separator: ",", omittingEmptySubsequences: false) {
      guard let number = Int(digits: element.trimmingSpaces) else {
        throw .protocolViolation("invalid Content-Length", as: .invalidHead)
      }
      if let length, length != number {
        throw .protocolViolation("conflicting Content-Length", as: .invalidHead)
      }
      length = number
    }
    return length ?? 0
  }

  private static func elements(of value: String) -> [Substring] {
    value.split { $0 == "," || $0 == " " || $0 == "\t" }
  }
}

extension Substring {
  fileprivate func isSameToken(as other: String) -> Bool {
    String(self).isSameFieldName(as: other)
  }
}

/// A part of a response that its parser found in the bytes of one read.
enum ResponsePart: Equatable {
  case head(ResponseHead)
  /// The offsets of bytes of the body.
  case body(Range<Int>)
  case end
}
