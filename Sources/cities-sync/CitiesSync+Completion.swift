import WirelineCore

extension CitiesSync {
  static func values(of option: OptionDeclaration, given: Set<String>) -> ValueCompletion? {
    option.name == CommonOptions.fields.name ? .list(fields) : nil
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
