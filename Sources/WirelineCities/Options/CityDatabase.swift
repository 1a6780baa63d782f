package import WirelineCore

/// Which city database a tool uses.
package enum CityDatabase {
  /// - Parameter option: the user's word; nil takes the standard place.
  package static func path(_ option: String?, _ context: ToolContext) throws(UsageError) -> String {
    if let option {
      if option.isEmpty { throw UsageError("--database is empty") }
      return option
    }
    do throws(DirectoryUnknown) {
      return try Directories { context.environment[$0] }.path(.data, "cities.sqlite")
    } catch {
      throw UsageError(error.description, hint: "give --database")
    }
  }

  /// Which favourites it uses.
  ///
  /// - Parameter option: the user's word; nil takes the standard place.
  package static func favorites(
    _ option: String?, _ context: ToolContext
  ) throws(UsageError) -> String {
    if let option {
      if option.isEmpty { throw UsageError("--favorites-file is empty") }
      return option
    }
    do throws(DirectoryUnknown) {
      return try Directories { context.environment[$0] }.path(.data, "favorites.sqlite")
    } catch {
      throw UsageError(error.description, hint: "give --favorites-file")
    }
  }
}
