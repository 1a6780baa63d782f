import TestSupport
import Testing

@testable import WirelineCore
@testable import WirelineImages
@testable import WirelineRequests

@Suite struct ImageGatewayTests {
  private let directory: TemporaryDirectory

  init() throws { directory = try TemporaryDirectory() }

  private func gateway(_ executor: MemoryExecutor) -> ImageGateway {
    let store = ImageStore(directory: directory.path)
    let sinks = ImageSink.Settings(store: store, buffers: BufferPool(maximumBytes: 512 << 10))
    return ImageGateway(
      lookup: ImageLookup(store: store),
      downloader: ImageDownloader(
        executor: executor, bodies: StoredBodies(sinks: sinks), longestWait: .seconds(300),
        queuedBytes: 512 << 10))
  }

  /// Fetches images and waits for all: their sources and sizes, or `failed`.
  private func fetch(_ gateway: ImageGateway, _ paths: [String]) throws -> [String] {
    let results = Monitor<[String]>([])
    for path in paths {
      gateway.fetch(try RequestURL("http://h/\(path)")) { result in
        let image = try? result.get()
        let header = image?.image.entry.header
        let size = "\(header?.width ?? 0)x\(header?.height ?? 0)"
        results.withLock { $0.append(image.map { "\($0.source) \(size)" } ?? "failed") }
      }
    }
    #expect(results.wait { $0.count == paths.count })
    return results.withLock { $0 }
  }

  /// The executor holds the first request until the second one.
  @Test func joinsConcurrentFetches() throws {
    let executor = MemoryExecutor(delayed: 2)
    let gateway = gateway(executor)

    let results = try fetch(gateway, [String](repeating: "a", count: 10) + ["b"])

    #expect(executor.paths == ["/a", "/b"])
    #expect(results.count { $0 == "network 7x5" } == 2 && results.count { $0 == "joined 7x5" } == 9)
    #expect(try fetch(gateway, ["a"]) == ["memory 7x5"])
  }

  @Test(arguments: [(200, "<html>"), (200, ""), (404, "x"), (200, "\u{89}PNG")])
  func reportsFailureToAllFetchesAndRetriesLater(status: Int, body: String) throws {
    let executor = MemoryExecutor(["/a": (status, Array(body.utf8))], delayed: 2)
    let gateway = gateway(executor)

    let results = try fetch(gateway, ["a", "a", "a", "b"])
    let later = try fetch(gateway, ["a", "c"])

    #expect(results.count { $0 == "failed" } == 3 && later.contains("failed"))
    #expect(executor.paths == ["/a", "/b", "/a", "/c"])
  }

  /// The process may exit before the last reference to the file is released.
  @Test func deletesTruncatedImage() throws {
    let image = SampleImage.png(width: 900, height: 900)

    #expect(try fetch(gateway(MemoryExecutor(["/a": (0, image)])), ["a"]) == ["failed"])

    #expect(directory.files().allSatisfy { $0.contains(".wireline-") && !$0.hasSuffix(".tmp") })
  }

  /// Some formats have their size at the end.
  @Test func readsSizeAtEndOfImage() throws {
    let strip = ImageSamples.zeros(400_000)
    let directory = ImageSamples.directory([(256, 290), (257, 442)])
    let tiff =
      ImageSamples.text("II*\0") + ImageSamples.little32(8 + strip.count) + strip + directory

    let results = try fetch(gateway(MemoryExecutor(["/a": (200, tiff)])), ["a"])

    #expect(results == ["network 290x442"])
  }
}
