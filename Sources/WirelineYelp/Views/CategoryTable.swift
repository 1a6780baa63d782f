internal import WirelineCore

/// Categories as rows.
enum CategoryTable {
  static let titles = ["alias", "title", "parents"]

  /// One for each title; empty where nothing is known.
  static func cells(_ category: YelpCategory) -> [StyledText] {
    [
      StyledText(category.alias ?? ""), StyledText(category.title ?? ""),
      StyledText(category.parentAliases.joined(separator: ", ")),
    ]
  }
}
