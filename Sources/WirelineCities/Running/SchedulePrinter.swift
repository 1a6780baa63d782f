internal import Glibc
internal import WirelineCore
internal import WirelineRequests

/// Prints the configuration of cron or systemd that repeats a command line: `--print-cron` and
/// `--print-systemd`.
struct SchedulePrinter {
  let arguments: SyncArguments
  let paths: SyncPaths
  let context: ToolContext

  /// Spreads the requests of many machines that use the same schedule.
  private static let standardJitter = TimeAmount(.seconds(600))

  /// - Parameter text: the source as the user has set it; nil for the default.
  func print(_ source: CitySource, text: String?) throws(UsageError) -> ExitStatus {
    if case .descriptor = source {
      throw UsageError("a schedule cannot read stdin", hint: "give a URL or a file as SOURCE")
    }
    let jitter = arguments.data.jitter ?? Self.standardJitter
    let isCron = arguments.commands.printCron
    let options = repeatedOptions + pathOptions
    var command = [Self.executable] + (options.contains("--verbose") ? [] : ["-q"]) + options
    // The timer of systemd has its own delay.
    if isCron { command += ["--jitter", jitter.text] }
    if let operand = operand(source, text) { command.append(operand) }
    let schedule = SyncSchedule(
      command: command, delay: jitter.duration,
      usesTemporaryFolder: (paths.all + command).contains(where: Self.isTemporary))
    return PrintedText.print(
      isCron ? schedule.cron(minute: Int.random(in: 0..<60)) : schedule.systemd, context)
  }

  /// The options of the command line and of variables, because a schedule runs without these
  /// variables.
  private var repeatedOptions: [String] {
    let given = context.given + context.givenByVariables
    for option in given where option.isSecret {
      context.diagnostics.warning(
        "omitting --\(option.name): it contains a secret, and command lines are visible to all"
          + " users; set it in the configuration file")
    }
    let replaced = (arguments.commands.all + [arguments.data.$jitter]).map(\.name) + ["quiet"]
    return given.filter { !$0.isSecret && !replaced.contains($0.name) }.flatMap(\.words)
  }

  /// The options for paths that only `XDG_DATA_HOME` determines here.
  private var pathOptions: [String] {
    let standard = Directories { $0 == "XDG_DATA_HOME" ? nil : context.environment[$0] }
    func words(_ file: CityDataFile, given: String?, path: String?) -> [String] {
      guard given == nil, let path, path != (try? standard.path(.data, file.rawValue)) else {
        return []
      }
      return ["--\(file.option)", path]
    }
    let files = arguments.files
    return words(.database, given: files.database, path: paths.database)
      + words(.favorites, given: files.favoritesFile, path: paths.favorites)
  }

  /// Returns the source as an operand; nil for the default source and for one with a secret.
  /// Redacting the secret would make it a different source, which would override the one in the
  /// configuration file.
  private func operand(_ source: CitySource, _ text: String?) -> String? {
    guard let text else { return nil }
    guard case .url(let url) = source else { return WorkingDirectory.absolute(text) }
    if url.userInformation == nil, Secrets.redacted(url) == url { return text }
    context.diagnostics.warning(
      "omitting the source: it contains a secret, and command lines are visible to all users;"
        + " set it in the configuration file, as \"source\" of \"cities-sync\"")
    return nil
  }

  private static func isTemporary(_ path: String) -> Bool {
    ["/tmp/", "/var/tmp/"].contains { path.hasPrefix($0) }
  }

  private static var executable: String {
    var path = [CChar](repeating: 0, count: Int(PATH_MAX))
    let count = readlink("/proc/self/exe", &path, path.count - 1)
    guard count > 0 else { return "cities-sync" }
    return String(decoding: path[..<count].map { UInt8(bitPattern: $0) }, as: UTF8.self)
  }
}
