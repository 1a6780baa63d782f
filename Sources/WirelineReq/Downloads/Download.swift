internal import Glibc
internal import Synchronization
internal import WirelineCore
internal import WirelineRequests

/// Writes a response to a file, with progress. An interrupted download can be resumed if the server
/// provides a strong validator.
final class Download: Sendable {
  private enum Target: Sendable {
    case atomic(AtomicFile)
    case partial(PartialFile)
    case none
  }

  private struct State: Sendable {
    var target = Target.none
    var use = PartialDownload.Use.restart
    /// The length of the file up to the received byte, including the resumed part.
    var bytes = 0
    /// The number of the following bytes that the part already contains from another attempt.
    var known = 0
    /// The final path, which a response may change.
    var path: String
    var errorBody: [UInt8] = []
    /// The reason why the file of the last response cannot be written.
    var error: FileError?
  }

  private let file: ResponseOptions.File
  private let url: RequestURL
  private let options: ResponseOptions
  private let isHead: Bool
  private let heads: ReceivedHeads?
  private let limit: Int?
  private let progress: Progress
  private let isPrivate: Bool
  /// The part of an earlier run, to be resumed.
  private let earlier: Mutex<PartialDownload?>
  /// The partial file; nil if the download cannot be resumed later.
  private let part: PartialFile?
  private let state: Mutex<State>
  /// Whether a further attempt may reuse what the part contains.
  private let isPartTrusted = Mutex(true)
  /// The length of an error body that is kept for messages, in bytes.
  static let maximumErrorBytes = 4096

  /// - Parameters:
  ///   - isHead: whether to write only the heads.
  ///   - heads: the heads received so far; nil if no option needs them.
  ///   - isPrivate: whether the file is readable by its owner only.
  ///   - limit: the maximum length in bytes; nil for no limit.
  init(
    to file: ResponseOptions.File, of url: RequestURL, options: ResponseOptions, isHead: Bool,
    heads: ReceivedHeads?, isPrivate: Bool, limit: Int?, progress: Progress
  ) throws(FileError) {
    self.file = file
    self.url = url
    let path = file.path
    self.options = options
    self.isHead = isHead
    self.heads = heads
    self.limit = limit
    self.progress = progress
    self.isPrivate = isPrivate
    state = Mutex(State(path: path))
    // Ignored for a device or pipe.
    let resumes = options.continueAt == "-"
    let part =
      resumes && !AtomicFile.isWrittenInPlace(path)
      ? try PartialFile(path: path, isPrivate: isPrivate) : nil
    self.part = part
    earlier = Mutex(part.flatMap { Self.earlier($0, url) })
  }

  private static func earlier(_ part: PartialFile, _ url: RequestURL) -> PartialDownload? {
    let mark = part.mark
    guard part.length > 0, mark.count == 2, mark[0] == url.text else { return nil }
    return PartialDownload(length: part.length, validator: mark[1])
  }

  private var path: String { file.path }

  var headers: HeaderFields { earlier.withLock { $0?.headers } ?? [:] }

  /// The path of the file, whose name the response may have chosen.
  var finalPath: String { state.withLock { $0.path } }

  /// The beginning of the body of an error that is not written to the file.
  var errorBody: [UInt8] { state.withLock { $0.errorBody } }

  /// Discards the part, so that the next request fetches everything.
  func restart() {
    earlier.withLock { $0 = nil }
    isPartTrusted.withLock { $0 = false }
  }

  @Sendable func sink(for head: ResponseHead) -> any ResponseSink {
    heads?.deliver(head)
    do throws(FileError) {
      try begin(head)
      if options.omitsBody(of: head) { return DiscardSink(limit: 0) }
      // Bytes written to a device or a pipe cannot be taken back.
      let isFinal = AtomicFile.isWrittenInPlace(path)
      return BlockSink(
        hasDelivered: { [self] in isFinal && state.withLock { $0.bytes > 0 } }, receive)
    } catch {
      state.withLock { $0.error = error }
      return BlockSink { _ throws(RequestError) in
        throw RequestError(
          .writeFailed(path: error.path, detail: error.reason), isRequestSent: true)
      }
    }
  }

  private func begin(_ head: ResponseHead) throws(FileError) {
    let earlier = earlier.withLock { $0 }
    // Without an earlier part, no range was requested.
    let isUnrequestedRange = part != nil && head.status == 206
    let use = earlier?.use(of: head) ?? (isUnrequestedRange ? .useless : .restart)
    var start = 0
    if case .append = use { start = earlier?.length ?? 0 }
    progress.expectDownload(
      totalBytes: head.contentLength.map { $0 + start }, earlierBytes: start)
    var next = State(use: use, bytes: start, path: options.renamed(file, by: head.headers) ?? path)
    if isWritten(head, use) {
      if let part, head.status < 400 {
        next.known = try prepare(part, for: head, use: use, start: start)
        next.target = .partial(part)
      } else {
        // The server chose the name.
        if next.path != path, FileAttributes(next.path) != nil {
          throw FileError(path: next.path, operation: "create", code: EEXIST)
        }
        let mode = AtomicFile.mode(isPrivate: isPrivate)
        let file = try AtomicFile(path: next.path, mode: mode, sweeps: true)
        if options.offset != nil { try copyExisting(to: file) }
        if options.include || isHead { try file.write(Array((heads?.text ?? "").utf8)) }
        next.target = .atomic(file)
      }
    }
    state.withLock { $0 = next }
  }

  /// Copies the file that the response continues.
  private func copyExisting(to file: AtomicFile) throws(FileError) {
    guard FileAttributes(path)?.isFile == true, !AtomicFile.isWrittenInPlace(path) else { return }
    try FileBytes.chunks(path) { bytes throws(FileError) in try file.write(bytes) }
  }

  /// Whether the body belongs in the file. The body of an error or redirect must not replace or
  /// continue a part.
  private func isWritten(_ head: ResponseHead, _ use: PartialDownload.Use) -> Bool {
    if use == .complete || use == .useless { return false }
    if options.offset != nil, head.status >= 300 { return false }
    // What is not modified leaves the file unchanged.
    let isUnchanged =
      head.status < 400 && options.omitsBody(of: head)
      || head.status == 304 && (options.etagCompare != nil || options.timeCondition != nil)
    if isUnchanged { return options.include && options.offset == nil }
    if head.status >= 400 { return options.keepsErrors }
    return head.status < 300 || part == nil
  }

  /// - Returns: the number of bytes of the body that the part already contains, because an attempt
  ///   received them from the same version.
  private func prepare(
    _ part: PartialFile, for head: ResponseHead, use: PartialDownload.Use, start: Int
  ) throws(FileError) -> Int {
    let mark = PartialDownload.mark(of: head.headers).map { [url.text, $0] } ?? []
    let isSameVersion = isPartTrusted.withLock { $0 } && !mark.isEmpty && mark == part.mark
    let known = use != .restart || isSameVersion ? max(part.length - start, 0) : 0
    try part.keep(start + known)
    if use == .restart { try part.setMark(mark) }
    isPartTrusted.withLock { $0 = true }
    return known
  }

  @Sendable private func receive(_ bytes: UnsafeRawBufferPointer) throws(RequestError) {
    let (target, total, known) = state.withLock { state in
      state.bytes += bytes.count
      if case .none = state.target {
        state.errorBody += bytes.prefix(max(0, Self.maximumErrorBytes - state.errorBody.count))
      }
      let known = min(state.known, bytes.count)
      state.known -= known
      return (state.target, state.bytes, known)
    }
    if let limit, total > limit {
      throw RequestError(.bodyTooLarge(limit: limit), isRequestSent: true)
    }
    progress.add(bytes: bytes.count)
    do throws(FileError) {
      switch target {
      case .atomic(let file): if !isHead { try file.write(bytes) }
      case .partial(let part):
        if known < bytes.count { try part.write(UnsafeRawBufferPointer(rebasing: bytes[known...])) }
      case .none: break
      }
    } catch {
      throw RequestError(.writeFailed(path: path, detail: error.reason), isRequestSent: true)
    }
  }

  enum Outcome {
    case saved
    /// The part already contained the whole body.
    case complete
    case notSaved
    /// The response does not continue the part: request everything.
    case useless
  }

  func finish() throws(FileError) -> Outcome {
    let state = state.withLock { $0 }
    // Without a body, its sink has not failed.
    if let error = state.error { throw error }
    // The response is shorter than the part it should contain.
    if state.known > 0 { return .useless }
    switch state.use {
    case .useless: return .useless
    case .append(let total?) where total != state.bytes: return .useless
    case .append, .restart, .complete: break
    }
    switch state.target {
    case .atomic(let file):
      try file.commit()
      discardUselessPart()
    case .partial(let part): try part.commit()
    case .none:
      guard state.use == .complete else { return .notSaved }
      try part?.commit()
      return .complete
    }
    return .saved
  }

  /// Ends an incomplete response. Removes a part that cannot be resumed.
  func abandon() {
    if case .atomic(let file) = state.withLock({ $0.target }) { file.discard() }
    discardUselessPart()
  }

  private func discardUselessPart() {
    guard let part else { return }
    if part.length == 0 || part.mark.isEmpty { part.discard() }
  }
}
