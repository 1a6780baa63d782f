internal import Glibc
internal import Synchronization
internal import WirelineCore
internal import WirelineRequests

/// Prints a response on stdout, usually as it arrives.
///
/// On a terminal, JSON is indented when it is complete, control characters are escaped and
/// binary data is refused.
///
/// The order of calls for each response is `sink(for:)`, then the parts of the body, then `finish`.
/// A second `sink(for:)` starts over: the first response was not final, and nothing of it has been
/// printed, because the head is printed with the first part of the body. The head and the parts
/// usually arrive on the event loop, and the run calls `finish`, so their state is locked.
final class ResponsePrinter: Sendable {
  private struct Style: Sendable {
    let isTerminal: Bool
    /// Indents JSON; nil prints it verbatim.
    let json: JSONPrinter?

    init(_ context: ToolContext) {
      let stream = context.streams.output
      isTerminal = stream.isTerminal
      let isColored = context.common.color.isColored(stream, environment: context.environment)
      json = isTerminal || isColored ? JSONPrinter(isColored: isColored) : nil
    }

    func filtered(_ bytes: [UInt8]) -> [UInt8] {
      guard isTerminal else { return bytes }
      var filter = TerminalFilter()
      return bytes.withUnsafeBytes { filter.filtered($0) } + filter.finish()
    }
  }

  /// The response in progress; replaced by each `sink(for:)`.
  private struct State: Sendable {
    /// The length of the body so far.
    var bytes = 0
    /// JSON to indent when it is complete; nil if the body is printed as it arrives.
    var heldBody: [UInt8]?
    /// The start of a problem description, a copy of what is printed.
    var problem: [UInt8] = []
    var isProblem = false
    /// Escapes control characters across parts, and detects binary data.
    var filter = TerminalFilter()
  }

  private let output: StdoutSink
  private let style: Style
  private let options: ResponseOptions
  /// Whether only heads are printed.
  private let isHead: Bool
  /// The heads to print; nil for none. Printed with the first bytes of the body: an attempt that
  /// fails earlier may be retried.
  private let heads: ReceivedHeads?
  /// The maximum length of a body in bytes; nil for no limit.
  private let limit: Int?
  private let progress: Progress
  private let state = Mutex(State())

  /// A longer JSON body is printed as it arrives.
  private static let maximumHeldBytes = 64 << 20
  private static let maximumProblemBytes = 64 * 1024

  init(
    _ context: ToolContext, _ options: ResponseOptions, isHead: Bool, heads: ReceivedHeads?,
    limit: Int?, progress: Progress
  ) {
    self.limit = limit
    self.heads = heads
    self.progress = progress
    output = StdoutSink(descriptor: context.streams.output.descriptor)
    style = Style(context)
    self.options = options
    self.isHead = isHead
  }

  var isClosed: Bool { output.isClosed }

  /// Whether a binary body was kept from the terminal.
  var hasRefusedBinary: Bool { state.withLock { style.isTerminal && $0.filter.isBinary } }

  /// The problem description in the body, RFC 9457.
  var problem: ProblemDetails? {
    state.withLock { $0.isProblem ? ProblemDetails($0.problem) : nil }
  }

  @Sendable func sink(for head: ResponseHead) -> any ResponseSink {
    progress.endUpload()
    heads?.deliver(head)
    let type = MediaType.of(head.headers) ?? ""
    state.withLock { state in
      state = State()
      state.isProblem = type == ProblemDetails.mediaType
      if style.json != nil, MediaType.isJSON(type) { state.heldBody = [] }
    }
    return isHead || options.omitsBody(of: head)
      ? DiscardSink(limit: 0)
      : BlockSink(hasDelivered: { [self] in state.withLock { $0.bytes > 0 } }, receive)
  }

  @Sendable private func receive(_ bytes: UnsafeRawBufferPointer) throws(RequestError) {
    let total = state.withLock { state in
      state.bytes += bytes.count
      return state.bytes
    }
    if let limit, total > limit {
      throw RequestError(.bodyTooLarge(limit: limit), isRequestSent: true)
    }
    progress.add(bytes: bytes.count)
    try printHeads()
    let shown = state.withLock { visible(bytes, &$0) }
    if hasRefusedBinary { throw RequestError(.cancelled) }
    guard let shown else { return try output.receive(bytes) }
    try output.write(shown)
  }

  /// Returns the bytes to print now; nil for all of them, unchanged.
  private func visible(_ bytes: UnsafeRawBufferPointer, _ state: inout State) -> [UInt8]? {
    if state.isProblem, state.problem.count < Self.maximumProblemBytes {
      state.problem.append(contentsOf: bytes)
    }
    if state.heldBody != nil {
      state.heldBody?.append(contentsOf: bytes)
      guard let held = state.heldBody, held.count > Self.maximumHeldBytes else { return [] }
      state.heldBody = nil
      return held
    }
    guard style.isTerminal else { return nil }
    let shown = state.filter.filtered(bytes)
    return state.filter.isBinary ? [] : shown
  }

  /// Prints the heads received so far.
  func printHeads() throws(RequestError) {
    if let heads { try print(heads.unprinted()) }
  }

  func finish() throws(RequestError) {
    try printHeads()
    try output.write(state.withLock { $0.filter.finish() })
    guard let held = state.withLock({ $0.heldBody.take() }), !held.isEmpty, let json = style.json
    else { return }
    guard let view = try? JSONView.parse(held) else {
      return try output.write(style.filtered(held))
    }
    try output.write(json.text(of: view))
  }

  /// Prints text that is not part of a body.
  func print(_ text: String) throws(RequestError) {
    try output.write(style.filtered(Array(text.utf8)))
  }

  func print(_ values: SelectedValues, of head: ResponseHead) throws(RequestError) {
    let sink = sink(for: head)
    switch values {
    case .whole(let body):
      do throws(RequestError) {
        if !body.isEmpty { try sink.receive(body) }
      } catch {
        if error.reason != .cancelled { throw error }
      }
      try finish()
    case .values(let views, _): try print(views)
    }
  }

  /// Prints values, one per line.
  func print(_ values: some Sequence<JSONView>) throws(RequestError) {
    try printHeads()
    var writer = JSONWriter()
    for value in values {
      if let json = style.json {
        writer.bytes += json.text(of: value)
      } else {
        writer.value(value)
        writer.endLine()
      }
    }
    try output.write(writer.bytes)
  }
}

extension ResponseSink {
  fileprivate func receive(_ bytes: [UInt8]) throws(RequestError) {
    try bytes.withUnsafeBufferPointer { bytes throws(RequestError) in
      try receive(UnsafeRawBufferPointer(bytes))
    }
  }
}

/// Writes to stdout as bytes arrive. A slow reader slows down the sender; a reader that exits ends
/// the transfer.
private final class StdoutSink: ResponseSink {
  private let descriptor: Int32
  private let closed = Mutex(false)

  init(descriptor: Int32) { self.descriptor = descriptor }

  var isClosed: Bool { closed.withLock { $0 } }

  func receive(_ bytes: UnsafeRawBufferPointer) throws(RequestError) {
    do throws(FileError) {
      try FileBytes.write(bytes, to: descriptor, path: "stdout")
    } catch {
      if error.code == EPIPE {
        closed.withLock { $0 = true }
        throw RequestError(.cancelled)
      }
      throw RequestError(.writeFailed(path: "stdout", detail: error.reason), isRequestSent: true)
    }
  }

  /// Writes bytes outside of the transfer. If the reader has exited, nothing has to be cancelled.
  func write(_ bytes: [UInt8]) throws(RequestError) {
    if bytes.isEmpty { return }
    do throws(RequestError) { try receive(bytes) } catch { if !isClosed { throw error } }
  }
}
