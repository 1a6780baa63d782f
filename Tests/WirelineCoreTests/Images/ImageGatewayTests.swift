import Synchronization
import TestSupport
import Testing

@testable import WirelineCore

/// Answers from memory, when it is told to, and counts.
private final class HeldExecutor: RequestExecuting {
  private let waiting = Mutex<[@Sendable ([UInt8], Int) -> Void]>([])

  var count: Int { waiting.withLock { $0.count } }

  func start(
    _ specification: RequestSpecification, gate: (any RequestGate)?, body: BodyDestination,
    completion: @escaping @Sendable (Result<Response, RequestError>) -> Void
  ) {
    waiting.withLock { waiting in
      waiting.append { bytes, status in
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

  /// Answers the nth request.
  func answer(_ index: Int, _ bytes: [UInt8], status: Int = 200) {
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

  private func ask(_ times: Int) -> Answers {
    let answers = Answers()
    for _ in 0..<times { gateway.fetch(url) { answers.add($0) } }
    return answers
  }

  @Test func tenAsksAreOneRequest() {
    let answers = ask(10)
    executor.answer(0, SampleImage.png(width: 2, height: 2))
    #expect(answers.wait(for: 10))
    let later = ask(1)

    #expect(executor.count == 1)
    #expect(answers.texts == ["network"] + [String](repeating: "joined", count: 9))
    #expect(later.texts == ["memory"])
  }

  @Test(arguments: [(200, "<html>"), (200, ""), (404, "x"), (200, "\u{89}PNG")])
  func aFailureReachesEveryoneAndIsForgotten(status: Int, body: String) {
    let answers = ask(3)
    executor.answer(0, Array(body.utf8), status: status)
    #expect(answers.wait(for: 3))
    _ = ask(1)

    #expect(answers.texts == ["failed", "failed", "failed"])
    #expect(executor.count == 2)
  }
}

private final class Answers: Sendable {
  private let results = Mutex<[String]>([])
  private let arrived = ThreadSemaphore()

  var texts: [String] { results.withLock { $0 } }

  /// Waits for so many of them.
  func wait(for count: Int) -> Bool { (0..<count).allSatisfy { _ in arrived.wait(seconds: 10) } }

  func add(_ result: Result<FetchedImage, ImageFailure>) {
    let text =
      switch result {
      case .success(let image): image.source.rawValue
      case .failure: "failed"
      }
    results.withLock { $0.append(text) }
    arrived.signal()
  }
}
