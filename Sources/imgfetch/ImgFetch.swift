import WirelineCore
import WirelineHTTP
import WirelineImages

/// The command `imgfetch`: prefetches images.
@main
struct ImgFetch: AsyncToolCommand {
  static func main() {
    PixelWorker.runIfRequested()
    command.main()
  }

  static let command = Command(
    "imgfetch", abstract: "Prefetch images", operands: "[URL…]",
    mainOptions: [
      "output-dir", "input", "resize", "preset", "jobs", "per-host", "rate", "retry", "timeout",
      "validate", "allow", "tar", "refresh", "offline", "journal", "resume",
      "shard", "contact-sheet", "dry-run", "status", "remove", "clear", "format", "quiet",
      "verbose",
    ],
    hints: [
      // Options of aria2, wget and curl.
      "d": "give -o DIR", "dir": "give -o DIR", "directory-prefix": "give -o DIR",
      "P": "give -o DIR",
      "O": "give -o DIR; the output names the file of each image",
      "input-file": "give --input FILE",
      "max-concurrent-downloads": "give --jobs N",
      "max-connection-per-server": "give --per-host N",
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
      options, context, makeDecoder: { CompressedDecoder($0) },
      makeExecutor: { policy throws(UsageError) in
        try RequestExecutor(options.http, policy: policy, context: context)
      }
    ).run()
  }
}
