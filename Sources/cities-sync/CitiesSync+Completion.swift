import WirelineCore

extension CitiesSync {
  func values(of option: OptionDeclaration, given: Set<String>) -> ValueCompletion? {
    option.name == "fields" ? .list(Self.fields) : nil
  }

  /// The members of a sync record.
  private static let fields = WordList(
    "sync",
    plain: {
      [
        "action", "cities", "favorites", "added", "removed", "changed", "bad_rows", "updated_at",
        "checked_at", "age_s", "bytes", "elapsed_ms",
      ]
    })
}
