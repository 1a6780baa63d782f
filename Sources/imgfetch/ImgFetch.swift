import WirelineCore
import WirelineHTTP
import WirelineImages

@main
struct ImgFetch: AsyncToolCommand {
  static func main() { command.main() }

  static let command = Command(
    "imgfetch", abstract: "Prefetch images", operands: "[URL…]",
    mainOptions: [
      "output-dir", "input", "layout", "preset", "jobs", "per-host", "rate", "retry", "timeout",
      "validate", "allow", "min-width", "max-body", "refresh", "offline", "journal", "resume",
      "shard", "contact-sheet", "dry-run", "status", "remove", "clear", "format", "quiet",
      "verbose",
    ],
    sharedOptions: { FetchOptions.shared }
  ) { ImgFetch() }

  private let options = FetchOptions()

  var common: CommonOptions { options.common }
  var exclusiveOptions: [[OptionDeclaration]] { options.exclusive }

  func values(of option: OptionDeclaration, given: Set<String>) -> ValueCompletion? {
    options.values(of: option)
  }

  func impliedValues(given: (String) -> String?) -> [String: String] {
    options.impliedValues(given: given)
  }

  func run(_ context: ToolContext) async throws(UsageError) -> ExitStatus {
    try await FetchRunner(
      options, context, makeDecoder: { GzipDecoder() },
      makeExecutor: { policy throws(UsageError) in
        try RequestExecutor(options.http, policy: policy, context: context)
      }
    ).run()
  }
}
