internal import WirelineCore

/// The validated value of a parameter.
enum YelpValue: Sendable, Equatable {
  case text(String)
  case number(String)
  case flag(Bool)
  case list([String])
  case pairs([Pair])

  struct Pair: Sendable, Equatable {
    let name: String
    let value: String
  }

  /// The text for a URL's path or query, before percent-encoding.
  var text: String {
    switch self {
    case .text(let text), .number(let text): text
    case .flag(let flag): flag ? "true" : "false"
    case .list(let words): words.joined(separator: ",")
    case .pairs(let pairs): pairs.map { "\($0.name)=\($0.value)" }.joined(separator: ",")
    }
  }

  func write(_ name: String, to writer: inout JSONWriter) {
    writer.key(named: name)
    switch self {
    case .text(let text): writer.string(text)
    case .number(let digits): writer.raw(digits)
    case .flag(let flag): writer.boolean(flag)
    case .list(let words): writer.strings(words)
    case .pairs(let pairs):
      writer.object { writer in
        for pair in pairs {
          writer.key(named: pair.name)
          switch pair.value {
          case "true", "false": writer.boolean(pair.value == "true")
          default: writer.string(pair.value)
          }
        }
      }
    }
  }
}

/// Converts dates and times from user input to the formats of the API.
enum YelpTimes {
  typealias Reason = YelpValidationError.Reason

  /// The largest time that the API supports: it responds to a larger `open_at` with status 500.
  private static let latest = 2_147_483_647

  /// Returns seconds since 1970. The default time zone is UTC.
  static func moment(_ text: String) throws(Reason) -> String {
    if text.utf8.count == 8, Int(digits: text) != nil {
      let date = "\(text.prefix(4))-\(text.dropFirst(4).prefix(2))-\(text.suffix(2))"
      if RFC3339.seconds(date) != nil, text >= "19000000" {
        throw Reason("\"\(text)\" looks like a date", suggestion: date)
      }
    }
    guard let seconds = Int(digits: text) ?? RFC3339.seconds(text), 0...latest ~= seconds else {
      throw Reason(
        "\"\(text)\" is neither seconds since 1970 nor a time such as 2026-12-24T18:00:00Z")
    }
    return String(seconds)
  }

  static func date(_ text: String) throws(Reason) -> String {
    guard text.utf8.count == 10, RFC3339.seconds(text) != nil else {
      throw Reason("\"\(text)\" is not a date such as 2026-12-24")
    }
    return text
  }

  static func timeOfDay(_ text: String) throws(Reason) -> String {
    guard text.utf8.count == 5, RFC3339.seconds("2000-01-01T\(text):00Z") != nil else {
      throw Reason("\"\(text)\" is not a time such as 18:30")
    }
    return text
  }

  static func month(_ text: String) throws(Reason) -> String {
    let (year, month) = (text.prefix(4), text.suffix(2))
    guard text == year + month || text == "\(year)-\(month)",
      RFC3339.seconds("\(year)-\(month)-01") != nil
    else { throw Reason("\"\(text)\" is not a year and month such as 202611") }
    return String(year + month)
  }
}
