import WirelineCore
import WirelineHTTP

/// One request, whose body goes to stdout as it comes or into a file.
struct SingleRequest {
  private let context: ToolContext
  private let executor: any RequestExecuting
  private let answer: AnswerOptions
  private let isHead: Bool

  init(
    _ context: ToolContext, _ executor: any RequestExecuting, _ answer: AnswerOptions,
    isHead: Bool
  ) {
    self.context = context
    self.executor = executor
    self.answer = answer
    self.isHead = isHead
  }

  /// - Parameter limit: the largest decoded body in bytes; nil is no limit.
  func run(
    _ request: RequestSpecification, limit: Int?, failsOnStatus: Bool
  ) async throws(UsageError) -> ExitStatus {
    let printer = AnswerPrinter(
      context.streams.output, isHeadWanted: answer.include || isHead,
      hidesErrorBody: answer.noErrorBody)
    let path = try answer.path(for: request.url)
    let body: BodyDestination =
      path.map { .file(path: $0, limit: limit) }
      ?? .sink({ printer.sink(for: $0) }, limit: limit)
    do throws(RequestError) {
      let response = try await executor.execute(request, body: body)
      return status(response, printer, failsOnStatus)
    } catch {
      let record = ErrorRecord(error, tool: context.tool)
      context.diagnostics.error(record.message)
      return ExitStatus(record)
    }
  }

  private func status(
    _ response: Response, _ printer: AnswerPrinter, _ failsOnStatus: Bool
  ) -> ExitStatus {
    if printer.isClosed { return .success }
    if printer.hasRefusedBinary {
      context.diagnostics.error(
        "the body is binary, and stdout is a terminal",
        hint: "save it with --output FILE, or pipe it")
      return .cannotWrite
    }
    guard response.status >= 400, failsOnStatus else { return .success }
    context.diagnostics.error("HTTP status \(response.status) for \"\(response.url.text)\"")
    return .httpStatus
  }
}
