package import WirelineCore

/// Shell completion for the values of parameters.
package struct YelpCompletion: Sendable {
  private let city: ValueCompletion
  private let countries: WordList

  package init(city: ValueCompletion, countries: WordList) {
    self.city = city
    self.countries = countries
  }

  func values(of subject: YelpEndpoint.Subject) -> ValueCompletion {
    switch subject.parameter {
    case "location": city
    case "alias": .words(Self.categories)
    default: .nothing
    }
  }

  func values(of parameter: YelpParameter) -> ValueCompletion {
    let rule = parameter.rule
    return switch rule {
    case .categories: .list(Self.categories)
    case .category: .words(Self.categories)
    case .country: .words(countries)
    case .choice: .words(WordList(plain: rule.words))
    case .choices, .prices: .list(WordList(plain: rule.words))
    default: ["location", "city"].contains(parameter.name) ? city : .nothing
    }
  }

  private static let categories = WordList { _ in
    YelpCategories.all().map { WordList.Word($0.alias, $0.title) }
  }
}

extension YelpEndpoint {
  /// The fields to complete for `--fields`: those of the results and of their objects.
  package var fieldNames: ValueCompletion {
    .list(WordList(plain: ["ref", "rank"] + fields + ["error"]))
  }

  private var fields: [String] {
    switch results {
    case .root: fields(of: nil)
    case .member(let name): fields(of: name)
    case .lists(let names):
      names.flatMap { fields(of: $0) }.reduce(into: []) { fields, name in
        if !fields.contains(name) { fields.append(name) }
      }
    }
  }

  private func fields(of list: String?) -> [String] {
    switch self {
    // `attributes` is not in the schema, which does not check it. `specialHours` is there for
    // responses in the spelling of a different client.
    case .search, .phone, .transactions, .business, .match:
      schema(list).paths.filter { $0 != "specialHours" } + ["attributes"]
    default: schema(list).paths
    }
  }
}
