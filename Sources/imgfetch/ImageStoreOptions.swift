import WirelineCore
import WirelineImages

/// How images are kept.
struct ImageStoreOptions: Sendable {
  @Option(
    "layout", "hashed|flat|domain|date", "where images lie below the output directory",
    default: "hashed", values: .choices("layouts", StorageLayout.self))
  var layout: StorageLayout?
  @Option(
    "memory", "high=n,low=n", "images of each latency that the run remembers",
    default: MemoryLimits().text)
  var memory: MemoryLimits?
  @Option(
    "latency", "high|low", "how often the images change, where a record does not say",
    default: "high", values: .choices("latencies", ImageLatency.self))
  var latency: ImageLatency?
  @Option("revalidate-after", "age", "ask the server again about images that are older")
  var revalidateAfter: PositiveTime?
  @Option(
    "memory-in-flight", "size", "what images that are being fetched may hold in memory",
    default: "256M")
  var memoryInFlight: ByteSize?
  @Option(
    "fsync", "none|file|full", "what is on the disk before an image is shown", default: "none",
    values: .choices("fsync modes", FsyncMode.self))
  var fsync: FsyncMode?
  @Flag("link-duplicates", "store the same bytes once, as hard links") var linkDuplicates: Bool?
  @Option("max-store", "size", "keep no more, the least recently used go first")
  var maxStore: ByteSize?
  @Option("expire-after", "age", "remove images that were not checked for so long")
  var expireAfter: PositiveTime?
  @Option("filter", "command", "pass each image through this command before it is stored")
  var filter: String?

  /// - Parameter preset: what it says where no option does.
  func options(_ preset: ImagePreset) throws(UsageError) -> ImageStore.Options {
    if let filter, filter.trimmingSpaces.isEmpty { throw UsageError("--filter is empty") }
    var options = ImageStore.Options()
    options.layout = layout ?? .hashed
    options.memory = (memory ?? preset.memory).limits
    options.latency = latency ?? .high
    options.longestAge = expireAfter.map { Int(($0.duration / .seconds(1)).rounded(.up)) }
    options.durability = (fsync ?? .none).durability
    options.linksDuplicates = linkDuplicates ?? false
    options.maximumBytes = maxStore?.bytes
    options.filter = filter.map { FileFilter(command: $0) }
    return options
  }
}

extension StorageLayout: ChoiceArgument {}
extension ImageLatency: ChoiceArgument {}

/// What is on the disk before an image's name shows it.
enum FsyncMode: String, ChoiceArgument {
  case none, file, full

  var durability: AtomicFile.Durability {
    switch self {
    case .none: .none
    case .file: .file
    case .full: .full
    }
  }
}
