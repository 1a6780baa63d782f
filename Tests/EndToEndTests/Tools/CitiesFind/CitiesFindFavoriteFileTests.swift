import Glibc
import TestSupport
import Testing

/// Favourites files that are missing, unreadable or damaged.
@Suite struct CitiesFindFavoriteFileTests {
  private let sandbox: Sandbox
  private static let favorites = "home/data/wireline/favorites.sqlite"

  init() throws {
    sandbox = try Sandbox()
    try sandbox.addCities()
    try Tool("cities-find", in: sandbox)("--favorite", "2988507").expect(exit: 0)
  }

  private func find(_ arguments: String...) throws -> ToolResult {
    try Tool("cities-find", in: sandbox).run(arguments)
  }

  /// Not even root can follow a symbolic link to itself.
  @Test(arguments: [["paris"], ["--favorites"], ["--favorite", "2657896"]])
  func unreachableFileIsError(arguments: [String]) throws {
    let path = sandbox.directory.path(Self.favorites)
    try #require(unlink(path) == 0 && symlink(path, path) == 0)

    let result = try Tool("cities-find", in: sandbox).run(arguments)

    result.expect(exit: 26).expect(
      says: "cities-find: error: cannot open ", Self.favorites, "hint: ", "--favorites-file")
    #expect(result.text == "")
  }

  @Test(arguments: ["/no/such/favorites.sqlite", "/dev/null/favorites.sqlite"])
  func missingFileHasNoFavorites(path: String) throws {
    let cities = try find("--favorites-file", path, "praha").expect(exit: 0).records(as: .city)

    #expect(cities.first?["favorite"]?.boolean == false)
  }
}
