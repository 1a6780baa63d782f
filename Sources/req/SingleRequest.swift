import WirelineCore
import WirelineHTTP

/// One request whose body goes to stdout as it comes.
struct SingleRequest {
  private let context: ToolContext
  private let executor: any RequestExecuting

  init(_ context: ToolContext, _ executor: any RequestExecuting) {
    self.context = context
    self.executor = executor
  }

  /// - Parameter limit: the largest decoded body in bytes; nil is no limit.
  func run(
    _ words: (method: String, url: String), limit: Int?, failsOnStatus: Bool
  ) async -> ExitStatus {
    let url: RequestURL
    do throws(InvalidURL) {
      url = try RequestURL(words.url)
    } catch {
      context.diagnostics.error(error.description, hint: error.hint)
      return .malformedURL
    }
    let output = DescriptorSink(descriptor: context.streams.output.descriptor)
    do throws(RequestError) {
      let response = try await executor.execute(
        RequestSpecification(method: words.method, url: url), body: .sink(output, limit: limit))
      return status(response, output, failsOnStatus)
    } catch {
      let record = ErrorRecord(error, tool: context.tool)
      context.diagnostics.error(record.message)
      return ExitStatus(record)
    }
  }

  private func status(
    _ response: Response, _ output: DescriptorSink, _ failsOnStatus: Bool
  ) -> ExitStatus {
    if output.isClosed { return .success }
    if response.status >= 400, failsOnStatus {
      context.diagnostics.error("HTTP status \(response.status) for \"\(response.url.text)\"")
      return .httpStatus
    }
    return .success
  }
}
