import ArgumentParser
import WirelineCities
import WirelineCore
import WirelineYelp

/// The declarations of options that stand for parameters of the API.
enum YelpOption {
  /// An option with the API's name in kebab case, and the form and words that its
  /// rule has.
  static func declare(
    _ name: String, of endpoint: YelpEndpoint, _ help: String, default defaultText: String? = nil
  ) -> OptionDeclaration {
    let rule = endpoint.parameter(name)?.rule ?? .flag
    let option = String(name.map { $0 == "_" ? "-" : $0 })
    return OptionDeclaration(
      option, form(rule, option), help, default: defaultText,
      isConfigurable: !subjects.contains(name), values: values(name, rule))
  }

  /// What is asked about: a run's own, which would stand in the way of operands and stdin if it
  /// came from elsewhere. The same in all commands, as they share a section and variables.
  private static let subjects: Set = [
    "location", "latitude", "longitude", "phone", "text", "query", "chat_id", "business_ids",
    "name", "address1", "address2", "address3", "city", "postal_code", "yelp_business_id",
  ]

  /// What the command is asked about, one operand each.
  static func items(
    _ help: String, values: ValueCompletion = .nothing
  ) -> OptionDeclaration {
    OptionDeclaration("items", .operands, help, isConfigurable: false, values: values)
  }

  static let dates = OptionDeclaration(
    "dates", .value("form"), "print times as unix (seconds since 1970) or iso (RFC 3339, UTC)",
    values: .choices("dates", YelpDates.self))
  static let links = OptionDeclaration(
    "links", .flag(inverse: nil), "print the links for browser and app, and ask nothing",
    isConfigurable: false)

  /// Aliases, by their titles.
  static let categories = WordList("categories") { _ in
    YelpCategories.all().map { WordList.Word($0.alias, $0.title) }
  }

  /// What a parameter's value may be: by its rule, and where any text will do by its name.
  private static func values(_ name: String, _ rule: YelpRule) -> ValueCompletion {
    switch rule {
    case .categories: .list(categories)
    case .category: .words(categories)
    case .country: .words(.countries)
    case .choice(let choices) where choices == .locales: .words(locales)
    case .choice: .words(WordList(name, plain: { rule.words }))
    case .choices, .prices: .list(WordList(name, plain: { rule.words }))
    default: name == "location" || name == "city" ? .city : .nothing
    }
  }

  /// Locales, by their countries.
  private static let locales = WordList("locales") { _ in
    YelpChoices.locales.words.map { WordList.Word($0, CountryNames.name(of: String($0.suffix(2)))) }
  }

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
