internal import WirelineCore

/// The layout, limits and filter of the store.
struct ImageStoreOptions: Sendable {
  @Option(
    "layout", "hashed|flat|domain|date", "Folder structure of the store", default: "hashed",
    values: .choices(StorageLayout.self))
  var layout: StorageLayout?
  @Option(
    "name", "template", "Name images by fields and properties, such as '{host}/{ref}.{ext}'",
    isConfigurable: false)
  var name: NameTemplate?
  @Option(
    "ignore-query", "a,b|all",
    "Query parameters that do not identify an image, such as signature,expires")
  var ignoreQuery: IgnoredQuery?
  @Option(
    "memory", "high=n,low=n", "Number of images to remember in each class",
    default: MemoryLimits().text)
  var memory: MemoryLimits?
  @Option(
    "memory-class", "high|low", "Class of images for --memory, unless their record has one",
    default: "high",
    values: .choices(MemoryClass.self))
  var memoryClass: MemoryClass?
  @Option("revalidate-after", "age", "Revalidate stored images older than this, such as 7d")
  var revalidateAfter: PositiveTime?
  @Option(
    "fsync", "none|file|full", "Data to flush to disk before an image becomes visible",
    default: "none", values: .choices(AtomicFile.Durability.self))
  var fsync: AtomicFile.Durability?
  @Option(
    "max-store", "size", "Maximum store size, such as 20G; removes the least recently used")
  var maxStore: ByteSize?
  @Option("expire-after", "age", "Remove images not checked for longer than this, such as 30d")
  var expireAfter: PositiveTime?
  @Option("filter", "command", "Pass each image through a command, such as 'cjpeg -quality 80'")
  var filter: String?

  /// Whether the store has limits, which require its index.
  var isLimited: Bool { maxStore != nil || expireAfter != nil }

  /// - Parameter preset: provides the values of absent options.
  func options(_ preset: ImagePreset) throws(UsageError) -> ImageStore.Options {
    if let filter, filter.trimmingSpaces.isEmpty { throw UsageError("--filter is empty") }
    var options = ImageStore.Options()
    options.layout = layout ?? preset.layout
    options.ignoredQuery = ignoreQuery
    options.memory = (memory ?? preset.memory).limits
    options.memoryClass = memoryClass ?? .high
    options.longestAge = expireAfter.map { Int(($0.duration / .seconds(1)).rounded(.up)) }
    options.durability = fsync ?? AtomicFile.Durability.none
    options.maximumBytes = maxStore?.bytes
    options.filter = filter.map { FileFilter(command: $0) }
    return options
  }
}

extension StorageLayout: ChoiceArgument {}
extension MemoryClass: ChoiceArgument {}
extension AtomicFile.Durability: ChoiceArgument {}
