import Synchronization
import WirelineCore
import WirelineHTTP
import WirelineRequests

/// Puts an answer on stdout: its head, where that is asked for, and its body as
/// it comes. On a terminal JSON is indented once it is whole, text is kept from
/// steering the terminal, and binary data is held back.
final class AnswerPrinter: Sendable {
  private struct State: Sendable {
    /// What goes before the body, until something of that is here: an answer
    /// that breaks off before may be followed by another.
    var head: [UInt8] = []
    /// A body that must be whole before it is shown.
    var held: [UInt8]?
    var problem: [UInt8] = []
    var isProblem = false
    var check = BinaryCheck()
    var filter = TerminalFilter()
  }

  private let output: DescriptorSink
  private let style: Style
  private let isHeadWanted: Bool
  private let hidesErrorBody: Bool
  private let progress: Progress
  private let state = Mutex(State())

  /// How a body looks.
  struct Style: Sendable {
    /// Whether what could steer a terminal must not get through.
    var isTerminal: Bool
    /// Indents JSON; nil leaves it as it is.
    var json: JSONPrinter?

    init(_ context: ToolContext) {
      let stream = context.streams.output
      isTerminal = stream.isTerminal
      let isColored = context.common.color.isColored(stream, environment: context.environment)
      json = isTerminal || isColored ? JSONPrinter(isColored: isColored) : nil
    }
  }

  /// A larger JSON body is shown as it comes.
  private static let maximumHeldBytes = 64 << 20
  /// A problem that is longer is no text for people.
  private static let maximumProblemBytes = 64 * 1024

  init(
    _ context: ToolContext, isHeadWanted: Bool, hidesErrorBody: Bool, progress: Progress
  ) {
    self.progress = progress
    output = DescriptorSink(descriptor: context.streams.output.descriptor)
    style = Style(context)
    self.isHeadWanted = isHeadWanted
    self.hidesErrorBody = hidesErrorBody
  }

  /// Whether the reader of stdout has gone.
  var isClosed: Bool { output.isClosed }

  /// Whether a body was held back because it is no text for a terminal.
  var hasRefusedBinary: Bool { state.withLock { style.isTerminal && $0.check.isBinary } }

  /// The body of an answer that explains an error, RFC 9457; nil for any other.
  var problem: ProblemDetails? {
    state.withLock { $0.isProblem ? ProblemDetails($0.problem) : nil }
  }

  /// Who takes the body of an answer with this head.
  func sink(for head: ResponseHead) -> any ResponseSink {
    let type = MediaType.of(head.headers) ?? ""
    state.withLock { state in
      state = State()
      if isHeadWanted { state.head = headText(head) }
      state.isProblem = ProblemDetails.isProblem(mediaType: type)
      if style.json != nil, MediaType.isJSON(type) { state.held = [] }
    }
    return hidesErrorBody && head.status >= 400 ? DiscardSink() : PrintedBody(self)
  }

  /// As HTTP/1.1 has it on the wire, but for the reason, which nobody needs.
  private func headText(_ head: ResponseHead) -> [UInt8] {
    var text = "HTTP/\(head.httpVersion) \(head.status)\r\n"
    for field in head.headers.fields { text += "\(field.name): \(field.value)\r\n" }
    var bytes = Array((text + "\r\n").utf8)
    if style.isTerminal {
      var filter = TerminalFilter()
      bytes = bytes.withUnsafeBytes { filter.filtered($0) }
    }
    return bytes
  }

  fileprivate func take(_ bytes: UnsafeRawBufferPointer) throws(RequestError) {
    progress.add(bytes: bytes.count)
    try printHead()
    let shown: [UInt8]? = state.withLock { state in
      if state.isProblem, state.problem.count < Self.maximumProblemBytes {
        state.problem.append(contentsOf: bytes)
      }
      if state.held != nil {
        state.held?.append(contentsOf: bytes)
        guard let held = state.held, held.count > Self.maximumHeldBytes else { return [] }
        state.held = nil
        return held
      }
      guard style.isTerminal else { return nil }
      state.check.append(bytes)
      return state.check.isBinary ? [] : state.filter.filtered(bytes)
    }
    if hasRefusedBinary { throw RequestError(.cancelled) }
    guard let shown else { return try output.receive(bytes) }
    try print(shown)
  }

  private func printHead() throws(RequestError) {
    let head = state.withLock { state in
      defer { state.head = [] }
      return state.head
    }
    try print(head)
  }

  /// The body is whole: what was held is shown.
  func finish() throws(RequestError) {
    try printHead()
    guard let held = state.withLock({ $0.held.take() }), !held.isEmpty, let json = style.json else {
      return
    }
    guard let view = try? JSONView.parse(held) else { return try print(filtered(held)) }
    try print(json.text(of: view))
  }

  /// A body that was checked: as it came, or the values asked for, a line each.
  func print(_ values: AnswerValues, of head: ResponseHead) throws(RequestError) {
    switch values {
    case .whole(let body):
      let sink = sink(for: head)
      let failure: RequestError? = body.withUnsafeBytes { bytes in
        do throws(RequestError) {
          if !bytes.isEmpty { try sink.receive(bytes) }
          return nil
        } catch {
          return error
        }
      }
      if let failure, failure.reason != .cancelled { throw failure }
      try finish()
    case .values(let views):
      _ = sink(for: head)
      try printHead()
      var writer = JSONWriter()
      for view in views {
        if let json = style.json {
          writer.bytes += json.text(of: view)
        } else {
          writer.value(view)
          writer.endLine()
        }
      }
      try print(writer.bytes)
    }
  }

  private func filtered(_ bytes: [UInt8]) -> [UInt8] {
    guard style.isTerminal else { return bytes }
    var filter = TerminalFilter()
    return bytes.withUnsafeBytes { filter.filtered($0) }
  }

  private func print(_ bytes: [UInt8]) throws(RequestError) {
    if bytes.isEmpty { return }
    let failure: RequestError? = bytes.withUnsafeBytes { bytes in
      do throws(RequestError) {
        try output.receive(bytes)
        return nil
      } catch {
        return error
      }
    }
    if let failure { throw failure }
  }
}

/// A body on its way to stdout.
private final class PrintedBody: ResponseSink {
  private let printer: AnswerPrinter

  init(_ printer: AnswerPrinter) { self.printer = printer }

  func receive(_ bytes: UnsafeRawBufferPointer) throws(RequestError) { try printer.take(bytes) }
}
