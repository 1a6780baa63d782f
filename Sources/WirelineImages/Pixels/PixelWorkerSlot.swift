internal import CStart
internal import WirelineCore

struct PixelWorkerOptions: Sendable {
  var count = Int(available_processors())
  var limits = PixelLimits()
  var maximumSourceBytes = 256 << 20
  /// For one image.
  var timeLimit = Duration.seconds(60)
  /// For the start of a worker.
  var startLimit = Duration.seconds(60)
  /// Replaced in tests.
  var program = PixelProcesses.Program()

  var tooManyBytes: PixelFailure { .tooLarge("more than \(maximumSourceBytes) bytes") }
}

/// The worker of one thread. It is started for the first image, and replaced after a failure.
struct PixelWorkerSlot {
  private let processes: PixelProcesses
  private let recipe: PixelRecipe
  private let options: PixelWorkerOptions
  private var current: PixelProcess?

  /// Half of `PixelLimits.seconds`, so that an image reaches its time limit first.
  private static let maximumWorkerTime = 150 * 1_000_000_000

  init(_ processes: PixelProcesses, _ recipe: PixelRecipe, _ options: PixelWorkerOptions) {
    self.processes = processes
    self.recipe = recipe
    self.options = options
  }

  /// Processes an image. If its worker is killed from outside, a new worker processes it once more.
  /// A worker that crashes fails the image, which may be hostile.
  mutating func process(
    _ bytes: [UInt8], _ format: ImageFormat, _ orientation: Int32
  ) throws(PixelFailure) -> ProcessedImage {
    if bytes.count > options.maximumSourceBytes { throw options.tooManyBytes }
    do throws(PixelFailure) {
      return try attempt(bytes, format, orientation)
    } catch {
      guard case .crashed(let end) = error, end.isKilled else { throw error }
      return try attempt(bytes, format, orientation)
    }
  }

  private mutating func attempt(
    _ bytes: [UInt8], _ format: ImageFormat, _ orientation: Int32
  ) throws(PixelFailure) -> ProcessedImage {
    // It was killed since its last image.
    if let current, !current.socket.isQuiet { end() }
    let process: PixelProcess
    if let current {
      process = current
    } else {
      process = try processes.start(
        PixelSettings(recipe, options.limits), within: options.startLimit)
      current = process
    }
    let answer = try answer(process, bytes, format, orientation)
    if answer.reply.totalTime >= Self.maximumWorkerTime { end() }
    return try image(answer)
  }

  @discardableResult
  mutating func end() -> PixelWorkerEnd {
    guard let process = current else { return .unknown }
    current = nil
    return processes.end(process)
  }

  private mutating func answer(
    _ process: PixelProcess, _ bytes: [UInt8], _ format: ImageFormat, _ orientation: Int32
  ) throws(PixelFailure) -> PixelProcess.Answer {
    let job = PixelJob(
      format: format.pixelCode ?? 0, orientation: Self.orientation(of: bytes, orientation),
      count: bytes.count)
    let deadline = SuspendingClock.now + options.timeLimit
    let answer: PixelProcess.Answer?
    do throws(PixelSocket.Failure) {
      answer = try process.answer(to: job, bytes, before: deadline) { reply in
        reply.checked(
          formats: recipe.encoding.formats(for: format), pixels: options.limits.pixels)
      }
    } catch {
      let end = end()
      if processes.isStopped { throw .stopped }
      throw error == .timedOut ? .timedOut(options.timeLimit) : .crashed(end)
    }
    if let answer, Self.isIntact(answer) { return answer }
    end()
    throw .crashed(.invalidReply)
  }

  /// The Exif data of a WebP, and often of a PNG, follows the pixels; the header of a large image
  /// was parsed without it.
  private static func orientation(of bytes: [UInt8], _ known: Int32) -> Int32 {
    guard known == 1, bytes.count > ImageHeader.maximumBytes else { return known }
    return Int32(ImageHeader(bytes[...])?.orientation ?? 1)
  }

  /// Whether the bytes are an image of the format and size that the reply specifies.
  private static func isIntact(_ answer: PixelProcess.Answer) -> Bool {
    guard let format = answer.checked.format else { return true }
    let header = ImageHeader(answer.bytes[...])
    return header?.format == format && header?.width == answer.checked.width
      && header?.height == answer.checked.height
  }

  private func image(_ answer: PixelProcess.Answer) throws(PixelFailure) -> ProcessedImage {
    let (reply, checked) = (answer.reply, answer.checked)
    if let format = checked.format {
      return ProcessedImage(
        bytes: answer.bytes, format: format, width: checked.width, height: checked.height,
        isFirstFrame: reply.isFirstFrame != 0)
    }
    throw PixelFailure(checked, answer.message, limits: options.limits)
  }
}
