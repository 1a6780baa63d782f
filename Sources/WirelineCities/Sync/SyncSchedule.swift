internal import WirelineCore

/// The configuration of cron or systemd that runs a sync regularly.
struct SyncSchedule: Sendable {
  let command: [String]
  /// The maximum random delay of systemd, in whole seconds.
  var delay = Duration.seconds(600)
  /// Whether the sync reads or writes below `/tmp`, which `PrivateTmp` would hide.
  var usesTemporaryFolder = false

  /// A line for crontab(5).
  ///
  /// - Parameter minute: 0…59; should differ between machines.
  func cron(minute: Int) -> String {
    // crontab(5) reads % as a line break.
    let words = command.map(ShellWord.quoted).joined(separator: " ")
      .split(separator: "%", omittingEmptySubsequences: false).joined(separator: "\\%")
    return """
      # Queries the source at most once per TTL. Other runs take milliseconds and use no network.
      \(minute) * * * * \(words)

      """
  }

  var units: [(name: String, text: String)] {
    let words = command.map(Self.unitWord).joined(separator: " ")
    let head = """
      [Unit]
      Description=Keep the city database up to date
      Documentation=man:cities-sync(1)

      """
    return [
      (
        "cities-sync.service",
        """
        \(head)
        [Service]
        Type=oneshot
        ExecStart=\(words)
        SuccessExitStatus=75
        NoNewPrivileges=yes
        \(usesTemporaryFolder ? "" : "PrivateTmp=yes\n")
        """
      ),
      (
        "cities-sync.timer",
        """
        \(head)
        [Timer]
        OnCalendar=hourly
        RandomizedDelaySec=\(delay.components.seconds)s
        Persistent=true

        [Install]
        WantedBy=timers.target

        """
      ),
    ]
  }

  var systemd: String {
    units.map { "# ~/.config/systemd/user/\($0.name)\n\($0.text)" }.joined(separator: "\n")
  }

  /// A word quoted for systemd.service(5), which expands `$` and `%`.
  private static func unitWord(_ word: String) -> String {
    var text = ""
    for character in word {
      switch character {
      case "$": text += "$$"
      case "%": text += "%%"
      case "\"", "\\": text += "\\\(character)"
      default: text.append(character)
      }
    }
    let isPlain = word.utf8.allSatisfy {
      "_-./:=,@+~$%".utf8.contains($0) || $0.isASCIIAlphanumeric
    }
    return isPlain && !word.isEmpty ? text : "\"\(text)\""
  }
}
