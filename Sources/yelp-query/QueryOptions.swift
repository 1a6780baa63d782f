import ArgumentParser
import WirelineCore
import WirelineYelp

/// What every question to the API takes.
struct QueryOptions: DeclaredOptions {
  @Option(Self.baseURL) var baseURL: String?
  @Option(YelpKeySource.keyFile) var apiKeyFile: String?
  @Flag(Self.build) var build: Bool
  @Flag(Self.dryRun) var dryRun: Bool
  @Option(Self.budget) var budget: WholeNumber?
  @Option(Self.reserve) var reserve: WholeNumber?
  @Option(Self.eventLog) var eventLog: String?
  @Option(Self.adapter) var adapter: String?

  static let declarations = [
    baseURL, YelpKeySource.keyFile, build, dryRun, budget, reserve, eventLog, adapter,
  ]

  static let baseURL = OptionDeclaration(
    "base-url", .value("url"), "another server that speaks the API; https, or loopback",
    default: YelpRequestBuilding.defaultBaseURL)
  static let build = OptionDeclaration(
    "build", .flag(inverse: nil), "print request records instead of sending them",
    isConfigurable: false
  ).excluding(PageWish.all.name, PageWish.maxResults.name)
  static let dryRun = OptionDeclaration(
    "dry-run", .flag(inverse: nil), "print how many calls it would take, and send nothing",
    isConfigurable: false)
  static let budget = OptionDeclaration(
    "budget", .value("n"), "calls of this run at most")
  static let reserve = OptionDeclaration(
    "reserve", .value("n"), "calls of the day to keep back", default: "0")
  static let eventLog = OptionDeclaration(
    "event-log", .value("file"), "add a line of JSON for the start and end of each call")
  static let adapter = OptionDeclaration(
    "adapter", .value("command"),
    "command that gets each request record, without the key, and gives back another one")
}
