import Glibc
package import Testing

/// A running tool that the test writes to, reads from and signals.
package final class LiveTool: Sendable {
  private struct Ends: Sendable {
    var input: Int32?
    var output: Int32?
    var unread: [UInt8] = []
  }

  private let command: String
  /// Retained to keep the directory while the tool runs.
  package let sandbox: Sandbox
  private let child: ChildProcess
  private let started = ContinuousClock.now
  private let messages: OutputReader
  private let ends: Monitor<Ends>

  init(
    command: String, sandbox: Sandbox, child: ChildProcess, input: Int32?, output: Int32?,
    messages: OutputReader
  ) {
    self.command = command
    self.sandbox = sandbox
    self.child = child
    self.messages = messages
    ends = Monitor(Ends(input: input, output: output))
  }

  deinit {
    child.killGroup()
    closeInput()
    closeOutput()
  }

  package var processIdentifier: Int32 { child.identifier }

  /// Writes text to the tool; blocks while the pipe is full.
  ///
  /// - Returns: false if the tool has closed its input.
  @discardableResult
  package func write(_ text: String) -> Bool {
    guard let input = ends.withLock({ $0.input }) else { return false }
    return Descriptor.write(input, Array(text.utf8))
  }

  /// Writes copies of `text` until the pipe stays full for `timeout`, or after `limit` bytes.
  ///
  /// - Returns: the number of bytes written, including those in the full pipe.
  package func writeUntilBlocked(
    _ text: String, limit: Int, timeout: Duration = .milliseconds(500)
  ) -> Int {
    guard let input = ends.withLock({ $0.input }) else { return 0 }
    let bytes = Array(text.utf8)
    var written = 0
    // poll(2) calls a pipe writable when PIPE_BUF (4096) bytes fit, so no such write blocks.
    let copies = [UInt8]([[UInt8]](repeating: bytes, count: max(1, 4096 / bytes.count)).joined())
    while written < limit {
      let readiness = Descriptor.wait(input, for: POLLOUT, within: timeout)
      guard readiness == .ready, Descriptor.write(input, copies) else { break }
      written += copies.count
    }
    return written
  }

  package func closeInput() {
    ends.withLock {
      if let input = $0.input { close(input) }
      $0.input = nil
    }
  }

  /// Closes the reading end of the tool's output.
  package func closeOutput() {
    ends.withLock {
      if let output = $0.output { close(output) }
      $0.output = nil
    }
  }

  /// The next line of output, without its line feed.
  ///
  /// - Returns: nil at the end of output, or without a complete line after `limit`.
  package func readLine(within limit: Duration = .limit) -> String? {
    // Searches each byte only once: long lines arrive in many pieces.
    var seen = 0
    return read(within: limit) { unread in
      guard let end = unread.lineFeed(from: seen) else {
        seen = unread.count
        return nil
      }
      defer { unread.removeFirst(end + 1) }
      return String(decoding: unread[..<end], as: UTF8.self)
    }
  }

  /// Reads output until it contains a text.
  ///
  /// - Returns: the output, which does not contain the text after a timeout.
  package func readText(until wanted: String) -> String {
    var text = ""
    _ = read(within: .limit) { unread in
      text = String(decoding: unread, as: UTF8.self)
      return text.contains(wanted) ? true : nil
    }
    ends.withLock { $0.unread = [] }
    return text
  }

  /// Reads output until `take` returns a value for the unread bytes.
  private func read<Value>(within limit: Duration, _ take: (inout [UInt8]) -> Value?) -> Value? {
    let deadline = ContinuousClock.now + limit
    return ends.withLock { ends in
      while true {
        if let value = take(&ends.unread) { return value }
        let left = max(.zero, ContinuousClock.now.duration(to: deadline))
        guard let output = ends.output, Descriptor.wait(output, within: left) == .ready else {
          return nil
        }
        let chunk = Descriptor.read(output)
        if chunk.isEmpty { return nil }
        ends.unread += chunk
      }
    }
  }

  package func send(_ signal: Int32) { child.send(signal) }

  /// Sends a signal repeatedly until the tool exits, because the kernel merges pending signals.
  ///
  /// - Returns: false if it is still running after `limit`.
  package func sendUntilEnd(_ signal: Int32, within limit: Duration = .limit) -> Bool {
    let deadline = ContinuousClock.now + limit
    while ContinuousClock.now < deadline {
      child.send(signal)
      if child.wait(within: .milliseconds(50)) != nil { return true }
    }
    return false
  }

  /// The content of `/proc/PID/cmdline`, which all users can read.
  package var commandLine: [UInt8] { procFile("cmdline") }

  /// The number of open descriptors; 0 after the tool has exited.
  package var descriptorCount: Int { entries("fd").count }

  /// Waits until the tool has opened a file with this name.
  ///
  /// - Returns: false after a timeout.
  package func waitUntilOpen(_ name: String) -> Bool {
    waitWhileRunning { openFiles.contains { $0.hasSuffix("/\(name)") } }
  }

  /// Waits until the tool has installed a handler for a signal, which would end it otherwise.
  ///
  /// - Returns: false after a timeout.
  package func waitUntilCaught(_ signal: Int32) -> Bool {
    waitWhileRunning {
      let caught = String(decoding: procFile("status"), as: UTF8.self).split(separator: "\n")
        .first { $0.hasPrefix("SigCgt:") }.flatMap { UInt64($0.suffix(16), radix: 16) }
      return caught.map { $0 >> UInt64(signal - 1) & 1 == 1 } ?? false
    }
  }

  private func waitWhileRunning(for condition: () -> Bool) -> Bool {
    let deadline = ContinuousClock.now + .limit
    while ContinuousClock.now < deadline {
      if condition() { return true }
      if child.wait(within: .milliseconds(2)) != nil { return false }
    }
    return false
  }

  /// Waits until all threads sleep, so that only a timer or another process can wake one.
  ///
  /// - Returns: false after a timeout.
  package func waitUntilIdle() -> Bool {
    becomesTrue {
      // If no thread ran between two samples, all threads slept at the same time.
      guard let first = sleepingThreads else { return false }
      return first == sleepingThreads
    }
  }

  /// The context switches of each thread; nil if a thread is running.
  private var sleepingThreads: [String: [String]]? {
    var threads: [String: [String]] = [:]
    for thread in entries("task") {
      let status = String(decoding: procFile("task/\(thread)/status"), as: UTF8.self)
        .split(separator: "\n").map(String.init)
      guard status.contains(where: { $0.hasPrefix("State:\tS") }) else { return nil }
      threads[thread] = status.filter { $0.contains("ctxt_switches") }
    }
    return threads.isEmpty ? nil : threads
  }

  private var procFolder: String { "/proc/\(child.identifier)" }

  private func entries(_ folder: String) -> [String] {
    TemporaryDirectory.entries(of: "\(procFolder)/\(folder)")
  }

  private var openFiles: [String] {
    entries("fd").compactMap { Project.linkTarget("\(procFolder)/fd/\($0)") }
  }

  private func procFile(_ name: String) -> [UInt8] {
    (try? Descriptor.contents(of: "\(procFolder)/\(name)")) ?? []
  }

  /// Closes the input, reads the remaining output, and waits for the tool to exit.
  package func finish(
    as output: ToolOutput = .collected, sourceLocation: SourceLocation = #_sourceLocation
  ) throws -> ToolResult {
    closeInput()
    return try wait(as: output, sourceLocation: sourceLocation)
  }

  /// Like `finish`, but leaves the input open.
  ///
  /// - Parameter limit: the time after which the tool is killed and the test fails.
  package func wait(
    within limit: Duration = .limit, as output: ToolOutput = .collected,
    sourceLocation: SourceLocation = #_sourceLocation
  ) throws -> ToolResult {
    let rest = try readRest(as: output)
    var process = child.wait(within: limit)
    let timedOut = process == nil
    if timedOut {
      child.killGroup()
      process = child.wait()
    }
    guard let process else { throw SystemError("kill \(command)", code: ETIMEDOUT) }
    let collected = rest?.finish() ?? OutputReader.Collected()
    let result = ToolResult(
      command: command, ending: process, timedOut: timedOut, stdout: collected.bytes,
      stderr: messages.finish().bytes, stdoutBytes: collected.total,
      stdoutLines: collected.lines, elapsed: started.duration(to: .now))
    if timedOut {
      Issue.record("still running after \(limit)\n\(result.story)", sourceLocation: sourceLocation)
    }
    return result
  }

  private func readRest(as output: ToolOutput) throws -> OutputReader? {
    let (descriptor, unread) = ends.withLock { ends in
      defer { (ends.output, ends.unread) = (nil, []) }
      return (ends.output, ends.unread)
    }
    guard let descriptor else { return nil }
    return try OutputReader(descriptor, as: output, after: unread)
  }
}

extension [UInt8] {
  var lineFeedCount: Int {
    var (count, start) = (0, 0)
    while let end = lineFeed(from: start) { (count, start) = (count + 1, end + 1) }
    return count
  }

  /// The index of the first line feed at or after `start`. A loop would take seconds for the output
  /// of some tests, which are not optimized.
  fileprivate func lineFeed(from start: Int) -> Int? {
    withUnsafeBytes { bytes in
      guard let base = bytes.baseAddress, start < bytes.count,
        let found = memchr(base + start, 0x0A, bytes.count - start)
      else { return nil }
      return found - UnsafeMutableRawPointer(mutating: base)
    }
  }
}
