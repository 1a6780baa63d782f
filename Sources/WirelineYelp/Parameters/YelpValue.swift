internal import WirelineCore
internal import WirelineRequests

/// A parameter's value as it is sent.
package enum YelpValue: Sendable, Equatable {
  case text(String)
  /// As JSON writes it.
  case number(String)
  case flag(Bool)
  case list([String])
  case pairs([Pair])

  package struct Pair: Sendable, Equatable {
    package let name: String
    package let value: String
  }

  /// As a part of a query or path, not yet percent-encoded.
  package var text: String {
    switch self {
    case .text(let text), .number(let text): text
    case .flag(let flag): flag ? "true" : "false"
    case .list(let words): words.joined(separator: ",")
    case .pairs(let pairs): pairs.map { "\($0.name)=\($0.value)" }.joined(separator: ",")
    }
  }

  /// As a member of a JSON body.
  func write(_ name: String, to writer: inout JSONWriter) {
    switch self {
    case .text(let text): writer.member(name, text)
    case .number(let digits): writer.member(name, raw: Array(digits.utf8))
    case .flag(let flag): writer.member(name, flag)
    case .list(let words): writer.member(name, words)
    case .pairs(let pairs):
      writer.key(name)
      writer.beginObject()
      for pair in pairs {
        switch pair.value {
        case "true", "false": writer.member(pair.name, pair.value == "true")
        default: writer.member(pair.name, pair.value)
        }
      }
      writer.endObject()
    }
  }
}

/// Dates and times as people write them, for the API.
enum YelpTimes {
  /// What the API holds: beyond it `open_at` is answered with a 500.
  private static let latest = 2_147_483_647

  /// Seconds since 1970 of digits, of a date, or of a date and time; without a
  /// zone it is UTC.
  static func moment(_ text: String) throws(YelpFault.Reason) -> String {
    if text.utf8.count == 8, Int(digits: text) != nil {
      let date = "\(text.prefix(4))-\(text.dropFirst(4).prefix(2))-\(text.suffix(2))"
      if RFC3339.seconds(date) != nil, text >= "19000000" {
        throw YelpFault.Reason("\"\(text)\" looks like a date", suggestion: date)
      }
    }
    guard let seconds = Int(digits: text) ?? RFC3339.seconds(text), 0...latest ~= seconds else {
      throw YelpFault.Reason(
        "\"\(text)\" is neither seconds since 1970 nor a time such as 2026-12-24T18:00:00Z")
    }
    return String(seconds)
  }

  static func date(_ text: String) throws(YelpFault.Reason) -> String {
    guard text.utf8.count == 10, RFC3339.seconds(text) != nil else {
      throw YelpFault.Reason("\"\(text)\" is not a date such as 2026-12-24")
    }
    return text
  }

  static func timeOfDay(_ text: String) throws(YelpFault.Reason) -> String {
    guard text.utf8.count == 5, RFC3339.seconds("2000-01-01T\(text):00Z") != nil else {
      throw YelpFault.Reason("\"\(text)\" is not a time such as 18:30")
    }
    return text
  }

  static func month(_ text: String) throws(YelpFault.Reason) -> String {
    let (year, month) = (text.prefix(4), text.suffix(2))
    guard text == year + month || text == "\(year)-\(month)",
      RFC3339.seconds("\(year)-\(month)-01") != nil
    else { throw YelpFault.Reason("\"\(text)\" is not a year and month such as 202611") }
    return String(year + month)
  }
}
