internal import CPixels
internal import Glibc

/// Processes images in a worker, with C libraries that decode hostile files.
struct PixelProcessor {
  private struct Stop: Error {
    let status: Int32

    init(_ status: PixelStatus) { self.status = status.rawValue }
    init(code: Int32) { status = code }
  }

  /// The state of one job.
  private struct Work {
    var picture = pixels_picture()
    var output = pixels_buffer()
    var reply = PixelReply()
  }

  private var recipe: PixelRecipe
  private let limits: PixelLimits
  /// The reason of a failure, `PixelReply.maximumMessage` bytes.
  let message: UnsafeMutablePointer<CChar>

  init(_ recipe: PixelRecipe, _ limits: PixelLimits) {
    self.recipe = recipe
    self.limits = limits
    // Never freed: the worker needs it until its end.
    message = .allocate(capacity: PixelReply.maximumMessage)
    message.initialize(repeating: 0, count: PixelReply.maximumMessage)
  }

  /// - Returns: the result, whose output the caller frees.
  func process(
    _ job: PixelJob, _ bytes: UnsafeBufferPointer<UInt8>
  ) -> (reply: PixelReply, output: pixels_buffer) {
    var work = Work()
    defer { pixels_release(&work.picture) }
    message[0] = 0
    do throws(Stop) {
      try process(job, bytes, in: &work)
    } catch {
      work.reply.status = error.status
      work.reply.messageCount = Int32(strnlen(message, PixelReply.maximumMessage))
    }
    work.reply.totalTime = Self.time()
    return (work.reply, work.output)
  }

  private func process(
    _ job: PixelJob, _ bytes: UnsafeBufferPointer<UInt8>, in work: inout Work
  ) throws(Stop) {
    guard let format = ImageFormat(pixelCode: job.format) else { throw Stop(.unsupported) }
    let formats = recipe.encoding.formats(for: format)
    try decode(bytes, of: job, acceptsYCC: acceptsYCC(formats), to: &work.picture)
    try transform(&work, orientation: job.orientation)
    try encode(&work, as: formats)
  }

  /// Without a conversion to RGB, a JPEG keeps its colours exactly, and is processed faster.
  private func acceptsYCC(_ formats: [ImageFormat]) -> Bool {
    formats == [.jpeg] && recipe.corners == .square
  }

  /// Nanoseconds of processor time of this process, which has one thread. RLIMIT_CPU makes the
  /// clock of the process coarse, as the kernel then updates it once per tick.
  private static func time() -> Int {
    var time = timespec()
    clock_gettime(CLOCK_THREAD_CPUTIME_ID, &time)
    return time.tv_sec * 1_000_000_000 + time.tv_nsec
  }

  private func check(_ code: Int32) throws(Stop) {
    if code != PIXELS_OK { throw Stop(code: code) }
  }
}

// MARK: Steps

extension PixelProcessor {
  private func decode(
    _ bytes: UnsafeBufferPointer<UInt8>, of job: PixelJob, acceptsYCC: Bool,
    to picture: inout pixels_picture
  ) throws(Stop) {
    var limits = pixels_limits(pixels: Int64(self.limits.pixels), scans: self.limits.scans)
    var request = pixels_request(
      least_width: 0, least_height: 0, accepts_ycc: acceptsYCC ? 1 : 0,
      accepts_damage: self.limits.acceptsDamage ? 1 : 0)
    // The other decoders cannot scale.
    if job.format == ImageFormat.jpeg.pixelCode,
      let header = ImageHeader(Array(bytes.prefix(ImageHeader.maximumBytes))[...]),
      let width = header.width, let height = header.height
    {
      let least = recipe.leastSize(
        width: width, height: height, orientation: Int(job.orientation))
      request.least_width = Int32(clamping: least.width)
      request.least_height = Int32(clamping: least.height)
    }
    try check(
      pixels_decode(
        job.format, bytes.baseAddress, bytes.count, &limits, &request, &picture, message))
  }

  private func transform(_ work: inout Work, orientation: Int32) throws(Stop) {
    let isTurned = (5...8).contains(orientation)
    let width = Int(isTurned ? work.picture.full_height : work.picture.full_width)
    let height = Int(isTurned ? work.picture.full_width : work.picture.full_height)
    // Before the plan, whose rectangles refer to the upright image.
    if (2...8).contains(orientation) { try check(pixels_orient(&work.picture, orientation)) }
    guard let plan = recipe.plan(width: width, height: height) else {
      (work.reply.width, work.reply.height) = (Int32(width), Int32(height))
      throw Stop(.cropOutside)
    }
    let side = PixelLimits.maximumSide
    guard plan.canvasWidth <= side, plan.canvasHeight <= side,
      plan.canvasWidth * plan.canvasHeight <= limits.pixels
    else { throw Stop(.tooLarge) }
    try scale(&work.picture, plan, originalWidth: width, originalHeight: height)
    let (canvasWidth, canvasHeight) = (Int32(plan.canvasWidth), Int32(plan.canvasHeight))
    if (work.picture.width, work.picture.height) != (canvasWidth, canvasHeight) {
      try check(pixels_pad(&work.picture, canvasWidth, canvasHeight))
    }
    if let radius = plan.radius { try check(pixels_round(&work.picture, radius)) }
  }

  private func scale(
    _ picture: inout pixels_picture, _ plan: PixelPlan, originalWidth: Int, originalHeight: Int
  ) throws(Stop) {
    let width = Double(picture.width)
    let height = Double(picture.height)
    // Below 1 after scaled decoding.
    let horizontal = width / Double(originalWidth)
    let vertical = height / Double(originalHeight)
    let x = plan.source.x * horizontal
    let y = plan.source.y * vertical
    let sourceWidth = min(plan.source.width * horizontal, width - x)
    let sourceHeight = min(plan.source.height * vertical, height - y)
    let size = (Int32(plan.width), Int32(plan.height))
    // A filter without scaling would only add rounding errors.
    if size == (picture.width, picture.height), (sourceWidth, sourceHeight) == (width, height) {
      return
    }
    try check(pixels_scale(&picture, x, y, sourceWidth, sourceHeight, size.0, size.1))
  }

  private func encode(_ work: inout Work, as formats: [ImageFormat]) throws(Stop) {
    for format in formats {
      free(work.output.bytes)
      let quality = Int32(recipe.encoding.quality(of: format))
      try check(
        pixels_encode(format.pixelCode ?? 0, quality, &work.picture, &work.output, message))
      work.reply.format = format.pixelCode ?? 0
      // The last format is kept whatever its size is.
      if work.output.count <= PixelEncoding.adaptiveBytes { break }
    }
    (work.reply.width, work.reply.height) = (work.picture.width, work.picture.height)
    work.reply.flags = work.picture.flags
    work.reply.count = work.output.count
  }
}

// MARK: Rehearsal

extension PixelProcessor {
  /// Processes an image of each format, before system calls are filtered: libraries and the Swift
  /// runtime initialize themselves at the first use, which may need a call that is not permitted.
  func rehearse() {
    var processor = self
    processor.recipe = PixelRecipe()
    processor.recipe.box = try? PixelBox(parsing: "8x6")
    processor.recipe.mode = .fill
    processor.recipe.upscales = true
    for encoding in [PixelEncoding.jpeg(quality: 80), .png, .webp(quality: 75)] {
      processor.recipe.encoding = encoding
      for corners in [PixelRecipe.Corners.square, .round(radius: 2)] {
        processor.recipe.corners = corners
        processor.rehearse(from: Self.sampleGIF)
      }
    }
  }

  /// Processes a GIF, and its result.
  private func rehearse(from gif: [UInt8]) {
    let (reply, first) = gif.withUnsafeBufferPointer { bytes in
      process(PixelJob(format: Int32(PIXELS_GIF), orientation: 1, count: bytes.count), bytes)
    }
    let bytes = UnsafeBufferPointer(start: UnsafePointer(first.bytes), count: first.count)
    let job = PixelJob(format: reply.format, orientation: 6, count: bytes.count)
    free(process(job, bytes).output.bytes)
    free(first.bytes)
  }

  /// 1 × 1 pixel.
  private static var sampleGIF: [UInt8] {
    Array("GIF89a".utf8) + [
      1, 0, 1, 0, 0x80, 0, 0, 0, 0, 0, 0xFF, 0xFF, 0xFF, 0x2C, 0, 0, 0, 0, 1, 0, 1, 0, 0, 2, 1,
      0x4C, 0, 0x3B,
    ]
  }
}
