import Glibc
import Synchronization
import TestSupport
import Testing

@testable import WirelineCore
@testable import WirelineImages
@testable import WirelineRequests

/// Settings that follow from the command line.
@Suite struct FetchOptionsTests {
  /// Checks options without using them.
  private struct Checker: SynchronousToolCommand {
    let checked: Box
    let options = FetchOptions()

    var common: CommonOptions { options.common }
    var exclusiveOptions: [[OptionDeclaration]] { options.exclusive }

    func run(_ context: ToolContext) throws(UsageError) -> ExitStatus {
      try options.check(context)
      let store = try options.storeOptions(context, isForReading: false)
      checked.value.withLock { $0 = (options, store) }
      return .success
    }
  }

  private final class Box: Sendable {
    let value = Mutex<(options: FetchOptions, store: ImageStore.Options)?>(nil)
  }

  /// - Returns: the message if the options are refused.
  private func parse(
    _ arguments: [String]
  ) -> (parsed: (options: FetchOptions, store: ImageStore.Options)?, message: String) {
    let (box, error) = (Box(), Pipe())
    let input = open("/dev/null", O_RDONLY)
    defer { close(input) }
    let command = Command("imgfetch", abstract: "", operands: "") { Checker(checked: box) }
    _ = command.start(
      arguments, environment: Environment([:]),
      streams: StandardStreams(
        input: .init(descriptor: input), output: .init(descriptor: error.output),
        error: .init(descriptor: error.output)))
    error.closeOutput()
    return (box.value.withLock { $0 }, String(decoding: error.read(), as: UTF8.self))
  }

  /// Options, and the resulting jobs, jobs per host, timeout in seconds, and retries.
  static let policies: [([String], Int, Int, Int, Int)] = [
    ([], 16, 6, 30, 3), (["--preset", "default"], 16, 6, 30, 3),
    (["--preset", "high-performance"], 32, 12, 30, 5), (["--preset", "fast"], 32, 12, 20, 5),
    (["--preset", "low-memory"], 4, 4, 30, 2), (["--preset", "offline-first"], 4, 4, 60, 2),
    (["--preset", "fast", "-j", "3", "--retry", "0", "--timeout", "1s"], 3, 12, 1, 0),
    (["--preset", "fast", "--retry-policy", "none"], 32, 12, 20, 0),
    // 256 KB of each image may be in memory, of which 512 KB are for writing.
    (["--preset", "low-memory", "-j", "99"], 30, 4, 30, 2),
  ]

  @Test(arguments: policies)
  func policyFollowsPresetAndOptions(
    arguments: [String], jobs: Int, jobsPerHost: Int, timeout: Int, retries: Int
  ) throws {
    let policy = try #require(parse(arguments).parsed).options.executionPolicy

    #expect([policy.jobs, policy.jobsPerHost, policy.retry.limit] == [jobs, jobsPerHost, retries])
    #expect(policy.limits.idleTimeout == .seconds(timeout))
  }

  @Test func gatewayFollowsOptions() throws {
    let options = try #require(
      parse([
        "--revalidate-after", "7d", "--max-body", "1M", "--deadline", "2m", "--validate",
        "structure", "--allow", "jpg,png", "--max-aspect", "16:9",
      ]).parsed
    ).options

    let gateway = try options.gateway(MemoryExecutor(), ImageStore(directory: "/nonexistent"))

    let (lookup, downloader) = (gateway.lookup, gateway.downloader)
    #expect(lookup.revalidationAge == 604_800 && downloader.longestWait == .seconds(120))
    #expect(downloader.bodies.sinks.maximumBytes == 1 << 20 && options.queuedBytes == 512 << 10)
    #expect(lookup.rules.validation == .structure && lookup.rules.formats == [.jpeg, .png])
    #expect(lookup.rules.maximumAspect == 16.0 / 9 && lookup.rules == downloader.bodies.sinks.rules)
  }

  @Test(arguments: [
    ([], true, true), (["-o", "d"], false, false), (["-o", "d", "-H", "Cookie: a"], false, true),
    (["-o", "d", "-H", "X-A: a"], false, false), (["-o", "d", "-H", "Cookie:"], false, false),
  ])
  func cacheDirectoryAndCredentialsMakeFilesPrivate(
    arguments: [String], hasPrivateFolders: Bool, hasPrivateFiles: Bool
  ) throws {
    let store = try #require(parse(arguments).parsed).store

    #expect(store.hasPrivateFolders == hasPrivateFolders)
    #expect(store.hasPrivateFiles == hasPrivateFiles)
  }

  @Test func storeFollowsOptions() throws {
    let store = try #require(
      parse([
        "--layout", "date", "--memory", "high=5,low=6", "--memory-class", "low", "--expire-after",
        "1.5s", "--fsync", "full", "--max-store", "1G", "--filter", "cat",
        "--max-body", "2M",
      ]).parsed
    ).store

    #expect(store.layout == .date && store.memoryClass == .low)
    #expect(store.memory.high == 5 && store.memory.low == 6 && store.longestAge == 2)
    #expect(store.durability == .full && store.maximumBytes == 1 << 30)
    #expect(store.filter?.command == "cat" && store.filter?.maximumBytes == 2 << 20)
  }

  @Test(
    arguments: [
      (nil, "/var/images", "/var/images/wireline/images"), ("d", nil, "d"), ("d/", nil, "d"),
      ("/", nil, "/"),
    ] as [(String?, String?, String)])
  func directoryOfTheStore(option: String?, cache: String?, expected: String) throws {
    let options = try #require(parse(option.map { ["-o", $0] } ?? []).parsed).options
    let environment = Environment(cache.map { ["XDG_CACHE_HOME": $0] } ?? [:])

    #expect(try options.directory(environment) == expected)
  }

  static let refused: [([String], String)] = [
    (["--build", "--parse"], "--build cannot be used with --parse"),
    (["--offline", "--refresh"], "--offline cannot be used with --refresh"),
    (["--photos", "--url-field", "u"], "--photos cannot be used with --url-field"),
    (["--dry-run", "--contact-sheet", "s"], "--dry-run cannot be used with --contact-sheet"),
    (["--clear", "--journal", "j"], "--clear cannot be used with --journal"),
    (["--parse", "http://h/"], "--parse cannot be used with URLs or --shard"),
    (["--parse", "--shard", "1/2"], "--parse cannot be used with URLs or --shard"),
    (["--status", "http://h/"], "--status cannot be used with URLs, --input or --shard"),
    (["--clear", "-"], "--clear cannot be used with URLs, --input or --shard"),
    (
      ["--verify-store", "--input", "f"],
      "--verify-store cannot be used with URLs, --input or --shard"
    ),
    (["--resume"], "--resume needs --journal"),
    (["--filter", " "], "--filter is empty"),
    (["--resize-mode", "fill"], "--resize-mode needs --resize"),
    (["--upscale", "--encode", "png"], "--upscale needs --resize"),
    (["--skip-reencode"], "--skip-reencode needs an option that changes images"),
    (["--encode-unsupported", "keep"], "--encode-unsupported needs an option that changes images"),
    (["--stop-on-error", "--tolerate", "1"], "--stop-on-error cannot be used with --tolerate"),
  ]

  @Test(arguments: refused)
  func refusesCombination(arguments: [String], message: String) {
    let (parsed, text) = parse(arguments)

    #expect(parsed == nil)
    #expect(text.hasPrefix("imgfetch: error: \(message)\n"), "\(text)")
  }

  @Test func emptyDirectoryIsRefused() throws {
    let options = try #require(parse(["-o", ""]).parsed).options

    #expect(throws: UsageError.self) { try options.directory(Environment([:])) }
  }

  @Test(arguments: ImagePreset.allCases)
  func impliedValuesAreThoseOfThePreset(preset: ImagePreset) throws {
    let options = try #require(parse(["--preset", preset.rawValue]).parsed).options

    let values = options.impliedValues { $0 == "preset" ? preset.rawValue : nil }

    #expect(values["jobs"] == "\(preset.policy.jobs)")
    #expect(values["retry"] == "\(preset.policy.retry.limit)")
    #expect(values["memory"] == preset.memory.text)
    #expect(values["encode"] == options.pixels.recipe?.encoding.text)
    #expect(values["layout"] == preset.layout.rawValue)
  }

  static let processing: [([String], PixelEncoding?, StorageLayout)] = [
    (["--preset", "high-performance"], nil, .hashed),
    (["--preset", "fast"], .jpeg(quality: 80), .hashed),
    (["--preset", "offline-first"], .adaptive, .domain),
    (["--preset", "fast", "--encode", "webp", "--layout", "flat"], .webp(quality: 75), .flat),
    (["--preset", "offline-first", "--filter", "cat"], nil, .domain),
  ]

  @Test(arguments: processing)
  func presetCompressesAndPlacesImages(
    arguments: [String], encoding: PixelEncoding?, layout: StorageLayout
  ) throws {
    let (options, store) = try #require(parse(arguments).parsed)

    #expect(options.pixels.recipe?.encoding == encoding && store.layout == layout)
  }

  // MARK: Values

  @Test(
    arguments: [
      ("1000000", 1_000_000), ("40M", 40_000_000), ("7680x4320", 33_177_600), ("2X3", 6),
      ("0", nil),
      ("-1", nil), ("1.5M", nil), ("0x5", nil), ("x", nil), ("", nil), ("1x2x3", nil),
      ("9223372036854775807x2", nil),
    ] as [(String, Int?)])
  func pixelCount(text: String, value: Int?) {
    #expect((try? PixelCount(parsing: text))?.value == value)
  }

  @Test(
    arguments: [
      ("3", 3), ("2.5", 2.5), ("16:9", 16.0 / 9), ("1", 1), ("9:16", nil), ("0.5", nil),
      ("1:0", nil),
      ("a:b", nil), ("inf", nil), ("1:2:3", nil),
    ] as [(String, Double?)])
  func aspectRatio(text: String, value: Double?) {
    #expect((try? AspectRatio(parsing: text))?.value == value)
  }

  @Test(
    arguments: [
      ("high=50,low=100", "high=50,low=100"), ("low=7", "high=5000,low=7"),
      ("high = 1", "high=1,low=10000"), ("mid=3", nil), ("high", nil), ("high=-1", nil),
      ("high=10000001", nil), ("", nil),
    ] as [(String, String?)])
  func memoryLimits(text: String, limits: String?) {
    #expect((try? MemoryLimits(parsing: text))?.text == limits)
  }

  @Test(
    arguments: [
      ("jpeg", [.jpeg]), ("JPG, png", [.jpeg, .png]), ("pdf", nil), ("png,", nil),
    ] as [(String, Set<ImageFormat>?)])
  func imageFormats(text: String, formats: Set<ImageFormat>?) {
    #expect((try? ImageFormatList(parsing: text))?.formats == formats)
  }
}
