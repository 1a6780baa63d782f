/// The executables of the toolbox.
package enum ToolName: String, CaseIterable, Sendable {
  case req
  case imgfetch
  case yelpQuery = "yelp-query"
  case citiesSync = "cities-sync"
  case citiesFind = "cities-find"

  static var all: [String] { allCases.map(\.rawValue) }
}

/// The version of all five executables.
package enum ToolVersion {
  package static let number = "0.1.0"

  /// `req 0.1.0 (wireline)`
  package static func text(tool: String) -> String { "\(tool) \(number) (wireline)" }
}
