import WirelineCore
import WirelineRequests

/// `req`: sends the request on the command line, or a stream of request records.
@main
struct Req: AsyncToolCommand {
  static func main() { command.main() }

  static let command = Command(
    "req", abstract: "Send HTTP requests", operands: "[METHOD] URL [ITEM…]",
    mainOptions: [
      "request", "header", "data", "json", "form", "user", "output", "remote-name", "include",
      "build", "parse", "to-curl", "dry-run", "select", "each", "jobs", "max-time", "retry",
      "cache", "insecure", "format", "quiet", "verbose",
    ],
    hints: ["jobs": "-j is --jobs, unlike curl's --junk-session-cookies"],
    sharedOptions: { SharedOptions.declarations }
  ) { Req() }

  var options = RequestOptions()
  @OptionGroup("Credentials") var credentials = CredentialOptions()
  @OptionGroup("Common") var common = CommonOptions()

  var exclusiveOptions: [[OptionDeclaration]] { options.exclusiveOptions }

  func values(of option: OptionDeclaration, given: Set<String>) -> ValueCompletion? {
    options.values(of: option, given: given)
  }

  func run(_ context: ToolContext) async throws(UsageError) -> ExitStatus {
    let backend = ReqBackend(options: options, credentials: credentials, context: context)
    return try await RequestRunner(options, context, backend).run()
  }
}
