/// The value of a setting, before its option's own type has seen it.
enum SettingValue: Equatable, Sendable {
  case isTrue
  case isFalse
  /// How often a counted flag would be given.
  case count(Int)
  /// One word, or several for a list.
  case words([String])

  /// The largest `count`: more than enough for `-q` and `-v`.
  static let largestCount = 9
}
