import ArgumentParser
import WirelineCore

/// The declarations of options that stand for parameters of the API.
enum YelpOption {
  /// An option with the API's name in kebab case, and the form and words that its
  /// rule has.
  static func declare(
    _ name: String, of endpoint: YelpEndpoint, _ help: String, default defaultText: String? = nil
  ) -> OptionDeclaration {
    let rule = endpoint.parameter(name)?.rule ?? .flag
    let option = String(name.map { $0 == "_" ? "-" : $0 })
    var words: WordList?
    if !rule.words.isEmpty { words = WordList(name) { rule.words } }
    if case .categories = rule { words = Self.categories }
    return OptionDeclaration(
      option, form(rule, option), help, default: defaultText, words: words)
  }

  /// What the command is asked about, one operand each.
  static func items(_ help: String) -> OptionDeclaration {
    OptionDeclaration("items", .operands, help, isConfigurable: false)
  }

  static let dates = OptionDeclaration(
    "dates", .value("form"), "print times as unix (seconds since 1970) or iso (RFC 3339, UTC)")
  static let links = OptionDeclaration(
    "links", .flag(inverse: nil), "print the links for browser and app, and ask nothing",
    isConfigurable: false)

  private static let categories = WordList("categories") { YelpCategories.all().map(\.alias) }

  private static func form(_ rule: YelpRule, _ option: String) -> OptionDeclaration.Form {
    switch rule {
    case .flag: .flag(inverse: "no-\(option)")
    case .pairs: .list("name=value")
    case .choices, .categories, .identifiers, .prices: .value("a,b")
    case .whole: .value("n")
    case .degrees: .value("degrees")
    case .metres: .value("distance")
    case .moment: .value("time")
    case .date: .value("YYYY-MM-DD")
    case .timeOfDay: .value("HH:MM")
    case .month: .value("YYYYMM")
    case .choice: .value("word")
    case .text, .letters, .category, .phone, .country, .identifier: .value("text")
    }
  }
}

extension YelpDates: ChoiceArgument {}
