internal import CPixels
internal import CStart
internal import Glibc
internal import WirelineCore

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
    guard let settings: PixelSettings = receive() else { _exit(2) }
    let processor = PixelProcessor(settings.recipe, settings.limits)
    processor.rehearse()
    let limits = settings.limits
    let code = pixels_confine(limits.memory, limits.seconds, limits.isConfined ? 1 : 0)
    guard send(PixelHello(code)), code == 0 else { _exit(1) }
    while let job: PixelJob = receive() {
      guard job.count >= 0, answer(job, processor) else { break }
    }
    // Not `end_process`: builds with coverage would open a file there.
    _exit(0)
  }

  /// - Returns: false if the tool has exited, or if the image does not fit into memory.
  private static func answer(_ job: PixelJob, _ processor: PixelProcessor) -> Bool {
    // Not an array, because a failed allocation of an array ends the process.
    guard let bytes = malloc(max(1, job.count)),
      receive(UnsafeMutableRawBufferPointer(start: bytes, count: job.count))
    else { return false }
    let input = UnsafeBufferPointer(
      start: bytes.assumingMemoryBound(to: UInt8.self), count: job.count)
    let (reply, output) = processor.process(job, input)
    free(bytes)
    defer { free(output.bytes) }
    return send(reply)
      && send(UnsafeRawBufferPointer(start: processor.message, count: Int(reply.messageCount)))
      && send(UnsafeRawBufferPointer(start: output.bytes, count: output.count))
  }
}

// MARK: Messages

// Without errors: they mean that the tool has exited.
extension PixelWorker {
  private static func receive<Message: BitwiseCopyable>() -> Message? {
    withUnsafeTemporaryAllocation(of: Message.self, capacity: 1) { space in
      receive(UnsafeMutableRawBufferPointer(space)) ? space[0] : nil
    }
  }

  /// Fills the buffer.
  private static func receive(_ space: UnsafeMutableRawBufferPointer) -> Bool {
    (try? FileBytes.read(STDIN_FILENO, "", at: nil, into: space)) == space.count
  }

  private static func send(_ message: some BitwiseCopyable) -> Bool {
    var message = message
    return withUnsafeMutablePointer(to: &message) { start in
      // Whole strides, which the other side reads.
      send(UnsafeRawBufferPointer(UnsafeBufferPointer(start: start, count: 1)))
    }
  }

  private static func send(_ bytes: UnsafeRawBufferPointer) -> Bool {
    (try? FileBytes.write(bytes, to: STDOUT_FILENO, path: "")) != nil
  }
}
