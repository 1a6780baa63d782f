import WirelineCities
import WirelineCore
import WirelineYelp

/// The options of one endpoint, which follow from its parameters.
struct EndpointOptions: Sendable {
  /// The subjects on the command line, one each.
  let items: [String]
  /// The parameters by the API's names; nil for one that is absent.
  let values: [(name: String, text: String?)]
  let pages: PageLimit
  let dates: YelpDates?
  let links: Flag<Bool>?

  init(_ endpoint: YelpEndpoint) {
    let operand = endpoint.operand.map { subject in
      Operand<[String]>("items", subject.help, values: Self.completion(of: subject))
    }
    items = operand?.wrappedValue ?? []
    values = endpoint.parameters.filter(\.hasOption).map { parameter in
      (parameter.name, Self.value(of: parameter))
    }
    pages = endpoint.paging == nil ? PageLimit() : PageOptions().limit
    dates = endpoint.hasDates ? DateOptions().dates : nil
    links =
      endpoint.hasLinks
      ? Flag("links", "print the links for browser and app, and ask nothing") : nil
  }

  /// Declares the option of a parameter.
  ///
  /// - Returns: its value.
  private static func value(of parameter: YelpParameter) -> String? {
    let (name, help) = (parameter.option, parameter.help)
    let isConfigurable = !parameter.isSubject
    let overridden = parameter.conflict.map { [YelpParameter.option($0)] } ?? []
    switch parameter.rule {
    case .flag:
      return Flag<Bool?>(
        name, help, isConfigurable: isConfigurable, overriding: overridden
      ).wrappedValue.map { "\($0)" }
    case .pairs:
      let pairs = Option<[String]>(
        name, "name=value", help, isConfigurable: isConfigurable
      ).wrappedValue
      return pairs.isEmpty ? nil : pairs.joined(separator: ",")
    default:
      let value = Option<String?>(
        name, parameter.rule.valueName, help, default: parameter.defaultText,
        isConfigurable: isConfigurable, values: completion(of: parameter),
        overriding: overridden
      ).wrappedValue
      return value ?? (parameter.isRequired ? parameter.defaultText : nil)
    }
  }

  private static func completion(of subject: YelpEndpoint.Subject) -> ValueCompletion {
    switch subject.parameter {
    case "location": .city
    case "alias": .words(categories)
    default: .nothing
    }
  }

  private static func completion(of parameter: YelpParameter) -> ValueCompletion {
    let rule = parameter.rule
    return switch rule {
    case .categories: .list(categories)
    case .category: .words(categories)
    case .country: .words(.countries)
    case .choice(let choices) where choices == .locales: .words(locales)
    case .choice: .words(WordList(parameter.name, plain: { rule.words }))
    case .choices, .prices: .list(WordList(parameter.name, plain: { rule.words }))
    default: ["location", "city"].contains(parameter.name) ? .city : .nothing
    }
  }

  /// Aliases, by their titles.
  private static let categories = WordList("categories") { _ in
    YelpCategories.all().map { WordList.Word($0.alias, $0.title) }
  }

  /// Locales, by their countries.
  private static let locales = WordList("locales") { _ in
    YelpChoices.locales.words.map { WordList.Word($0, CountryNames.name(of: String($0.suffix(2)))) }
  }
}

/// The option that formats times.
struct DateOptions: Sendable {
  @Option(
    "dates", "form", "print times as unix (seconds since 1970) or iso (RFC 3339, UTC)",
    values: .choices("dates", YelpDates.self))
  var dates: YelpDates?
}

/// The options of endpoints whose responses have pages.
private struct PageOptions: Sendable {
  @Flag("all", "follow the pages, as far as the API gives them") var all: Bool?
  @Option("max-results", "n", "follow the pages to so many results") var maxResults: PositiveNumber?

  var limit: PageLimit { PageLimit(isAll: all ?? false, wanted: maxResults?.value) }
}

/// The number of results to fetch from a list that comes in pages.
struct PageLimit: Sendable {
  var isAll = false
  var wanted: Int?

  /// Whether pages are followed at all.
  var isWalk: Bool { isAll || wanted != nil }

  /// The results that remain to be fetched for an item, 1 or more; nil for all.
  func left(_ item: InputItem) -> Int? { wanted.map { max(1, $0 - (item.offset ?? 0)) } }
}

extension YelpDates: ChoiceArgument {}

extension YelpRule {
  /// The name of the value in the help.
  fileprivate var valueName: String {
    switch self {
    case .choices, .categories, .identifiers, .prices: "a,b"
    case .whole: "n"
    case .degrees: "degrees"
    case .metres: "distance"
    case .moment: "time"
    case .date: "YYYY-MM-DD"
    case .timeOfDay: "HH:MM"
    case .month: "YYYYMM"
    case .choice: "word"
    default: "text"
    }
  }
}
