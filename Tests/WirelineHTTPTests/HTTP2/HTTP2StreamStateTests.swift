import NIOHPACK
import NIOHTTP2
import Testing
import WirelineRequests

@testable import WirelineHTTP

@Suite struct HTTP2StreamStateTests {
  /// A frame of a response, RFC 9113 §8.1. Upper case: with END_STREAM.
  private enum Frame: Character, CaseIterable {
    case interim = "i"
    case lastInterim = "I"
    case head = "h"
    case lastHead = "H"
    /// A head with `content-length: 2`.
    case sized = "s"
    case lastSized = "S"
    case byte = "d"
    case lastByte = "D"
    case nothing = "e"
    case lastNothing = "E"
    case openTrailers = "t"
    case trailers = "T"

    var isLast: Bool { rawValue.isUppercase }

    var fields: HPACKHeaders? {
      switch self {
      case .interim, .lastInterim: [":status": "103"]
      case .head, .lastHead: [":status": "200"]
      case .sized, .lastSized: [":status": "200", "content-length": "2"]
      case .openTrailers, .trailers: ["x-checksum": "1"]
      case .byte, .lastByte, .nothing, .lastNothing: nil
      }
    }
  }

  private enum Outcome: Equatable { case open, complete, truncated, violation }

  /// Passes frames until the stream ends.
  private func outcome(of frames: some Sequence<Frame>, method: String = "GET") -> Outcome {
    var state = HTTP2StreamState(method: method)
    for frame in frames {
      do throws(RequestError.Reason) {
        if let fields = frame.fields {
          _ = try state.receive(fields, isLast: frame.isLast)
        } else {
          _ = try state.receive(bytes: frame == .byte || frame == .lastByte ? 1 : 0)
        }
      } catch {
        return .violation
      }
      if frame.isLast { return state.end == .complete ? .complete : .truncated }
    }
    return .open
  }

  /// The outcome by the grammar of RFC 9113 §8.1: interim heads, a head, DATA, trailers.
  private func expectation(of frames: [Frame]) -> Outcome {
    var text = Substring(String(frames.map(\.rawValue)))
    text = text.drop { $0 == "i" }
    guard let first = text.popFirst() else { return .open }
    if first == "H" { return .complete }
    if first == "S" { return .truncated }
    guard first == "h" || first == "s" else { return .violation }
    let length = first == "s" ? 2 : nil
    var count = 0
    for frame in text {
      switch frame {
      case "d", "D": count += 1
      case "e", "E", "T", "I", "H", "S": break
      default: return .violation
      }
      if let length, count > length { return .violation }
      if frame.isUppercase { return count == length ?? count ? .complete : .truncated }
    }
    return .open
  }

  @Test func followsTheGrammarForAllOrdersOfFrames() {
    var sequences: [[Frame]] = [[]]
    var count = 0
    for _ in 1...4 {
      sequences = sequences.flatMap { start in Frame.allCases.map { start + [$0] } }
      for sequence in sequences where outcome(of: sequence) != expectation(of: sequence) {
        Issue.record("\(sequence): \(outcome(of: sequence)) is not \(expectation(of: sequence))")
      }
      count += sequences.count
    }
    #expect(count == 12 + 144 + 1728 + 20736)
  }

  @Test(arguments: [("HEAD", "200"), ("GET", "204"), ("GET", "304"), ("HEAD", "404")])
  func ignoresBodyOfBodylessResponse(method: String, status: String) throws {
    var state = HTTP2StreamState(method: method)

    _ = try state.receive([":status": status, "content-length": "5"], isLast: false)

    #expect(try state.receive(bytes: 3) == false)
    #expect(state.end == .complete)
  }

  @Test func limitsInterimResponses() throws {
    var state = HTTP2StreamState(method: "GET")
    for _ in 1...100 { _ = try state.receive([":status": "103"], isLast: false) }

    #expect(throws: RequestError.Reason.protocolViolation("more than 100 interim responses")) {
      _ = try state.receive([":status": "103"], isLast: false)
    }
  }

  @Test func extendsWindowWhenHalfIsUsed() {
    var state = HTTP2StreamState(method: "GET")
    let half = HTTP2StreamState.window / 2

    #expect(state.credit(for: half - 1) == nil)
    #expect(state.credit(for: 5) == half + 4)
    #expect(state.credit(for: 1) == nil)
  }

  /// RFC 9113 §7 and §8.7.
  @Test(
    arguments: [
      (HTTP2ErrorCode.refusedStream, HTTP2StreamState.End.resend(.whenOthersEnd)),
      (.http11Required, .resend(.overHTTP1)), (.cancel, .reset("CANCEL")),
      (.internalError, .reset("INTERNAL_ERROR")), (.noError, .reset("NO_ERROR")),
      (.connectError, .reset("CONNECT_ERROR")),
      (
        .protocolError,
        .fail(.protocolViolation("the server reset the stream with PROTOCOL_ERROR"), nil)
      ),
      (
        HTTP2ErrorCode(networkCode: 77),
        .fail(.protocolViolation("the server reset the stream with error code 77"), nil)
      ),
    ])
  func endsAfterReset(code: HTTP2ErrorCode, end: HTTP2StreamState.End) {
    #expect(HTTP2StreamState(method: "GET").end(after: code) == end)
  }

  @Test func resetAfterHeadTruncates() throws {
    var state = HTTP2StreamState(method: "GET")
    _ = try state.receive([":status": "200"], isLast: false)
    #expect(state.end(after: .internalError) == .truncated)
  }

  private static let reason = RequestError.Reason.protocolViolation("x")

  /// Stream 3 of a connection that is lost.
  @Test(
    arguments: [
      // An idle connection that the server closed.
      (.closed, [], "reused", .resend(.again)), (.closed, [], "", .truncated),
      (.closed, [], "reused post", .truncated), (.closed, [], "reused head", .truncated),
      // A connection with others.
      (.closed, [1], "", .resend(.again)), (.closed, [1], "head", .resend(.again)),
      (.closed, [1], "resent", .resend(.alone)), (.closed, [1], "post", .truncated),
      (.closed, [1], "head delivered", .truncated),
      // A violation on this stream, another one, one that has ended, and an unknown one.
      (.violation(reason, 3), [1], "", .fail(reason, nil)),
      (.violation(reason, 1), [1], "", .resend(.again)),
      (.violation(reason, 1), [1], "post", .truncated),
      (.violation(reason, 1), [1], "head", .resend(.again)),
      (.violation(reason, 1), [1], "head delivered", .truncated),
      (.violation(reason, 9), [1], "", .resend(.alone)),
      (.violation(reason, 9), [], "", .resend(.alone)),
      (.violation(reason, nil), [1], "", .resend(.alone)),
      (.violation(reason, nil), [1], "post", .truncated),
      (.violation(reason, nil), [], "", .resend(.alone)),
      (.violation(reason, nil), [], "resent", .fail(reason, nil)),
      (.violation(reason, nil), [], "post", .fail(reason, nil)),
    ] as [(HTTP2StreamState.Loss, Set<HTTP2StreamID>, String, HTTP2StreamState.End)])
  func endsAfterLoss(
    loss: HTTP2StreamState.Loss, others: Set<HTTP2StreamID>, properties: String,
    end: HTTP2StreamState.End
  ) throws {
    var state = HTTP2StreamState(method: "GET")
    if properties.contains("head") { _ = try state.receive([":status": "200"], isLast: false) }

    let exchange = HTTP2StreamState.Exchange(
      isIdempotent: !properties.contains("post"), isReused: properties.contains("reused"),
      mayRestart: !properties.contains("delivered"), wasResent: properties.contains("resent"))
    #expect(state.end(after: loss, id: 3, others: others, of: exchange) == end)
  }

  @Test func admitsFewerStreamsAfterRefusal() {
    var admission = HTTP2Admission()
    for _ in 1...8 { admission.begin(isAlone: false) }

    admission.end(.resend(.whenOthersEnd))

    #expect(admission.limit == 7 && !admission.admits(isAlone: false))
    for _ in 1...7 { admission.end(.complete) }
    #expect(admission.limit == 8, "one more after a round of responses")
    #expect(admission.active == 0 && admission.admits(isAlone: true))
  }

  @Test func alwaysAdmitsOneStream() {
    var admission = HTTP2Admission()
    for _ in 1...3 {
      admission.begin(isAlone: false)
      admission.end(.resend(.whenOthersEnd))
    }
    #expect(admission.limit == 1 && admission.admits(isAlone: false))
  }

  @Test func suspectsRunAlone() {
    var admission = HTTP2Admission()
    admission.begin(isAlone: false)
    #expect(!admission.admits(isAlone: true) && admission.admits(isAlone: false))

    admission.end(.complete)
    admission.begin(isAlone: true)
    #expect(!admission.admits(isAlone: false))

    admission.end(.complete)
    #expect(admission.admits(isAlone: false))
  }
}
