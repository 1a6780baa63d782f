import Synchronization
import TestSupport
import Testing

@testable import WirelineCore
@testable import WirelineImages
@testable import WirelineRequests

/// Holds requests until the test responds.
private final class HeldExecutor: RequestExecuting {
  private let waiting = Mutex<[@Sendable ([UInt8], Int) -> Void]>([])

  var count: Int { waiting.withLock { $0.count } }

  func start(
    _ specification: RequestSpecification, gate: (any RequestGate)?, body: BodyDestination,
    completion: @escaping @Sendable (Result<Response, RequestError>) -> Void
  ) {
    waiting.withLock { waiting in
      waiting.append { bytes, status in
        if status == 0 {
          if case .newSink(let make) = body {
            let sink = make(ResponseHead(status: 200))
            _ = bytes.withUnsafeBytes { bytes in try? sink.receive(bytes) }
          }
          return completion(
            .failure(RequestError(.truncated(received: 9, expected: nil), attempts: 1)))
        }
        let head = ResponseHead(status: status)
        if case .newSink(let make) = body {
          let sink = make(head)
          _ = bytes.withUnsafeBytes { bytes in try? sink.receive(bytes) }
        }
        completion(
          .success(
            Response(head: head, url: specification.url, body: .delivered, bodyBytes: bytes.count)))
      }
    }
  }

  /// Responds to a request by its index. With status 0 the response is truncated.
  func respond(_ index: Int, _ bytes: [UInt8], status: Int = 200) {
    waiting.withLock { $0[index] }(bytes, status)
  }
}

@Suite struct ImageGatewayTests {
  private let executor = HeldExecutor()
  private let directory: TemporaryDirectory
  private let gateway: ImageGateway
  private let url: RequestURL

  init() throws {
    directory = try TemporaryDirectory()
    url = try RequestURL("http://h/a.png")
    gateway = ImageGateway(
      executor: executor, store: ImageStore(directory: directory.path))
  }

  private func fetch(_ times: Int) -> Results {
    let results = Results()
    for _ in 0..<times { gateway.fetch(url) { results.add($0) } }
    return results
  }

  @Test func joinsConcurrentFetches() {
    let results = fetch(10)
    executor.respond(0, SampleImage.png(width: 2, height: 2))
    #expect(results.wait(for: 10))
    let later = fetch(1)

    #expect(executor.count == 1)
    #expect(results.texts == ["network"] + [String](repeating: "joined", count: 9))
    #expect(later.texts == ["memory"])
  }

  @Test(arguments: [(200, "<html>"), (200, ""), (404, "x"), (200, "\u{89}PNG")])
  func reportsFailureToAllFetchesAndRetriesLater(status: Int, body: String) {
    let results = fetch(3)
    executor.respond(0, Array(body.utf8), status: status)
    #expect(results.wait(for: 3))
    _ = fetch(1)

    #expect(results.texts == ["failed", "failed", "failed"])
    #expect(executor.count == 2)
  }

  /// The process may exit before the last reference to the file is released.
  @Test func deletesTruncatedImage() throws {
    let results = fetch(1)
    executor.respond(0, SampleImage.png(width: 900, height: 900), status: 0)
    #expect(results.wait(for: 1))

    #expect(results.texts == ["failed"])
    #expect(directory.files().allSatisfy { $0.contains(".wireline-") && !$0.hasSuffix(".tmp") })
  }

  /// Some formats have their size at the end.
  @Test func readsSizeAtEndOfImage() throws {
    let results = fetch(1)
    executor.respond(0, Self.tiff(strip: 400_000))
    #expect(results.wait(for: 1))

    #expect(results.sizes == ["290x442"])
  }

  /// A TIFF whose directory follows its pixels.
  private static func tiff(strip count: Int) -> [UInt8] {
    let little = { (number: Int, bytes: Int) in
      (0..<bytes).map { UInt8(truncatingIfNeeded: number >> (8 * $0)) }
    }
    let entries = [
      (256, 290), (257, 442), (258, 8), (259, 1), (262, 1), (273, 8), (277, 1), (278, 442),
      (279, count),
    ]
    var bytes: [UInt8] = [0x49, 0x49, 42, 0] + little(8 + count, 4)
    bytes += [UInt8](repeating: 0, count: count) + little(entries.count, 2)
    for (tag, value) in entries {
      bytes += little(tag, 2) + little(4, 2) + little(1, 4) + little(value, 4)
    }
    return bytes + [0, 0, 0, 0]
  }
}

private final class Results: Sendable {
  private let results = Mutex<[String]>([])
  private let arrived = ThreadSemaphore()

  var texts: [String] { results.withLock { $0 } }

  /// The width and height of each image.
  var sizes: [String] { found.withLock { $0 } }
  private let found = Mutex<[String]>([])

  /// Waits for this many results.
  func wait(for count: Int) -> Bool { (0..<count).allSatisfy { _ in arrived.wait(seconds: 10) } }

  func add(_ result: Result<FetchedImage, ImageFailure>) {
    let text =
      switch result {
      case .success(let image): image.source.rawValue
      case .failure: "failed"
      }
    if case .success(let image) = result {
      let header = image.image.entry.header
      found.withLock { $0.append("\(header.width ?? 0)x\(header.height ?? 0)") }
    }
    results.withLock { $0.append(text) }
    arrived.signal()
  }
}
