import Synchronization
import WirelineCore
import WirelineHTTP

/// Puts an answer on stdout as it comes: its head, where that is asked for, and
/// its body.
final class AnswerPrinter: Sendable {
  private struct State: Sendable {
    var problem: [UInt8] = []
    var isProblem = false
    var isBinary = false
  }

  private let output: DescriptorSink
  private let isTerminal: Bool
  private let isHeadWanted: Bool
  private let hidesErrorBody: Bool
  private let state = Mutex(State())

  /// A problem that is longer is no text for people.
  private static let maximumProblemBytes = 64 * 1024

  init(_ stream: StandardStreams.Stream, isHeadWanted: Bool, hidesErrorBody: Bool) {
    output = DescriptorSink(descriptor: stream.descriptor)
    isTerminal = stream.isTerminal
    self.isHeadWanted = isHeadWanted
    self.hidesErrorBody = hidesErrorBody
  }

  /// Whether the reader of stdout has gone.
  var isClosed: Bool { output.isClosed }

  /// Whether a body was held back because it is no text for a terminal.
  var hasRefusedBinary: Bool { state.withLock { $0.isBinary } }

  /// The body of an answer that explains an error, RFC 9457; nil for any other.
  var problem: [UInt8]? { state.withLock { $0.isProblem ? $0.problem : nil } }

  /// Who takes the body of an answer with this head.
  func sink(for head: ResponseHead) -> any ResponseSink {
    let type = MediaType.of(head.headers)
    state.withLock { state in
      state = State()
      state.isProblem = type == "application/problem+json" || type == "application/problem+xml"
    }
    let body: any ResponseSink =
      hidesErrorBody && head.status >= 400 ? DiscardSink() : PrintedBody(self)
    return isHeadWanted ? HeadedSink(headText(head), output, body) : body
  }

  /// As HTTP/1.1 has it on the wire, but for the reason, which nobody needs.
  private func headText(_ head: ResponseHead) -> [UInt8] {
    var text = "HTTP/\(head.httpVersion) \(head.status)\r\n"
    for field in head.headers.fields { text += "\(field.name): \(field.value)\r\n" }
    return Array((text + "\r\n").utf8)
  }

  fileprivate func print(_ bytes: UnsafeRawBufferPointer) throws(RequestError) {
    let isRefused = state.withLock { state in
      if state.isProblem, state.problem.count < Self.maximumProblemBytes {
        state.problem.append(contentsOf: bytes)
      }
      // A NUL is in no text that a terminal could show.
      if isTerminal, bytes.contains(0) { state.isBinary = true }
      return state.isBinary
    }
    if isRefused { throw RequestError(.cancelled) }
    try output.receive(bytes)
  }
}

/// A body on its way to stdout.
private final class PrintedBody: ResponseSink {
  private let printer: AnswerPrinter

  init(_ printer: AnswerPrinter) { self.printer = printer }

  func receive(_ bytes: UnsafeRawBufferPointer) throws(RequestError) { try printer.print(bytes) }
}

/// A head first, and then the body; an answer without a body shows its head too.
private final class HeadedSink: ResponseSink {
  private let output: DescriptorSink
  private let body: any ResponseSink

  init(_ head: [UInt8], _ output: DescriptorSink, _ body: any ResponseSink) {
    self.output = output
    self.body = body
    head.withUnsafeBytes { bytes in
      do throws(RequestError) {
        try output.receive(bytes)
      } catch {
        // The body, or the end of the run, will say so again.
      }
    }
  }

  func receive(_ bytes: UnsafeRawBufferPointer) throws(RequestError) { try body.receive(bytes) }
}
