import Glibc
import WirelineCore
import WirelineRequests
import WirelineYelp

/// `yelp-query quota`: what is known of the calls of the day, without a call.
struct ShowQuota: SynchronousToolCommand {
  static let command = Command(
    "yelp-query", name: "quota", abstract: "Show the daily quota of the API key.", operands: "",
    mainOptions: ["api-key-file", "base-url", "fields", "format", "quiet", "verbose"]
  ) { ShowQuota() }

  var server = ServerOptions()
  @OptionGroup("Common") var common = CommonOptions()

  func run(_ context: ToolContext) throws(UsageError) -> ExitStatus {
    let building: YelpRequestBuilding
    do throws(InvalidURL) {
      building = try YelpRequestBuilding(
        baseURL: server.baseURL ?? YelpRequestBuilding.defaultBaseURL)
    } catch {
      throw UsageError("invalid --base-url: \(error.description)", hint: error.hint)
    }
    guard let key = YelpKeySource(context, file: server.apiKeyFile).key() else {
      return .unauthorized
    }
    guard let quota = QueryComposition.quota(key, building, context)?.status() else {
      context.diagnostics.error(
        "nothing is known of the calls of this key",
        hint: "the API tells with each answer; ask something first")
      return .failure
    }
    let printer = RecordPrinter(
      context, columns: ["remaining", "daily_limit", "reset_at", "updated_at"])
    do throws(WriteError) {
      _ = try printer.print(QuotaRecord(quota: quota, now: time(nil)).lineBytes)
      if let failure = printer.finish() { throw failure }
      return .success
    } catch {
      context.diagnostics.error("\(error)")
      return .cannotWrite
    }
  }
}
