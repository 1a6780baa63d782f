internal import WirelineCore

/// The databases that the tools share in the user's data directory.
enum CityDataFile: String, Sendable {
  case database = "cities.sqlite"
  case favorites = "favorites.sqlite"

  /// The name of the option for the path.
  var option: String { self == .database ? "database" : "favorites-file" }

  func path(_ environment: Environment) throws(DirectoryUnknown) -> String {
    try Directories { environment[$0] }.path(.data, rawValue)
  }

  /// - Parameter value: the value of the option; nil for the standard path.
  func path(_ value: String?, _ context: ToolContext) throws(UsageError) -> String {
    if value == "" { throw UsageError("--\(option) is empty") }
    if let value { return value }
    return try converting({ UsageError($0.description, hint: "give --\(option)") }) {
      () throws(DirectoryUnknown) in
      try path(context.environment)
    }
  }

  /// The path that the command line being completed would use; nil if unknown.
  func path(_ scene: CompletionContext) -> String? {
    scene.path(of: option) ?? (try? path(scene.environment))
  }
}
