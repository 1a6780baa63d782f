internal import WirelineCore

/// The options of one endpoint, derived from its parameters.
struct EndpointOptions: Sendable {
  var items: [String]
  /// The parameters by the API's names; nil for one that is absent.
  var values: [(name: String, text: String?)]
  var pages: PageLimit
  var dates: YelpDates?
  /// Whether to omit repeated businesses; nil by default, or for an endpoint without the option.
  var unique: Bool?
  let links: Flag<Bool>?

  init(_ endpoint: YelpEndpoint, _ completion: YelpCompletion) {
    let operand = endpoint.operand.map { subject in
      Operand<[String]>("items", subject.help, values: completion.values(of: subject))
    }
    items = operand?.wrappedValue ?? []
    values = endpoint.parameters.filter(\.hasOption).map { parameter in
      (parameter.name, Self.value(of: parameter, completion))
    }
    pages = endpoint.paging == nil ? PageLimit() : PageOptions().limit
    dates = endpoint.hasDates ? DateOptions().dates : nil
    unique = endpoint.hasRepeats ? UniqueOption().unique : nil
    links =
      endpoint.hasLinks
      ? Flag("links", "Print links for browser and app instead of sending requests") : nil
  }

  private static func value(
    of parameter: YelpParameter, _ completion: YelpCompletion
  ) -> String? {
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
        isConfigurable: isConfigurable, values: completion.values(of: parameter),
        overriding: overridden
      ).wrappedValue
      return value ?? (parameter.isRequired ? parameter.defaultText : nil)
    }
  }
}

/// The option that formats times.
struct DateOptions: Sendable {
  @Option(
    "dates", "form", "Print times as unix (seconds since 1970) or iso (RFC 3339, UTC)",
    values: .choices(YelpDates.self))
  var dates: YelpDates?
}

extension YelpDates: ChoiceArgument {}

/// The option that omits repeated results.
struct UniqueOption: Sendable {
  @Flag("unique", "Print each result once per run; the default for lists of coordinates")
  var unique: Bool?
}

private struct PageOptions: Sendable {
  @Flag("all", "Fetch all pages that the API provides") var all: Bool?
  @Option("max-results", "n", "Fetch pages until there are N results")
  var maxResults: PositiveNumber?

  var limit: PageLimit { PageLimit(isAll: all ?? false, wanted: maxResults?.value) }
}

/// The number of results to fetch from a paginated list.
struct PageLimit: Sendable {
  var isAll = false
  var wanted: Int?

  var followsPages: Bool { isAll || wanted != nil }

  /// The number of results to fetch for an item, 1 or more; nil for all.
  func remaining(_ item: InputItem) -> Int? { wanted.map { max(1, $0 - (item.offset ?? 0)) } }
}

extension YelpRule {
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
