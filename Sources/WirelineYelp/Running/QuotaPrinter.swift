internal import Glibc
package import WirelineCore

/// `yelp-query quota`: prints the stored quota of the API key without sending a request.
package struct QuotaPrinter {
  private let server: ServerOptions
  private let now: @Sendable () -> Int

  /// - Parameter now: Seconds since 1970.
  package init(_ server: ServerOptions, now: @escaping @Sendable () -> Int = { time(nil) }) {
    self.server = server
    self.now = now
  }

  package func run(_ context: ToolContext) throws(UsageError) -> ExitStatus {
    let building = try YelpRequestBuilder(server)
    guard let key = YelpKeySource(context, file: server.apiKeyFile).key() else {
      return .unauthorized
    }
    guard let quota = YelpQuotaStore(key, building, context, now: now)?.status() else {
      context.diagnostics.error(
        "no quota information for this key yet",
        hint: "run a query first: each response of the API reports the remaining calls")
      return .failure
    }
    let printer = RecordPrinter(
      context, view: .columns(["remaining", "daily_limit", "reset_at", "updated_at"]))
    do throws(WriteError) {
      _ = try printer.print(QuotaRecord(quota: quota, now: now()).lineBytes)
      if let failure = printer.finish() { throw failure }
      return .success
    } catch {
      context.diagnostics.error("\(error)")
      return .cannotWrite
    }
  }
}
