internal import CPixels
internal import CStart
internal import Glibc

/// The worker mode of the executable: decodes, transforms and encodes images that it receives on
/// descriptor 0 and sends the results on descriptor 1.
///
/// After its first message it can only read, write, allocate memory and exit, and the kernel kills
/// it when the thread that started it ends.
package enum PixelWorker {
  /// The name of the process, which selects the mode.
  static let name = "imgfetch-pixel-worker"

  /// Runs as a worker, and does not return, if the process was started as one.
  package static func runIfRequested() {
    guard CommandLine.argc > 0, let first = CommandLine.unsafeArgv[0], strcmp(first, name) == 0
    else { return }
    run()
  }

  private static func run() -> Never {
    // An image that needs more memory fails alone.
    accept_missing_memory()
    guard let settings: PixelSettings = PixelStream.read(), settings.isCurrent else { _exit(2) }
    let processor = PixelProcessor(settings.recipe, settings.limits)
    processor.rehearse()
    let limits = settings.limits
    let code = pixels_confine(limits.memory, limits.seconds, limits.isConfined ? 1 : 0)
    guard PixelStream.write(PixelHello(code: code)), code == 0 else { _exit(1) }
    while let job: PixelJob = PixelStream.read() {
      guard job.count >= 0, answer(job, processor) else { break }
    }
    // Not `end_process`: builds with coverage would open a file there.
    _exit(0)
  }

  /// - Returns: false if the tool has exited.
  private static func answer(_ job: PixelJob, _ processor: PixelProcessor) -> Bool {
    guard let bytes = malloc(max(1, job.count)) else {
      return PixelStream.skip(job.count) && PixelStream.write(PixelReply(status: .noMemory))
    }
    guard PixelStream.read(UnsafeMutableRawBufferPointer(start: bytes, count: job.count)) else {
      return false
    }
    var output = pixels_buffer()
    let input = UnsafeBufferPointer(
      start: bytes.assumingMemoryBound(to: UInt8.self), count: job.count)
    let reply = processor.process(job, input, &output)
    free(bytes)
    defer { free(output.bytes) }
    return PixelStream.write(reply)
      && PixelStream.write(
        UnsafeRawBufferPointer(start: processor.message, count: Int(reply.messageCount)))
      && PixelStream.write(UnsafeRawBufferPointer(start: output.bytes, count: output.count))
  }
}

extension PixelReply {
  init(status: PixelStatus) { self.status = status.rawValue }
}

/// Blocking input and output of a worker. Without errors: they mean that the tool has exited.
private enum PixelStream {
  static func read<Message: BitwiseCopyable>() -> Message? {
    withUnsafeTemporaryAllocation(of: Message.self, capacity: 1) { space in
      read(UnsafeMutableRawBufferPointer(space)) ? space[0] : nil
    }
  }

  /// Fills the buffer.
  static func read(_ space: UnsafeMutableRawBufferPointer) -> Bool {
    var rest = space
    while !rest.isEmpty {
      let count = Glibc.read(STDIN_FILENO, rest.baseAddress, rest.count)
      if count < 0, errno == EINTR { continue }
      guard count > 0 else { return false }
      rest = UnsafeMutableRawBufferPointer(rebasing: rest[count...])
    }
    return true
  }

  static func skip(_ count: Int) -> Bool {
    withUnsafeTemporaryAllocation(byteCount: 64 << 10, alignment: 16) { space in
      var left = count
      while left > 0 {
        let part = UnsafeMutableRawBufferPointer(rebasing: space[..<min(left, space.count)])
        guard read(part) else { return false }
        left -= part.count
      }
      return true
    }
  }

  static func write(_ message: some BitwiseCopyable) -> Bool {
    var message = message
    return withUnsafeMutablePointer(to: &message) { start in
      // Whole strides, which the other side reads.
      write(UnsafeRawBufferPointer(UnsafeBufferPointer(start: start, count: 1)))
    }
  }

  static func write(_ bytes: UnsafeRawBufferPointer) -> Bool {
    var rest = bytes
    while !rest.isEmpty {
      let count = Glibc.write(STDOUT_FILENO, rest.baseAddress, rest.count)
      if count < 0, errno == EINTR { continue }
      guard count > 0 else { return false }
      rest = UnsafeRawBufferPointer(rebasing: rest[count...])
    }
    return true
  }
}
