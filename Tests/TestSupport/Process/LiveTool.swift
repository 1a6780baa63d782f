import Glibc
package import Testing

/// A tool that is running: written to, read from and signalled by the test.
package final class LiveTool: Sendable {
  private struct Ends: Sendable {
    var input: Int32?
    var output: Int32?
    var unread: [UInt8] = []
  }

  private let command: String
  /// Kept, so that the directory stays while the tool runs.
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
  /// - Returns: false if the tool reads no more.
  @discardableResult
  package func write(_ text: String) -> Bool {
    guard let input = ends.withLock({ $0.input }) else { return false }
    return Descriptor.write(input, Array(text.utf8))
  }

  /// Writes copies of `text` until the tool takes no more for `patience`, or `limit` bytes are in.
  ///
  /// - Returns: how many bytes went in: what the tool took, and one full pipe.
  package func writeUntilBlocked(
    _ text: String, limit: Int, patience: Duration = .seconds(1)
  ) -> Int {
    guard let input = ends.withLock({ $0.input }) else { return 0 }
    let bytes = Array(text.utf8)
    var written = 0
    // poll(2) calls a pipe writable when PIPE_BUF (4096) bytes fit, so no such write blocks.
    let copies = [UInt8]([[UInt8]](repeating: bytes, count: max(1, 4096 / bytes.count)).joined())
    while written < limit {
      let readiness = Descriptor.wait(input, for: POLLOUT, within: patience)
      guard readiness == .ready, Descriptor.write(input, copies) else { break }
      written += copies.count
    }
    return written
  }

  /// The tool finds the end of its input.
  package func closeInput() {
    ends.withLock {
      if let input = $0.input { close(input) }
      $0.input = nil
    }
  }

  /// The reader of the tool's output goes.
  package func closeOutput() {
    ends.withLock {
      if let output = $0.output { close(output) }
      $0.output = nil
    }
  }

  /// The next line of output, without its line feed.
  ///
  /// - Returns: nil at the end of output, or if none comes within `limit`.
  package func readLine(within limit: Duration = .seconds(10)) -> String? {
    let deadline = ContinuousClock.now + limit
    return ends.withLock { ends in
      // Lines may be long, and come in many pieces.
      var seen = 0
      while true {
        if let end = ends.unread.lineFeed(from: seen) {
          let line = String(decoding: ends.unread[..<end], as: UTF8.self)
          ends.unread.removeFirst(end + 1)
          return line
        }
        seen = ends.unread.count
        guard let output = ends.output else { return nil }
        let left = ContinuousClock.now.duration(to: deadline)
        guard Descriptor.wait(output, within: max(.zero, left)) == .ready else { return nil }
        let chunk = Descriptor.read(output)
        if chunk.isEmpty { return nil }
        ends.unread += chunk
      }
    }
  }

  /// What comes until a text is among it.
  ///
  /// - Returns: all that was read; without the text if it did not come in time.
  package func readText(until wanted: String, within limit: Duration = .seconds(10)) -> String {
    let deadline = ContinuousClock.now + limit
    return ends.withLock { ends in
      defer { ends.unread = [] }
      while true {
        let text = String(decoding: ends.unread, as: UTF8.self)
        if text.contains(wanted) { return text }
        let left = ContinuousClock.now.duration(to: deadline)
        guard let output = ends.output,
          Descriptor.wait(output, within: max(.zero, left)) == .ready
        else { return text }
        let chunk = Descriptor.read(output)
        if chunk.isEmpty { return text }
        ends.unread += chunk
      }
    }
  }

  /// Sends a signal to the tool.
  package func send(_ signal: Int32) { child.send(signal) }

  /// Sends a signal again and again until the tool has ended: two signals sent at once are one.
  ///
  /// - Returns: false if it still ran after `limit`.
  package func sendUntilEnd(_ signal: Int32, within limit: Duration = .seconds(5)) -> Bool {
    let deadline = ContinuousClock.now + limit
    while ContinuousClock.now < deadline {
      child.send(signal)
      if child.wait(within: .milliseconds(50)) != nil { return true }
    }
    return false
  }

  /// The file `/proc/PID/cmdline`: what everybody on the machine may read.
  package var commandLine: [UInt8] { procFile("cmdline") }

  /// How many descriptors it holds; 0 if it has ended.
  package var descriptorCount: Int { entries("fd").count }

  /// Waits until it has a file of this name open.
  ///
  /// - Returns: false if it was not in time.
  package func waitUntilOpen(_ name: String, within limit: Duration = .seconds(10)) -> Bool {
    let deadline = ContinuousClock.now + limit
    while ContinuousClock.now < deadline {
      if openFiles.contains(where: { $0.hasSuffix("/\(name)") }) { return true }
      if child.wait(within: .milliseconds(2)) != nil { return false }
    }
    return false
  }

  /// Waits until it has a handler for a signal: an earlier one would end it as it
  /// ends any process.
  ///
  /// - Returns: false if it had none in time.
  package func waitUntilCaught(_ signal: Int32, within limit: Duration = .seconds(10)) -> Bool {
    let deadline = ContinuousClock.now + limit
    while ContinuousClock.now < deadline {
      let caught = String(decoding: procFile("status"), as: UTF8.self).split(separator: "\n")
        .first { $0.hasPrefix("SigCgt:") }.flatMap { UInt64($0.suffix(16), radix: 16) }
      if let caught, caught >> UInt64(signal - 1) & 1 == 1 { return true }
      if child.wait(within: .milliseconds(2)) != nil { return false }
    }
    return false
  }

  /// Waits until all of its threads sleep, so that only time or another process can wake one.
  ///
  /// - Returns: false if one was still running after `limit`.
  package func waitUntilIdle(within limit: Duration = .seconds(10)) -> Bool {
    becomesTrue(within: limit) {
      // If no thread ran between two looks, each of them saw all threads at the same moment.
      guard let first = sleepingThreads else { return false }
      return first == sleepingThreads
    }
  }

  /// How often each thread has been switched to, by its number; nil if one of them is running.
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

  /// The names in a folder of its in `/proc`.
  private func entries(_ folder: String) -> [String] {
    guard let folder = opendir("/proc/\(child.identifier)/\(folder)") else { return [] }
    defer { closedir(folder) }
    var names: [String] = []
    while let entry = readdir(folder) {
      let name = withUnsafeBytes(of: entry.pointee.d_name) { bytes in
        String(decoding: bytes.prefix { $0 != 0 }, as: UTF8.self)
      }
      if !name.hasPrefix(".") { names.append(name) }
    }
    return names
  }

  /// The paths of what it has open.
  private var openFiles: [String] {
    var files: [String] = []
    var path = [CChar](repeating: 0, count: 4096)
    for name in entries("fd") {
      let link = "/proc/\(child.identifier)/fd/\(name)"
      let count = readlink(link, &path, path.count)
      if count > 0 {
        files.append(String(decoding: path[..<count].map { UInt8(bitPattern: $0) }, as: UTF8.self))
      }
    }
    return files
  }

  private func procFile(_ name: String) -> [UInt8] {
    guard let file = try? Descriptor.open("/proc/\(child.identifier)/\(name)", O_RDONLY) else {
      return []
    }
    defer { close(file) }
    return Descriptor.read(file)
  }

  /// Closes the input, takes what is left of the output, and waits for the end.
  ///
  /// - Parameter limit: after this the tool is killed and the test fails.
  package func finish(
    within limit: Duration = .seconds(30), as output: ToolOutput = .collected,
    sourceLocation: SourceLocation = #_sourceLocation
  ) throws -> ToolResult {
    closeInput()
    return try wait(within: limit, as: output, sourceLocation: sourceLocation)
  }

  /// As `finish`, with the input left open.
  package func wait(
    within limit: Duration = .seconds(30), as output: ToolOutput = .collected,
    sourceLocation: SourceLocation = #_sourceLocation
  ) throws -> ToolResult {
    let rest = try takeOutput(as: output)
    var ending = child.wait(within: limit)
    let timedOut = ending == nil
    if timedOut {
      child.killGroup()
      ending = child.wait(within: .seconds(10))
    }
    guard let ending else { throw SystemError("kill \(command)", code: ETIMEDOUT) }
    // What the tool started may outlive it and hold the pipes: that is not waited for.
    let collected = rest?.finish(within: .seconds(5)) ?? OutputReader.Collected()
    let result = ToolResult(
      command: command, ending: ending, timedOut: timedOut, stdout: collected.bytes,
      stderr: messages.finish(within: .seconds(5)).bytes, stdoutBytes: collected.total,
      stdoutLines: collected.lines, elapsed: started.duration(to: .now))
    if timedOut {
      Issue.record("still running after \(limit)\n\(result.story)", sourceLocation: sourceLocation)
    }
    return result
  }

  private func takeOutput(as output: ToolOutput) throws -> OutputReader? {
    let (descriptor, unread) = ends.withLock { ends in
      defer { (ends.output, ends.unread) = (nil, []) }
      return (ends.output, ends.unread)
    }
    guard let descriptor else { return nil }
    return try OutputReader(descriptor, as: output, after: unread)
  }
}

extension [UInt8] {
  /// Where the first line feed at `start` or behind it is.
  fileprivate func lineFeed(from start: Int) -> Int? {
    withUnsafeBytes { bytes in
      guard let base = bytes.baseAddress, start < bytes.count,
        let found = memchr(base + start, 0x0A, bytes.count - start)
      else { return nil }
      return found - UnsafeMutableRawPointer(mutating: base)
    }
  }
}
