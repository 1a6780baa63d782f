/// How a machine is told to run a sync again and again, as text that can be put
/// into its place.
package struct SyncSchedule: Sendable {
  /// The command with its arguments, each one word.
  private let command: [String]
  private let delay: Duration

  /// - Parameters:
  ///   - command: the executable's path, and the options that matter.
  ///   - delay: how far systemd may put a start off, that not all machines ask at once; in whole
  ///     seconds.
  package init(command: [String], delay: Duration = .seconds(600)) {
    self.command = command
    self.delay = delay
  }

  /// A line for crontab(5).
  ///
  /// - Parameter minute: 0…59, not the same on all machines.
  package func cron(minute: Int) -> String {
    // In a crontab % is a line break, crontab(5).
    let words = command.map(Self.quoted).joined(separator: " ").replacingPercents
    return """
      # Asks at most once a TTL; every other hour costs a few milliseconds and no network.
      \(minute) * * * * \(words)

      """
  }

  /// The name and the text of the units for systemd.unit(5).
  package var units: [(name: String, text: String)] {
    let words = command.map(Self.unitWord).joined(separator: " ")
    return [
      (
        "cities-sync.service",
        """
        [Unit]
        Description=Keep the city database fresh
        Documentation=man:cities-sync(1)

        [Service]
        Type=oneshot
        ExecStart=\(words)
        SuccessExitStatus=75
        NoNewPrivileges=yes
        PrivateTmp=yes

        """
      ),
      (
        "cities-sync.timer",
        """
        [Unit]
        Description=Keep the city database fresh
        Documentation=man:cities-sync(1)

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

  /// Both units, each behind a comment with its name.
  package var systemd: String {
    units.map { "# ~/.config/systemd/user/\($0.name)\n\($0.text)" }.joined(separator: "\n")
  }

  /// As sh(1) reads it.
  private static func quoted(_ word: String) -> String {
    let isPlain = word.utf8.allSatisfy { byte in
      byte >= 0x80 || "_-./:=,@+~".utf8.contains(byte) || isAlphanumeric(byte)
    }
    if isPlain, !word.isEmpty { return word }
    let parts = word.split(separator: "'", omittingEmptySubsequences: false)
    return "'" + parts.joined(separator: "'\\''") + "'"
  }

  /// As systemd.service(5) reads it: `$` and `%` are its own.
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
    let isPlain = word.utf8.allSatisfy { "_-./:=,@+~$%".utf8.contains($0) || isAlphanumeric($0) }
    return isPlain && !word.isEmpty ? text : "\"\(text)\""
  }

  private static func isAlphanumeric(_ byte: UInt8) -> Bool {
    (0x30...0x39).contains(byte) || (0x41...0x5A).contains(byte) || (0x61...0x7A).contains(byte)
  }
}

extension String {
  fileprivate var replacingPercents: String {
    split(separator: "%", omittingEmptySubsequences: false).joined(separator: "\\%")
  }
}
