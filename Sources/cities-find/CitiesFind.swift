import WirelineCities
import WirelineCore

/// `cities-find`: searches the city database.
@main
struct CitiesFind: SynchronousToolCommand {
  static func main() { command.main() }

  static let command = Command(
    "cities-find", abstract: "Search cities by name", operands: "[QUERY…]",
    mainOptions: [
      "limit", "offset", "country", "exact", "fuzzy", "id", "near", "radius", "interactive",
      "favorites", "favorite", "unfavorite", "toggle-favorite", "database", "envelope", "copy",
      "fields", "format", "quiet", "verbose",
    ],
    hints: [
      "n": "give --limit N", "c": "give --country CODE", "csv": "give --format csv",
      "json": "give --format jsonl", "state": "type it after the city: 'portland, or'",
      "region": "type it after the city: 'portland, or'", "all": "type '*' to find every city",
      "jq": "pipe the records into jq", "lat": "give --near LAT,LON",
      "lon": "give --near LAT,LON", "lng": "give --near LAT,LON", "max": "give --limit N",
    ],
    sharedOptions: { CitySharedOptions.declarations }
  ) { CitiesFind() }

  var arguments = FindArguments()
  @OptionGroup("Common") var common = CommonOptions()

  var exclusiveOptions: [[OptionDeclaration]] { arguments.exclusiveOptions }

  func values(of option: OptionDeclaration, given: Set<String>) -> ValueCompletion? {
    arguments.values(of: option, given: given)
  }

  func run(_ context: ToolContext) throws(UsageError) -> ExitStatus {
    try FindRunner(arguments, context).run()
  }
}
