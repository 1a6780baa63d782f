internal import Glibc
package import WirelineCore

/// `yelp-query quota`: prints the stored quota of the API key without sending a request.
package struct QuotaCommand: SynchronousToolCommand {
  package static let command = Command(
    "yelp-query", name: "quota", abstract: "Show the daily quota of the API key", operands: "",
    mainOptions: ["api-key-file", "base-url", "fields", "format", "quiet", "verbose"]
  ) { QuotaCommand() }

  private var server = ServerOptions()
  @OptionGroup("Common") package var common = CommonOptions()

  package func run(_ context: ToolContext) throws(UsageError) -> ExitStatus {
    let now = { @Sendable () -> Int in time(nil) }
    let building = try YelpRequestBuilder(server)
    let key = try context.yelpKey(file: server.key.apiKeyFile)
    guard let quota = YelpQuotaStore(key: key, building, context, now: now)?.status() else {
      context.diagnostics.error(
        "no quota information for this key yet",
        hint: "run a query first: each response of the API reports the remaining calls")
      return .failure
    }
    return PrintedRecord.print(
      quota.recordBytes(now: now()), context,
      view: .columns(["remaining", "daily_limit", "reset_at", "updated_at"]))
  }
}
