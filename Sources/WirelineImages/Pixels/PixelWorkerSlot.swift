internal import CStart

struct PixelWorkerOptions: Sendable {
  var count = Int(available_processors())
  var limits = PixelLimits()
  var maximumSourceBytes = 256 << 20
  /// The number of images after which a worker is replaced.
  var imagesPerWorker = 1_000
  /// For one image.
  var timeLimit = Duration.seconds(60)
  /// For the start of a worker.
  var startLimit = Duration.seconds(60)
  /// Replaced in tests.
  var program = PixelProcesses.Program()

  var tooManyBytes: PixelFailure { .tooLarge("more than \(maximumSourceBytes) bytes") }
}

/// The worker of one thread. It is started for the first image, and replaced after a failure, after
/// a damaged image, which may have taken it over, and after many images.
struct PixelWorkerSlot {
  private let processes: PixelProcesses
  private let recipe: PixelRecipe
  private let options: PixelWorkerOptions
  private var current: PixelProcess?
  /// The number of images that it has processed.
  private var images = 0

  /// Half of `PixelLimits.seconds`, so that an image reaches its time limit first.
  private static let maximumWorkerTime = 150 * 1_000_000_000

  init(_ processes: PixelProcesses, recipe: PixelRecipe, options: PixelWorkerOptions) {
    self.processes = processes
    self.recipe = recipe
    self.options = options
  }

  /// Processes an image. If its worker is killed from outside, a new worker processes it once more.
  /// A worker that crashes fails the image, which may be hostile.
  mutating func process(
    _ bytes: [UInt8], _ known: ImageHeader
  ) throws(PixelFailure) -> ProcessedImage {
    if bytes.count > options.maximumSourceBytes { throw options.tooManyBytes }
    let header = known.completed(by: bytes)
    do throws(PixelFailure) {
      return try attempt(bytes, header)
    } catch {
      guard case .crashed(let end) = error, end.isKilled else { throw error }
      return try attempt(bytes, header)
    }
  }

  private mutating func attempt(
    _ bytes: [UInt8], _ header: ImageHeader
  ) throws(PixelFailure) -> ProcessedImage {
    // It was killed since its last image.
    if let current, !current.socket.isQuiet { end() }
    let process: PixelProcess
    if let current {
      process = current
    } else {
      process = try processes.start(
        PixelSettings(recipe: recipe, limits: options.limits), within: options.startLimit)
      // Before the first job, so that `end` reaps it after a failure.
      (current, images) = (process, 0)
    }
    let answer = try answer(of: process, to: bytes, header: header)
    let reply = answer.reply
    images += 1
    if images >= options.imagesPerWorker || reply.totalTime >= Self.maximumWorkerTime
      || reply.isSuspicious
    {
      end()
    }
    guard let format = reply.format else {
      throw PixelFailure(reply, answer.message, limits: options.limits)
    }
    // A corrupt worker may report another format or size than that of the bytes.
    guard let result = ImageHeader(answer.bytes[...]), result.format == format,
      result.width == reply.width, result.height == reply.height
    else {
      end()
      throw .crashed(.invalidReply)
    }
    return ProcessedImage(
      bytes: answer.bytes, header: result,
      flags: ((header.frames ?? 1) > 1 ? ["first_frame"] : []) + reply.flags)
  }

  @discardableResult
  mutating func end() -> PixelWorkerEnd {
    guard let process = current else { return .unknown }
    current = nil
    return processes.end(process)
  }

  private mutating func answer(
    of process: PixelProcess, to bytes: [UInt8], header: ImageHeader
  ) throws(PixelFailure) -> PixelProcess.Answer {
    // An index may have any number.
    let orientation = header.orientation.flatMap { (1...8).contains($0) ? $0 : nil } ?? 1
    let job = PixelJob(
      format: header.format.pixelCode ?? 0, orientation: Int32(orientation), count: bytes.count)
    let deadline = SuspendingClock.now + options.timeLimit
    let answer: PixelProcess.Answer?
    do throws(PixelSocket.Failure) {
      answer = try process.answer(to: job, bytes, before: deadline) { reply in
        reply.checked(
          formats: recipe.encoding.formats(for: header.format), pixels: options.limits.pixels)
      }
    } catch {
      let end = end()
      if processes.isStopped { throw .stopped }
      throw error == .timedOut ? .timedOut(options.timeLimit) : .crashed(end)
    }
    if let answer { return answer }
    end()
    throw .crashed(.invalidReply)
  }
}
