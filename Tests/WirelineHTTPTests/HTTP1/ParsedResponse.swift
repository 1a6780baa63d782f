import WirelineCore
import WirelineRequests

@testable import WirelineHTTP

/// The response that the parser reads from the bytes of a connection.
struct ParsedResponse: Equatable {
  enum Completion: Equatable {
    case complete(isKeptAlive: Bool)
    case incomplete
    case rejected(RequestError.Reason)
  }

  var head: ResponseHead?
  var body: [UInt8] = []
  var completion = Completion.incomplete
  /// The number of bytes after the response in its last piece.
  var rest = 0

  var text: String { String(decoding: body, as: UTF8.self) }

  var rejection: String? {
    if case .rejected(let reason) = completion { RequestError(reason).message } else { nil }
  }

  /// - Parameters:
  ///   - sizes: the sizes of the pieces; the last one repeats.
  ///   - isClosed: whether the connection closes after the bytes.
  init(_ bytes: [UInt8], cut sizes: [Int] = [], method: String = "GET", isClosed: Bool = false) {
    var parser = ResponseParser()
    parser.begin(method: method)
    var pieces = sizes[...]
    var start = 0
    repeat {
      let size = pieces.count > 1 ? pieces.removeFirst() : pieces.first ?? bytes.count
      let end = min(bytes.count, start + max(1, size))
      bytes[start..<end].withUnsafeBytes { parse($0, &parser) }
      start = end
    } while start < bytes.count && completion == .incomplete
    if isClosed, completion == .incomplete, parser.close() {
      completion = .complete(isKeptAlive: false)
    }
  }

  init(_ text: String, cut sizes: [Int] = [], method: String = "GET", isClosed: Bool = false) {
    self.init(Array(text.utf8), cut: sizes, method: method, isClosed: isClosed)
  }

  private mutating func parse(_ piece: UnsafeRawBufferPointer, _ parser: inout ResponseParser) {
    var offset = 0
    do throws(RequestError.Reason) {
      while let part = try parser.next(piece, &offset) {
        switch part {
        case .head(let head): self.head = head
        case .body(let range): body += piece[range]
        case .end:
          completion = .complete(isKeptAlive: parser.isKeptAlive)
          rest = piece.count - offset
          return
        }
      }
    } catch {
      completion = .rejected(error)
    }
  }
}
