import Glibc
import TestSupport
import Testing

/// Runs the unmodified `req` under strace(1), which makes a system call fail or kills the process
/// at one.
struct SyscallTorture {
  /// The task of `req`.
  enum Task: String, CaseIterable, Sendable { case download, cache, stream }

  /// Whether strace(1) may trace other processes.
  static let isPossible: Bool = {
    guard access("/usr/bin/strace", X_OK) == 0, let sandbox = try? Sandbox() else { return false }
    let options = trace("write") + ["-e", "inject=write:error=EIO:when=99", "/bin/true"]
    return (try? Tool(path: "/usr/bin/strace", in: sandbox).run(options))?.exit == 0
  }()
  static let needsRight = "needs permission to trace processes"

  /// Long enough for a separate file in the cache, and for several writes.
  static let body = String(repeating: "0123456789abcdef", count: 12_000)

  let task: Task
  let sandbox: Sandbox
  let server: LoopbackServer

  init(_ task: Task, sourceLocation: SourceLocation = #_sourceLocation) throws {
    self.task = task
    sandbox = try Sandbox()
    server = try LoopbackServer(sourceLocation: sourceLocation) { _ in
      .ok(Self.body, headers: ["Cache-Control": "max-age=600"])
    }
  }

  private var arguments: [String] {
    switch task {
    case .download: ["--retry", "0", "-o", "out", server.url("/")]
    case .cache: ["--retry", "0", "--cache", server.url("/")]
    case .stream: ["--retry", "0", "-j", "1"]
    }
  }

  private var input: ToolInput {
    task == .stream ? .lines((1...3).map { server.url("/\($0)") }) : .empty
  }

  private static func trace(_ calls: String) -> [String] {
    ["-f", "--seccomp-bpf", "-qq", "-o", "/dev/null", "-e", "trace=\(calls)"]
  }

  private func trace(_ options: [String]) throws -> ToolResult {
    try Tool(path: "/usr/bin/strace", in: sandbox).run(
      options + ["\(Project.binaries)/req"] + arguments, stdin: input,
      environment: Sandbox.uncounted)
  }

  /// The number of each of these calls in a normal run: the maximum over all threads, since strace
  /// counts per thread.
  func counts(_ calls: [String]) throws -> [String: Int] {
    let list = calls.map { "?\($0)" }.joined(separator: ",")
    _ = try trace(["-f", "-qq", "-o", "log", "-e", "trace=\(list)"])
    var perThread: [String: Int] = [:]
    for line in try sandbox.text("log").split(separator: "\n") where !line.contains("resumed>") {
      let words = line.split(separator: " ", maxSplits: 1)
      guard words.count == 2 else { continue }
      let call = words[1].drop { $0 == " " }.prefix { $0 != "(" }
      perThread["\(words[0]) \(call)", default: 0] += 1
    }
    clean()
    return perThread.reduce(into: [:]) { counts, entry in
      let call = entry.key.split(separator: " ").last.map(String.init) ?? ""
      counts[call] = max(counts[call] ?? 0, entry.value)
    }
  }

  /// Runs `req` with call number `turn` of each thread failing.
  func fail(_ call: String, _ error: String, at turn: Int) throws -> ToolResult {
    try trace(Self.trace("?\(call)") + ["-e", "inject=?\(call):error=\(error):when=\(turn)"])
  }

  /// Runs `req` and kills it at call number `turn`, of one kind or of any.
  func kill(_ call: String = "all", at turn: Int) throws -> ToolResult {
    let optional = call == "all" ? call : "?\(call)"
    return try trace(
      ["-f", "-qq", "-o", "/dev/null", "-e", "trace=\(optional)", "-e"]
        + ["inject=\(optional):signal=KILL:when=\(turn)"])
  }

  /// Removes the files of a run.
  func clean() {
    for file in sandbox.files where file.hasPrefix("work/") { unlink(sandbox.directory.path(file)) }
    _ = try? sandbox.shell("rm -rf \"$XDG_CACHE_HOME/wireline\"")
  }
}
