package import WirelineCore

/// Shell completion for the values of parameters.
package struct YelpCompletion: Sendable {
  private let city: ValueCompletion
  private let countries: WordList
  private let countryName: @Sendable (_ code: String) -> String?

  package init(
    city: ValueCompletion, countries: WordList,
    countryName: @escaping @Sendable (_ code: String) -> String?
  ) {
    self.city = city
    self.countries = countries
    self.countryName = countryName
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
    case .choice(let choices) where choices == .locales: .words(locales)
    case .choice: .words(WordList(parameter.name, plain: { rule.words }))
    case .choices, .prices: .list(WordList(parameter.name, plain: { rule.words }))
    default: ["location", "city"].contains(parameter.name) ? city : .nothing
    }
  }

  private static let categories = WordList("categories") { _ in
    YelpCategories.all().map { WordList.Word($0.alias, $0.title) }
  }

  private var locales: WordList {
    WordList("locales") { [countryName] _ in
      YelpChoices.locales.words.map { WordList.Word($0, countryName(String($0.suffix(2)))) }
    }
  }
}

extension YelpEndpoint {
  /// The fields to complete for `--fields`: the usual ones, not all.
  package var fieldNames: ValueCompletion {
    .list(WordList("fields", plain: { ["ref", "rank"] + fields + ["error"] }))
  }

  private var fields: [String] {
    switch results {
    case .root: schema(nil).paths
    case .member(let name): schema(name).paths
    case .lists(let names):
      names.flatMap { schema($0).paths }.reduce(into: []) { fields, name in
        if !fields.contains(name) { fields.append(name) }
      }
    }
  }
}
