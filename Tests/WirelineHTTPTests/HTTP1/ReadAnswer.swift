import WirelineCore
import WirelineRequests

@testable import WirelineHTTP

/// What the parser makes of a connection's bytes.
struct ReadAnswer: Equatable {
  enum Ending: Equatable {
    case whole(isKeptAlive: Bool)
    /// The bytes ran out.
    case open
    case refused(RequestError.Reason)
  }

  var head: ResponseHead?
  var body: [UInt8] = []
  var ending = Ending.open
  /// Bytes behind the answer's end, of the piece that ended it.
  var rest = 0

  var text: String { String(decoding: body, as: UTF8.self) }

  var refusal: String? {
    if case .refused(let reason) = ending { RequestError(reason).message } else { nil }
  }

  /// - Parameters:
  ///   - sizes: how the bytes are cut; the last size goes for all that remains.
  ///   - isClosed: whether the connection ends after them.
  init(_ bytes: [UInt8], cut sizes: [Int] = [], method: String = "GET", isClosed: Bool = false) {
    var parser = ResponseParser()
    parser.begin(method: method)
    var pieces = sizes[...]
    var start = 0
    repeat {
      let size = pieces.count > 1 ? pieces.removeFirst() : pieces.first ?? bytes.count
      let end = min(bytes.count, start + max(1, size))
      bytes[start..<end].withUnsafeBytes { take($0, &parser) }
      start = end
    } while start < bytes.count && ending == .open
    if isClosed, ending == .open, parser.close() { ending = .whole(isKeptAlive: false) }
  }

  init(_ text: String, cut sizes: [Int] = [], method: String = "GET", isClosed: Bool = false) {
    self.init(Array(text.utf8), cut: sizes, method: method, isClosed: isClosed)
  }

  private mutating func take(_ piece: UnsafeRawBufferPointer, _ parser: inout ResponseParser) {
    var offset = 0
    do throws(RequestError.Reason) {
      while let part = try parser.next(piece, &offset) {
        switch part {
        case .head(let head): self.head = head
        case .body(let range): body += piece[range]
        case .end:
          ending = .whole(isKeptAlive: parser.isKeptAlive)
          rest = piece.count - offset
          return
        }
      }
    } catch {
      ending = .refused(error)
    }
  }
}
