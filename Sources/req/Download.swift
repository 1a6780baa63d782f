import Synchronization
import WirelineCore
import WirelineRequests

/// A body on its way into a file, with progress; broken off, it can be taken up
/// again where the server names a strong validator.
final class Download: Sendable {
  private enum Target: Sendable {
    case atomic(AtomicFile)
    case partial(PartialFile)
    case nowhere
  }

  private struct State: Sendable {
    var target = Target.nowhere
    var use = PartialDownload.Use.restart
    /// Of the file, up to where the answer has come, those from before included.
    var bytes = 0
    /// What the part holds already of that which comes now: an attempt before brought it.
    var known = 0
  }

  private let path: String
  private let limit: Int?
  private let progress: Progress
  /// What was here before; nil where nothing is to be taken up.
  private let earlier: Mutex<PartialDownload?>
  /// Nil where no part is kept.
  private let part: PartialFile?
  private let keepsErrors: Bool
  private let isPrivate: Bool
  private let state = Mutex(State())
  /// Whether the part may go on with what comes now; it begins anew otherwise.
  private let isPartTrusted = Mutex(true)

  /// - Parameters:
  ///   - resumes: whether a part is kept, and taken up if there is one; a device
  ///     or a pipe has none.
  ///   - keepsErrors: whether the body of a status of 400 and above is wanted
  ///     in the file too.
  ///   - isPrivate: whether the file is readable by its owner only.
  ///   - limit: the largest body in bytes; nil is no limit.
  init(
    to path: String, of url: RequestURL, resumes: Bool, keepsErrors: Bool, isPrivate: Bool,
    limit: Int?, progress: Progress
  ) throws(FileError) {
    self.keepsErrors = keepsErrors
    self.isPrivate = isPrivate
    self.path = path
    self.limit = limit
    self.progress = progress
    let part =
      resumes && !AtomicFile.isWrittenInPlace(path)
      ? try PartialFile(path: path, isPrivate: isPrivate) : nil
    self.part = part
    var earlier: PartialDownload?
    if let part {
      let mark = part.mark
      if part.length > 0, mark.count == 2, mark[0] == url.text {
        earlier = PartialDownload(
          length: part.length, mark: PartialDownload.Mark(url: mark[0], validator: mark[1]))
      }
    }
    self.earlier = Mutex(earlier)
  }

  /// What the request asks for beside its own.
  var headers: HeaderFields { earlier.withLock { $0?.headers } ?? [:] }

  /// Has all of it fetched: what is here is of no use.
  func beginAnew() {
    earlier.withLock { $0 = nil }
    isPartTrusted.withLock { $0 = false }
  }

  /// Where the bodies of answers go. What went to a device or a pipe cannot be
  /// taken back, so there is no second one then.
  func body(of url: RequestURL) -> BodyDestination {
    AtomicFile.isWrittenInPlace(path)
      ? .sink({ self.sink(for: $0, url: url) }, limit: nil)
      : .newSink { self.sink(for: $0, url: url) }
  }

  /// Who takes the body of an answer with this head. A further attempt keeps what the part holds of
  /// the same version.
  func sink(for head: ResponseHead, url: RequestURL) -> any ResponseSink {
    do throws(FileError) {
      try begin(head, url)
      return DownloadSink(self)
    } catch {
      return FailedSink(error)
    }
  }

  private func begin(_ head: ResponseHead, _ url: RequestURL) throws(FileError) {
    let earlier = earlier.withLock { $0 }
    // Who keeps a part asks for ranges alone: this one was not asked for.
    let isStray = part != nil && head.status == 206
    let use = earlier?.use(of: head) ?? (isStray ? .useless : .restart)
    var start = 0
    if case .append = use { start = earlier?.length ?? 0 }
    let length = head.headers["Content-Length"].flatMap { Int(digits: $0) }
    progress.expectDownload(totalBytes: length.map { $0 + start }, earlierBytes: start)
    var target = Target.nowhere
    var known = 0
    // What explains an error is not the file, and must not spoil a part of it.
    if use == .complete || use == .useless || head.status >= 300 && part != nil && !isKept(head)
      || head.status >= 400 && !keepsErrors
    {
      target = .nowhere
    } else if let part, head.status < 400 {
      let mark = PartialDownload.mark(of: head.headers).map { [url.text, $0] } ?? []
      let isOurs = isPartTrusted.withLock { $0 } && !mark.isEmpty && mark == part.mark
      known = use != .restart || isOurs ? max(part.length - start, 0) : 0
      try part.keep(start + known)
      if use == .restart { try part.setMark(mark) }
      isPartTrusted.withLock { $0 = true }
      target = .partial(part)
    } else {
      target = .atomic(
        try AtomicFile(path: path, mode: AtomicFile.mode(isPrivate: isPrivate), sweeps: true))
    }
    state.withLock { $0 = State(target: target, use: use, bytes: start, known: known) }
  }

  /// Whether it explains an error, and is wanted in the file.
  private func isKept(_ head: ResponseHead) -> Bool { head.status >= 400 && keepsErrors }

  fileprivate func take(_ bytes: UnsafeRawBufferPointer) throws(RequestError) {
    let (target, total, known) = state.withLock { state in
      state.bytes += bytes.count
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
      case .atomic(let file): try file.write(bytes)
      case .partial(let part):
        if known < bytes.count { try part.write(UnsafeRawBufferPointer(rebasing: bytes[known...])) }
      case .nowhere: break
      }
    } catch {
      throw RequestError(.writeFailed(path: path, detail: error.reason), isRequestSent: true)
    }
  }

  /// What a whole answer has come to.
  enum Outcome {
    /// The file has taken its place.
    case done
    /// It was no answer with the file in it.
    case refused
    /// It was of no use for the part that is here: all of it has to be fetched anew.
    case useless
  }

  /// The answer is whole: the file takes its place.
  func finish() throws(FileError) -> Outcome {
    let state = state.withLock { $0 }
    // The answer is shorter than what is said to be a part of it.
    if state.known > 0 { return .useless }
    switch state.use {
    case .useless: return .useless
    case .append(let total?) where total != state.bytes: return .useless
    case .append, .restart, .complete: break
    }
    switch state.target {
    case .atomic(let file):
      try file.commit()
      discardUseless()
    case .partial(let part): try part.commit()
    case .nowhere:
      guard state.use == .complete else { return .refused }
      try part?.commit()
    }
    return .done
  }

  /// There will be no whole answer. A part that could not be taken up again is
  /// not left behind.
  func giveUp() {
    if case .atomic(let file) = state.withLock({ $0.target }) { file.discard() }
    discardUseless()
  }

  private func discardUseless() {
    guard let part else { return }
    if part.length == 0 || part.mark.isEmpty { part.discard() }
  }
}

private final class DownloadSink: ResponseSink {
  private let download: Download

  init(_ download: Download) { self.download = download }

  func receive(_ bytes: UnsafeRawBufferPointer) throws(RequestError) { try download.take(bytes) }
}

/// Where there is no place to put the body.
private final class FailedSink: ResponseSink {
  private let error: FileError

  init(_ error: FileError) { self.error = error }

  func receive(_ bytes: UnsafeRawBufferPointer) throws(RequestError) {
    throw RequestError(.writeFailed(path: error.path, detail: error.reason), isRequestSent: true)
  }
}
