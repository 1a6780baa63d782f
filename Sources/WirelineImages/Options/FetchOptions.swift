package import WirelineCore
package import WirelineRequests

/// The options of `imgfetch`.
package struct FetchOptions: Sendable {
  @Operand("url", "Images to fetch; without any, read URLs or records from stdin")
  var operands: [String]
  @Option(
    "output-dir", "directory", "Directory of the image store",
    default: "$XDG_CACHE_HOME/wireline/images", short: "o")
  var outputDir: String?
  @Option(
    "preset", "name", "Predefined jobs, timeouts, retries and compression",
    default: "default",
    values: .choices(ImagePreset.self))
  var preset: ImagePreset?
  @Option("queue-timeout", "time", "Fail images that are queued for longer than this, such as 30s")
  var queueTimeout: PositiveTime?
  @Flag("build", "Print request records instead of sending the requests") var build: Bool
  @Flag("parse", "Store the images in response records printed by req") var parse: Bool
  @Flag("refresh", "Revalidate stored images with the server") var refresh: Bool
  @Flag(
    "offline", "Use stored images only, without network access", scope: .shared,
    isConfigurable: true)
  var offline: Bool
  @OptionGroup("Input") var input = ImageInputOptions()
  @OptionGroup("Images") var rules = ImageRuleOptions()
  @OptionGroup("Processing") var pixels = PixelOptions()
  @OptionGroup("Store") var store = ImageStoreOptions()
  @OptionGroup("Batch") var batch = BatchOptions()
  @OptionGroup("Batch") var run = FetchRunOptions()
  @OptionGroup("Data sets") var tar = TarOptions()
  @OptionGroup("Store maintenance") var maintenance = StoreJobOptions()
  @OptionGroup("Records") var records = RecordOptions()
  @OptionGroup("Records") var fileAccess = FileAccessOptions()
  @OptionGroup("Requests") var jobs = JobOptions<ImageDefaults>()
  @OptionGroup("Requests") var rate = LimitRateOption()
  @OptionGroup("HTTP") package var http = HTTPOptions<ImageDefaults>()
  @OptionGroup("Common") package var common = CommonOptions()

  package init() {
    if store.filter == nil { pixels.presetEncoding = preset?.encoding }
  }

  /// The images to fetch; empty if they are read from stdin or a file.
  var urls: [String] { operands == ["-"] ? [] : operands }

  /// Groups of options of which only one can be used at a time.
  package var exclusive: [[OptionDeclaration]] {
    let modes = [$build, $parse, run.$dryRun] + maintenance.all
    let pairs =
      modes.filter { $0.name != $parse.name }.flatMap {
        [[$0, run.$contactSheet], [$0, tar.$tar]]
      }
      + modes.flatMap { [[$0, batch.$journal], [$0, store.$name]] } + [
        [store.$layout, store.$name]
      ]
    return [
      modes.filter { $0.name != maintenance.$prune.name },
      modes.filter { $0.name != run.$dryRun.name }, [$offline, $refresh], [$offline, run.$dryRun],
      [$parse, input.$captionField],
    ]
      + pairs
      + [[input.$photos, input.$urlField], [tar.$tar, records.$unordered]]
      + pixels.exclusive + pixels.all.map { [store.$filter, $0] } + http.exclusiveOptions
  }

  func check(_ context: ToolContext) throws(UsageError) {
    try batch.check(beside: [
      NamedFile(run.contactSheet, of: "--contact-sheet"), NamedFile(http.record, of: "--record"),
      NamedFile(http.replay, of: "--replay"), list,
    ])
    let isShardGiven = context.isGiven("shard")
    if parse, !urls.isEmpty || isShardGiven {
      throw UsageError("--parse cannot be used with URLs or --shard")
    }
    if maintenance.prune, isShardGiven {
      throw UsageError("--prune cannot be used with --shard")
    }
    if let job = maintenance.job, !job.readsItems,
      !operands.isEmpty || input.input != nil || isShardGiven
    {
      throw UsageError("--\(job.rawValue) cannot be used with URLs, --input or --shard")
    }
    if !urls.isEmpty, let refusal = store.name?.refusalOfURLs {
      throw UsageError(refusal.message, hint: refusal.hint)
    }
    try records.check(readsInput: urls.isEmpty && !parse)
    try tar.check(records)
    try pixels.check(isGiven: context.isGiven)
  }

  private var list: NamedFile {
    if let file = input.input, file != "-" { return NamedFile(file, of: "--input") }
    return NamedFile(urls.isEmpty ? "/dev/stdin" : nil, of: "stdin")
  }
}

struct FetchRunOptions: Sendable {
  @Option("contact-sheet", "file", "Write an HTML page with all images", isConfigurable: false)
  var contactSheet: String?
  @Flag("dry-run", "Print planned actions without fetching anything") var dryRun: Bool
}

/// The options that select an operation on the store instead of downloads.
struct StoreJobOptions: Sendable {
  @Flag("status", "Print a summary of the stored images") var status: Bool
  @Flag("verify-store", "Read all stored images and report damaged ones") var verifyStore: Bool
  @Flag("list", "Print a record for each stored image") var list: Bool
  @Flag("remove", "Remove the images of the given URLs") var remove: Bool
  @Flag("prune", "Remove the images whose URLs are not given") var prune: Bool
  @Flag("clear", "Remove all images") var clear: Bool
  @Flag("reindex", "Update the index from the stored files") var reindex: Bool

  var all: [OptionDeclaration] {
    [$status, $list, $verifyStore, $remove, $prune, $clear, $reindex]
  }

  /// The requested operation; nil for downloads.
  var job: StoreJob? {
    let flags: [(Bool, StoreJob)] = [
      (status, .status), (list, .list), (verifyStore, .verify), (remove, .remove),
      (prune, .prune), (clear, .clear), (reindex, .reindex),
    ]
    return flags.first { $0.0 }?.1
  }
}

/// An operation on the store, by the name of its option.
enum StoreJob: String {
  case status
  case verify = "verify-store"
  case list, remove, prune, clear, reindex

  /// Whether it reads URLs.
  var readsItems: Bool { self == .remove || self == .prune }
}

// MARK: Completion

extension FetchOptions {
  /// The words that a shell offers for an option's value.
  package func values(of option: OptionDeclaration) -> ValueCompletion? {
    option.name == "fields" ? .list(Self.fields) : nil
  }

  private static let fields = WordList(plain: ImageRecord.fields + ["error"])
}
