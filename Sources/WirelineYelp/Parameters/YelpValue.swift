internal import WirelineCore

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
