import Glibc
import WirelineCities
import WirelineCore

/// What is asked for in the place of a sync.
struct SyncQuestions: Sendable {
  @Flag("status", "print how things are, and ask nobody") var status: Bool
  @Flag("rollback", "go back to the database of before, or forth again") var rollback: Bool
  @Flag("print-cron", "print a line for crontab") var printCron: Bool
  @Flag("print-systemd", "print a service and a timer for systemd") var printSystemd: Bool

  var all: [OptionDeclaration] { [$status, $rollback, $printCron, $printSystemd] }

  var isAny: Bool { status || rollback || printCron || printSystemd }

  var isSchedule: Bool { printCron || printSystemd }

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
