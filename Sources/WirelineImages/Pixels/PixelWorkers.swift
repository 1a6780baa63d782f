internal import DequeModule
internal import Glibc
internal import Synchronization
internal import WirelineCore

enum PixelSource: Sendable {
  case bytes([UInt8])
  case file(path: String)
}

/// Processes images in worker processes, so that hostile files are decoded without access to the
/// network and the file system.
///
/// Workers start on demand. A worker that crashes or is too slow fails one image, and is replaced.
/// An image whose worker was killed from outside is processed once more.
/// Call `stop` at the end of the run.
final class PixelWorkers: Sendable {
  typealias Completion = @Sendable (Result<ProcessedImage, PixelFailure>) -> Void

  typealias Options = PixelWorkerOptions

  private struct Job: Sendable {
    let source: PixelSource
    let header: ImageHeader
    let temporaryBytes: Int
    let refusal: @Sendable () -> PixelFailure?
    let completion: Completion

    /// The bytes in memory while it waits.
    var bytes: Int {
      switch source {
      case .bytes(let bytes): bytes.count
      case .file: 0
      }
    }
  }

  private struct State: Sendable {
    var waiting: Deque<Job> = []
    /// Each thread has one worker.
    var threads = 0
    /// Threads that wait for an image.
    var idle = 0
    var pending = Pending()
    var isStopped = false

    mutating func removeWaiting() -> Deque<Job> {
      defer { waiting = [] }
      for job in waiting { remove(job) }
      return waiting
    }

    mutating func add(_ job: Job) {
      waiting.append(job)
      pending.memory += job.bytes
      pending.files += job.temporaryBytes
    }

    mutating func remove(_ job: Job) {
      pending.memory -= job.bytes
      pending.files -= job.temporaryBytes
    }
  }

  /// The bytes of the originals that wait or are being processed.
  struct Pending: Sendable, Equatable {
    /// In memory, without the files that are being processed.
    var memory = 0
    /// In temporary files.
    var files = 0
  }

  let recipe: PixelRecipe
  private let options: Options
  private let processes: PixelProcesses
  private let state = Mutex(State())
  /// Signaled for each image, and for each thread to stop it.
  private let wake = ThreadSemaphore()
  /// Signaled by each thread at its end.
  private let finished = ThreadSemaphore()

  init(recipe: PixelRecipe, options: Options = Options()) {
    self.recipe = recipe
    self.options = options
    processes = PixelProcesses(options.program)
  }

  var pending: Pending { state.withLock { $0.pending } }

  /// Processes an image. Images are processed in the order of the calls.
  ///
  /// - Parameters:
  ///   - header: of the image; its orientation is applied.
  ///   - temporaryBytes: the size of a file that will be removed afterwards.
  ///   - refusal: asked when the image would be processed; a failure ends it.
  ///   - completion: called on another thread, or before the function returns if the image cannot
  ///     be processed at all.
  func process(
    _ source: PixelSource, _ header: ImageHeader, temporaryBytes: Int = 0,
    refusal: @escaping @Sendable () -> PixelFailure? = { nil }, completion: @escaping Completion
  ) {
    guard header.format.pixelCode != nil else {
      return completion(.failure(.unsupported("no decoder for \(header.format.rawValue)")))
    }
    let job = Job(
      source: source, header: header, temporaryBytes: temporaryBytes, refusal: refusal,
      completion: completion)
    guard let needsThread = add(job) else { return completion(.failure(.stopped)) }
    if needsThread, !DetachedThread.start({ self.run() }) { didNotStartThread() }
    wake.signal()
  }

  /// - Returns: whether a thread has to be started; nil after `stop`.
  private func add(_ job: Job) -> Bool? {
    state.withLock { state in
      if state.isStopped { return nil }
      state.add(job)
      // A thread costs a process, so idle ones come first.
      guard state.waiting.count > state.idle, state.threads < max(1, options.count) else {
        return false
      }
      state.threads += 1
      return true
    }
  }

  /// Other threads process the image; without any, all images fail.
  private func didNotStartThread() {
    let jobs: Deque<Job> = state.withLock { state in
      // `stop` waits for it.
      if state.isStopped { finished.signal() }
      state.threads -= 1
      return state.threads > 0 ? [] : state.removeWaiting()
    }
    for job in jobs { job.completion(.failure(.unavailable("cannot start a thread"))) }
  }

  /// Stops all workers and waits until they have ended. Images that are not finished fail with
  /// `stopped`. Must not be called by a completion.
  func stop() {
    let (jobs, threads): (Deque<Job>, Int) = state.withLock { state in
      if state.isStopped { return ([], 0) }
      state.isStopped = true
      return (state.removeWaiting(), state.threads)
    }
    processes.killAll()
    // Without the lock, because a completion may call `process`.
    for job in jobs { job.completion(.failure(.stopped)) }
    for _ in 0..<threads { wake.signal() }
    for _ in 0..<threads { finished.wait() }
  }
}

// MARK: Threads

extension PixelWorkers {
  private func run() {
    var worker = PixelWorkerSlot(processes, recipe: recipe, options: options)
    while let job = next() {
      let result = self.result(of: job, &worker)
      // The job is removed before its completion is called, so that downloads that wait for memory
      // continue.
      state.withLock { $0.remove(job) }
      job.completion(result)
    }
    worker.end()
    finished.signal()
  }

  /// Waits for a job. Nil after `stop`.
  private func next() -> Job? {
    state.withLock { $0.idle += 1 }
    while true {
      wake.wait()
      let (job, isStopped) = state.withLock { state in
        // None if `didNotStartThread` has failed the image of this signal.
        let job = state.waiting.popFirst()
        if job != nil { state.idle -= 1 }
        return (job, state.isStopped)
      }
      if job != nil || isStopped { return job }
    }
  }

  private func result(
    of job: Job, _ worker: inout PixelWorkerSlot
  ) -> Result<ProcessedImage, PixelFailure> {
    Result { () throws(PixelFailure) in
      if let failure = job.refusal() { throw failure }
      switch job.source {
      case .bytes(let bytes): return try worker.process(bytes, job.header)
      case .file(let path): return try worker.process(try read(path), job.header)
      }
    }
  }

  func read(_ path: String) throws(PixelFailure) -> [UInt8] {
    try converting({ $0.code == EFBIG ? options.tooManyBytes : .file($0) }) {
      () throws(FileError) in
      try FileBytes.read(path, limit: options.maximumSourceBytes)
    }
  }
}
