internal import CStart
internal import Glibc

extension ParsableTool {
  /// Runs the executable.
  ///
  /// Never async: an async main ends in `pthread_exit`, which costs 33 ms in a static executable.
  package static func main() {
    if CommandLine.argc == 2, CommandLine.arguments[1] == "--version" { printVersionAndExit() }
    StandardStreams.occupyClosed()
    if let message = DescriptorLimit.raise() { refuse(message, .usage) }
    // execve(2) of nothing, not even a name: what was asked for is not known.
    if CommandLine.arguments.isEmpty { refuse("the command line is empty", .usage) }
    if let place = firstArgumentNotUTF8 {
      refuse("argument \(place) is not UTF-8", .usage)
    }
    signal(SIGPIPE, SIG_IGN)
    // Beyond `ulimit -f` a write fails with EFBIG instead.
    signal(SIGXFSZ, SIG_IGN)
    ShutdownSignal.listen()
    let status = start(
      Array(CommandLine.arguments.dropFirst()), environment: .process, streams: .process,
      shutdown: .process)
    end_process(status.rawValue)
  }

  /// Its number, the first being 1. Swift would put other letters into it, and another file would
  /// be meant.
  private static var firstArgumentNotUTF8: Int? {
    guard CommandLine.arguments.contains(where: { $0.unicodeScalars.contains("\u{FFFD}") }) else {
      return nil
    }
    return (1..<max(1, Int(CommandLine.argc))).first { index in
      CommandLine.unsafeArgv[index].map { String(validatingCString: $0) == nil } ?? false
    }
  }

  /// Says why nothing can begin at all.
  private static func refuse(_ message: String, _ status: ExitStatus) -> Never {
    _ = DescriptorOutput.write(Array("\(toolName): error: \(message)\n".utf8), to: 2)
    end_process(status.rawValue)
  }

  /// The way past everything else.
  private static func printVersionAndExit() -> Never {
    let isWritten = DescriptorOutput.write(
      Array("\(ToolVersion.text(tool: toolName))\n".utf8), to: 1)
    end_process(isWritten ? ExitStatus.success.rawValue : ExitStatus.cannotWrite.rawValue)
  }
}
