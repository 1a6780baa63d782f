import TestSupport
import Testing

@testable import WirelineCore
@testable import WirelineImages
@testable import WirelineRequests

/// The memory of images that are being received.
@Suite struct ImageSinkTests {
  private let directory: TemporaryDirectory

  init() throws { directory = try TemporaryDirectory() }

  /// The bytes in memory after each piece of an image.
  private func pending(_ pieces: [Int], recipe: String?) throws -> [Int] {
    var options = ImageStore.Options()
    options.recipe = recipe
    let store = ImageStore(directory: directory.path, options: options)
    var rules = ImageRules()
    rules.validation = .none
    let sink = ImageSink(
      .init(store: store, buffers: BufferPool(maximumBytes: 0), rules: rules),
      ImageRequest(store.address(try RequestURL("http://h/a.png"))),
      head: ResponseHead(status: 200), expected: pieces.reduce(0, +))
    defer { sink.abandon() }
    var start = SampleImage.png(width: 7, height: 5)
    return try pieces.map { count in
      let piece = start + [UInt8](repeating: 0, count: count - start.count)
      start = []
      try piece.withUnsafeBytes { bytes in try sink.receive(bytes) }
      return sink.pendingBytes
    }
  }

  @Test func writesLargeImagesInPieces() throws {
    let pieces = [200 << 10, 56 << 10, 255 << 10, 1 << 10]

    #expect(try pending(pieces, recipe: nil) == [200 << 10, 0, 255 << 10, 0])
  }

  /// An image to process needs more memory only until it is known to be too large for it.
  @Test func keepsImagesToProcessInMemory() throws {
    let pieces = [1 << 20, (1 << 20) - 1, 1, 255 << 10, 1 << 10, 100]

    let expected = [1 << 20, (2 << 20) - 1, 0, 255 << 10, 0, 100]
    #expect(try pending(pieces, recipe: "resize") == expected)
  }
}
