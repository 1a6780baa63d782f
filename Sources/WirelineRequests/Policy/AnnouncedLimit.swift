internal import WirelineCore

/// The limit that a response announces for further requests.
///
/// The fields are `RateLimit` and `RateLimit-Policy` of draft-ietf-httpapi-ratelimit-headers-07 to
/// -10, and `RateLimit-Limit`, `-Remaining` and `-Reset` of the earlier drafts. Services also send
/// the latter as `X-RateLimit-…` or `X-Rate-Limit-…`, and several windows with a name at the end:
/// `x-ratelimit-reset-tokens`.
package struct AnnouncedLimit: Sendable, Equatable {
  /// The number of requests that the server admits before the reset, 0 or more.
  package var remaining: Int
  /// The time until the reset, positive.
  package var reset: Duration
  /// The number of requests in a window, 1 or more; nil if it is not announced.
  package var limit: Int?
}

extension AnnouncedLimit {
  /// Returns the limit of the window that has the fewest requests left; of several, the one that is
  /// reset last. Windows whose fields are missing, invalid or outdated do not count.
  ///
  /// - Parameter now: seconds since 1970; called only if a field needs it.
  package init?(_ headers: HeaderFields, now: () -> Int) {
    var windows: [String: Parameters] = [:]
    // By index: a loop over the fields would retain each.
    for index in headers.fields.indices where Self.mayAnnounce(headers.fields[index].name) {
      Self.read(headers.fields[index], into: &windows)
    }
    // Almost no response has such a field.
    if windows.isEmpty { return nil }
    let limits = windows.values.compactMap { AnnouncedLimit($0, now: now) }
    guard let first = limits.min(by: { ($0.remaining, $1.reset) < ($1.remaining, $0.reset) }) else {
      return nil
    }
    self = first
  }

  /// The values of a window, by the ends of field names (`limit`, `remaining`, `reset`) or by the
  /// names of parameters: `q`, `r`, `t`, and `w` for the length of the window.
  private typealias Parameters = [String: String]

  private init?(_ window: Parameters, now: () -> Int) {
    guard let remaining = (window["remaining"] ?? window["r"]).flatMap(Self.count),
      // Without the time until the reset, the window may have just begun.
      let text = window["reset"] ?? window["t"] ?? window["w"],
      let reset = Self.wait(text, now: now), reset > .zero
    else { return nil }
    let limit = (window["limit"] ?? window["q"]).flatMap(Self.count)
    self.init(remaining: remaining, reset: reset, limit: limit == 0 ? nil : limit)
  }

  /// Rejects most names by their length and first letter.
  private static func mayAnnounce(_ name: String) -> Bool {
    guard name.utf8.count >= 9, let first = name.utf8.first else { return false }
    return first | 0x20 == UInt8(ascii: "r") || first | 0x20 == UInt8(ascii: "x")
  }

  private static func read(
    _ field: HeaderFields.Field, into windows: inout [String: Parameters]
  ) {
    var words = field.name.lowercased().split(separator: "-")[...]
    if words.first == "x" { words.removeFirst() }
    if words.starts(with: ["rate", "limit"]) { words = ["ratelimit"] + words.dropFirst(2) }
    guard words.popFirst() == "ratelimit" else { return }
    let kind = words.popFirst().map(String.init)
    if let kind, kind != "policy" {
      windows[words.joined(separator: "-"), default: [:]][kind] = field.value
      return
    }
    // A value with a syntax error announces nothing.
    for (name, parameters) in members(field.value) ?? [] {
      if let value = parameters[""] {
        windows["", default: [:]][name] = value
      } else {
        // The windows of other fields have different names.
        windows["\"" + name, default: [:]].merge(parameters) { $1 }
      }
    }
  }

  /// Returns the members of a list or dictionary, RFC 9651 §3.1 and §3.2, with their parameters.
  /// The value of a dictionary's member has the name "".
  private static func members(_ value: String) -> [(name: String, parameters: Parameters)]? {
    var scanner = FieldScanner(value)
    var members: [(String, Parameters)] = []
    func item(until ends: StaticString = "=;, ") -> String? {
      scanner.skipSpaces()
      return scanner.next == UInt8(ascii: "\"")
        ? scanner.terminatedQuoted() : scanner.take(until: ends)
    }
    repeat {
      guard let name = item(), !name.isEmpty else { return nil }
      var (parameters, key) = (Parameters(), "")
      repeat {
        if scanner.skip("=") {
          // A byte sequence contains equals signs.
          guard let value = item(until: ";, ") else { return nil }
          parameters[key] = value
        }
        scanner.skipSpaces()
        guard scanner.skip(";") else { break }
        key = item() ?? ""
      } while true
      members.append((name, parameters))
    } while scanner.skip(",")
    return scanner.next == nil ? members : nil
  }

  /// The number at the beginning of `100, 100;w=60`, rounded up.
  private static func count(_ text: String) -> Int? {
    var scanner = FieldScanner(text)
    return number(scanner.take(until: ",;").trimmingSpaces).flatMap {
      Int(exactly: $0.rounded(.up))
    }
  }

  /// A number: digits with an optional decimal point.
  private static func number(_ text: some StringProtocol) -> Double? {
    guard text.utf8.count < 20, text.utf8.allSatisfy(isNumeric) else { return nil }
    return Double(text)
  }

  private static func isNumeric(_ byte: UInt8) -> Bool {
    byte == UInt8(ascii: ".") || byte >= 0x30 && byte <= 0x39
  }

  /// Returns the time until a reset: seconds, seconds or milliseconds since 1970, or `6m0.5s`.
  private static func wait(_ text: String, now: () -> Int) -> Duration? {
    let text = text.trimmingSpaces
    guard let number = number(text) else { return sum(text) }
    // No window lasts thirty years.
    if number < 1e9 { return duration(number) }
    return duration((number < 1e11 ? number : number / 1000) - Double(now()))
  }

  private static func sum(_ text: String) -> Duration? {
    var scanner = FieldScanner(text)
    var sum = Duration.zero
    repeat {
      let digits = scanner.take(while: isNumeric)
      let unit = scanner.take { !isNumeric($0) }
      guard !unit.isEmpty, let part = try? TimeAmount(parsing: digits + unit) else { return nil }
      sum += part.duration
    } while scanner.next != nil
    return duration(sum / .seconds(1))
  }

  /// A server may send any number, whose sum with the time must not overflow.
  private static func duration(_ seconds: Double) -> Duration {
    .milliseconds(Int((max(0, min(seconds, Double(Int32.max))) * 1000).rounded()))
  }
}
