import WirelineCore
import WirelineHTTP
import WirelineImages
import WirelineRequests

/// The command `imgfetch`: prefetches images.
@main
struct ImgFetch: AsyncToolCommand {
  static func main() {
    PixelWorker.runIfRequested()
    command.main()
  }

  static let command = Command(
    "imgfetch", abstract: "Download images", operands: "[URL…]",
    mainOptions: [
      "output-dir", "input", "resize", "preset", "jobs", "per-host", "rate-per-host", "retry",
      "retry-errors", "timeout", "validate", "allow", "tar", "refresh", "offline", "journal",
      "resume", "shard", "contact-sheet", "dry-run", "status", "format", "quiet", "verbose",
    ],
    hints: [
      "shard": "in a task of a Slurm array, give --shard \"$SLURM_ARRAY_TASK_ID/4\"",
      "shard-by": "--shard-by host keeps the requests to a host in one process",
      // Options of aria2, wget and curl.
      "d": "give -o DIR", "dir": "give -o DIR", "directory-prefix": "give -o DIR",
      "P": "give -o DIR",
      "O": "give -o DIR; the output names the file of each image",
      "input-file": "give --input FILE",
      "max-concurrent-downloads": "give --jobs N", "parallel-max": "give --jobs N",
      "max-connection-per-server": "give --per-host N",
      // Names of these options in other image tools.
      "thumbnail": "give --resize N", "width": "give --resize Nx", "height": "give --resize xN",
      "size": "give --resize N or --resize WxH", "max-width": "give --resize Nx",
      "quality": "give --encode jpeg:80", "convert": "give --encode jpeg, png or webp",
      "min-size": "give --min-side N for pixels", "types": "give --allow jpeg,png",
      "threads": "give --jobs N", "processes": "give --jobs N",
      "rotate": "processing turns images as their Exif data says; --filter can turn others",
      // Header fields and other options of curl and wget.
      "u": "give -H @FILE with the line Authorization: …",
      "user": "give -H @FILE with the line Authorization: …",
      "b": "give -H @FILE with the line Cookie: …",
      "cookie": "give -H @FILE with the line Cookie: …",
      "e": "give -H 'Referer: URL'", "referer": "give -H 'Referer: URL'",
      "L": "redirects are followed by default, see --max-redirects",
      "location": "redirects are followed by default, see --max-redirects",
      "s": "give -q", "silent": "give -q",
      "c": "give --journal FILE --resume to continue a list",
      "continue": "give --journal FILE --resume to continue a list",
      // Options of img2dataset.
      "image_size": "give --resize N", "url_list": "give --input FILE",
      "output_folder": "give --output-dir DIR or --tar DIR", "thread_count": "give --jobs N",
      // Options of other tools for what the store does by default, or with another option.
      "force": "give --refresh", "overwrite": "give --refresh", "no-cache": "give --refresh",
      "n": "stored images are not requested again, unless with --refresh",
      "no-clobber": "stored images are not requested again, unless with --refresh",
      "skip-existing": "stored images are not requested again, unless with --refresh",
      "mirror": "give --layout domain for a directory per host, --remove URL to remove images",
      "delete": "give --remove URL, or --clear for all images",
    ],
    sharedOptions: { SharedOptions.declarationsOfAllTools }
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
      options, context,
      makeExecutor: { policy throws(UsageError) in
        try RequestExecutor(
          options.http, policy: policy, fields: options.http.fields(), context: context)
      }
    ).run()
  }
}
