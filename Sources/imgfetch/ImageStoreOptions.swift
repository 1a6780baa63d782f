import ArgumentParser
import WirelineCore
import WirelineImages

/// How images are kept.
struct ImageStoreOptions: DeclaredOptions {
  @Option(Self.layout) var layout: StorageLayout?
  @Option(Self.memory) var memory: MemoryLimits?
  @Option(Self.latency) var latency: ImageLatency?
  @Option(Self.revalidateAfter) var revalidateAfter: PositiveTime?
  @Option(Self.memoryInFlight) var memoryInFlight: ByteSize?
  @Option(Self.fsync) var fsync: FsyncMode?
  @Flag(Self.linkDuplicates) var linkDuplicates: Bool?
  @Option(Self.maxStore) var maxStore: ByteSize?
  @Option(Self.expireAfter) var expireAfter: PositiveTime?
  @Option(Self.filter) var filter: String?

  static let declarations = [
    layout, memory, latency, revalidateAfter, memoryInFlight, fsync, linkDuplicates, maxStore,
    expireAfter, filter,
  ]

  static let layout = OptionDeclaration(
    "layout", .value("hashed|flat|domain|date"), "where images lie below the output directory",
    default: "hashed", values: .choices("layouts", StorageLayout.self))
  static let memory = OptionDeclaration(
    "memory", .value("high=n,low=n"), "images of each latency that the run remembers",
    default: MemoryLimits().text)
  static let latency = OptionDeclaration(
    "latency", .value("high|low"), "how often the images change, where a record does not say",
    default: "high", values: .choices("latencies", ImageLatency.self))
  static let revalidateAfter = OptionDeclaration(
    "revalidate-after", .value("age"), "ask the server again about images that are older")
  static let memoryInFlight = OptionDeclaration(
    "memory-in-flight", .value("size"), "what images that are being fetched may hold in memory",
    default: "256M")
  static let fsync = OptionDeclaration(
    "fsync", .value("none|file|full"), "what is on the disk before an image is shown",
    default: "none", values: .choices("fsync modes", FsyncMode.self))
  static let linkDuplicates = OptionDeclaration(
    "link-duplicates", .flag(inverse: "no-link-duplicates"),
    "store the same bytes once, as hard links")
  static let maxStore = OptionDeclaration(
    "max-store", .value("size"), "keep no more, the least recently used go first")
  static let expireAfter = OptionDeclaration(
    "expire-after", .value("age"), "remove images that were not checked for so long")
  static let filter = OptionDeclaration(
    "filter", .value("command"), "pass each image through this command before it is stored")

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

/// How many images of each latency a run remembers: `high=50,low=100`.
struct MemoryLimits: ArgumentValue, Equatable {
  var limits = ImageMemory<ImageKey, StoredImage>.Limits()

  init(high: Int, low: Int) { limits = .init(high: high, low: low) }

  init() {}

  init(parsing argument: String) throws(InvalidArgument) {
    for part in argument.split(separator: ",", omittingEmptySubsequences: false) {
      let sides = part.split(separator: "=", omittingEmptySubsequences: false).map(\.trimmingSpaces)
      guard sides.count == 2, let tier = ImageLatency(rawValue: sides[0]),
        let count = Int(digits: sides[1]), count <= 10_000_000
      else { throw InvalidArgument(expected: "limits such as high=50,low=100") }
      if tier == .high { limits.high = count } else { limits.low = count }
    }
  }

  /// As it could be typed.
  var text: String { "high=\(limits.high),low=\(limits.low)" }
}
