import WirelineCore
import WirelineYelp

/// The options of every endpoint.
struct QueryOptions: Sendable {
  var server = ServerOptions()
  @Flag(
    "build", "print request records instead of sending them", overriding: ["all", "max-results"])
  var build: Bool
  @Flag("dry-run", "print how many calls it would take, and send nothing") var dryRun: Bool
  @Option("budget", "n", "calls of this run at most") var budget: WholeNumber?
  @Option("reserve", "n", "calls of the day to keep back", default: "0") var reserve: WholeNumber?
  @Option("event-log", "file", "add a line of JSON for the start and end of each call")
  var eventLog: String?
  @Option(
    "adapter", "command",
    "command that gets each request record, without the key, and gives back another one")
  var adapter: String?
}

/// The server and the key.
struct ServerOptions: Sendable {
  @Option(
    "base-url", "url", "another server that speaks the API; https, or loopback",
    default: YelpRequestBuilding.defaultBaseURL)
  var baseURL: String?
  private var key = YelpKeyOptions()

  var apiKeyFile: String? { key.apiKeyFile }
}
