import ArgumentParser
import Glibc
import WirelineCities
import WirelineCore

/// What is asked for in the place of a sync.
struct SyncQuestions: DeclaredOptions {
  @Flag(Self.status) var status: Bool
  @Flag(Self.rollback) var rollback: Bool
  @Flag(Self.printCron) var printCron: Bool
  @Flag(Self.printSystemd) var printSystemd: Bool

  static let declarations = [status, rollback, printCron, printSystemd]

  static let status = OptionDeclaration(
    "status", .flag(inverse: nil), "print how things are, and ask nobody", isConfigurable: false)
  static let rollback = OptionDeclaration(
    "rollback", .flag(inverse: nil), "go back to the database of before, or forth again",
    isConfigurable: false)
  static let printCron = OptionDeclaration(
    "print-cron", .flag(inverse: nil), "print a line for crontab", isConfigurable: false)
  static let printSystemd = OptionDeclaration(
    "print-systemd", .flag(inverse: nil), "print a service and a timer for systemd",
    isConfigurable: false)

  func check() throws(UsageError) {
    guard [status, rollback, printCron, printSystemd].count(where: { $0 }) <= 1 else {
      throw UsageError("--status, --rollback, --print-cron and --print-systemd exclude each other")
    }
  }

  var isAny: Bool { status || rollback || printCron || printSystemd }

  var isSchedule: Bool { printCron || printSystemd }

  /// What a scheduled run is not told: questions, and what the schedule says in its own way.
  static func isOwn(_ option: String) -> Bool {
    (declarations + [SyncOptions.jitter]).contains { $0.name == option } || option == "quiet"
  }

  /// The line or the units.
  ///
  /// - Parameters:
  ///   - options: the words of the others.
  ///   - place: the source; nil where it comes from the settings.
  ///   - jitter: nil where nobody says: ten minutes.
  func schedule(_ options: [String], place: String?, jitter: TimeAmount?) -> String {
    let jitter = jitter ?? TimeAmount(.seconds(600))
    let level = options.contains("--verbose") ? [] : ["-q"]
    let command =
      [Self.executable] + level + options + (printCron ? ["--jitter", jitter.text] : [])
      + [place].compactMap { $0 }
    let schedule = SyncSchedule(command: command, delay: jitter.duration)
    return printCron ? schedule.cron(minute: Int.random(in: 0..<60)) : schedule.systemd
  }

  /// Where this executable lies.
  private static var executable: String {
    var path = [CChar](repeating: 0, count: Int(PATH_MAX))
    let count = readlink("/proc/self/exe", &path, path.count - 1)
    guard count > 0 else { return "cities-sync" }
    return String(decoding: path[..<count].map { UInt8(bitPattern: $0) }, as: UTF8.self)
  }
}
