import WirelineCore
import WirelineReq
import WirelineRequests

/// `req`: sends the request on the command line, or a stream of request records.
@main
struct Req: AsyncToolCommand {
  static func main() { command.main() }

  static let command = Command(
    "req", abstract: "Send HTTP requests",
    operands: "[METHOD] URL [ITEM…]\n       req [options] < REQUESTS",
    mainOptions: [
      "request", "header", "data", "json", "form", "user", "bearer-file", "output", "dry-run",
      "select", "each", "paginate", "jobs", "retry", "retry-errors", "journal", "resume", "cache",
      "verbose",
    ],
    hints: [
      "jobs": "-j is --jobs, unlike curl's --junk-session-cookies",
      "shard": "in a task of a Slurm array, give --shard \"$SLURM_ARRAY_TASK_ID/4\"",
      "shard-by": "--shard-by host keeps the requests to a host in one process",
      // Options of HTTPie.
      "a": "give --user name:password", "auth": "give --user name:password",
      "all": "-v shows redirects and retries; --paginate fetches all pages",
      "auth-type": "give --digest, --bearer-file or --aws-sigv4",
      "body": "the body is the output; -o writes it to a file",
      "check-status": "statuses of 400 and above are failures by default, see --fail",
      "download": "give -O to keep the name in the URL, or -o FILE",
      "headers": "give -I for a HEAD request, or -i for the header fields and the body",
      "pretty": "on a terminal the output is formatted; elsewhere use jq",
      "print": "-v shows the request and the response, -i adds the header fields to the output",
      "stream": "responses are printed as they arrive",
      // Options of other tools.
      "bearer": "give --bearer-file FILE, or --oauth2-bearer TOKEN, which other users can read",
      "force": "give --refresh to send the request even if a cached response is fresh",
      "jq": "give --select POINTER, or pipe the output to jq",
      // Options of wget.
      "no-check-certificate": "give -k", "post-data": "give -d DATA", "tries": "give --retry N",
      "verify": "give --cacert FILE, or -k to trust any certificate",
    ], substitute: CurlOptions.substitute,
    sharedOptions: { SharedOptions.declarationsOfAllTools }
  ) { Req() }

  var options = RequestOptions()
  @OptionGroup("Credentials") var credentials = CredentialOptions()
  @OptionGroup("Common") var common = CommonOptions()

  var exclusiveOptions: [[OptionDeclaration]] { options.exclusiveOptions }

  func values(of option: OptionDeclaration, given: Set<String>) -> ValueCompletion? {
    options.values(of: option, given: given)
  }

  func impliedValues(given: (String) -> String?) -> [String: String] {
    HTTPOptions<ReqDefaults>.impliedValues(given: given)
  }

  func run(_ context: ToolContext) async throws(UsageError) -> ExitStatus {
    let backend = ReqBackend(options: options, credentials: credentials, context: context)
    return try await RequestRunner(options, context: context, backend: backend).run()
  }
}
