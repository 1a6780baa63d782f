/// The executables of the toolbox.
package enum ToolName: String, CaseIterable, Sendable {
  case req
  case imgfetch
  case yelpQuery = "yelp-query"
  case citiesSync = "cities-sync"
  case citiesFind = "cities-find"

  static var all: [String] { allCases.map(\.rawValue) }
}
