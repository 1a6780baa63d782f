import ArgumentParser
import WirelineCore

/// `cities-find`: search the city database.
@main
struct CitiesFind: SynchronousToolCommand {
  static let toolName = "cities-find"
  static let configuration = CommandConfiguration(
    commandName: "cities-find", abstract: "Search cities by name.", version: ToolVersion.number)
  static let declarations =
    [query, limit, SharedOptions.database] + EnvelopeOptions.declarations
    + RecordOptions.declarations
    + CommonOptions.declarations

  @Argument(Self.query) var queries: [String]
  @Option(Self.limit) var limit: WholeNumber?
  @Option(SharedOptions.database) var database: String?
  @OptionGroup var envelope: EnvelopeOptions
  @OptionGroup(title: "Records") var records: RecordOptions
  @OptionGroup(title: "Common") var common: CommonOptions

  static let query = OptionDeclaration(
    "query", .operands, "a name's beginning: paris, or 'paris, fr'; without it, queries on stdin",
    isConfigurable: false)
  static let limit = OptionDeclaration(
    "limit", .value("n"), "cities a query; 0 is no limit", default: "50")

  func run(_ context: ToolContext) throws(UsageError) -> ExitStatus {
    if queries.isEmpty {
      try context.requireInput(hint: "give a name, or pipe queries into cities-find")
    }
    let path = try CityDatabase.path(database, context)
    let search: CitySearch
    do throws(CityStoreError) {
      search = CitySearch(try CityStore(path: path))
    } catch {
      return report(error, context)
    }
    let loop = RecordLoop(
      context, input: PipeInput(operands: queries, context: context), records: records,
      names: CityQueryRecord.names, columns: ["name", "country", "latitude", "longitude"],
      takesPlainText: true)
    let answer = FindAnswer(
      search: search, limit: limit?.value ?? 50, isEnvelope: envelope.envelope ?? false,
      tool: context.tool)
    return loop.run(answer.write)
  }

  private func report(_ error: CityStoreError, _ context: ToolContext) -> ExitStatus {
    let hint =
      switch error {
      case .missing: "run cities-sync first"
      case .otherVersion: "run cities-sync again"
      default: "move that file away and run cities-sync, or give another --database"
      }
    context.diagnostics.error(error.description, hint: hint)
    return ExitStatus(ErrorRecord(error, tool: context.tool))
  }
}
