internal import Glibc
internal import Synchronization
internal import WirelineCore

/// Processes images in worker processes and stores the results.
final class ImageProcessor: Sendable {
  struct Options: Sendable {
    /// Whether images that cannot be decoded are stored unchanged.
    var keepsUnsupported = false
    /// The memory for images that wait, in bytes: work for longer than a download is held back.
    var maximumPendingBytes = 32 << 20
    /// The same for images in temporary files.
    var maximumPendingFileBytes = 256 << 20
  }

  typealias Completion = @Sendable (Result<StoredImage, ImageFailure>) -> Void

  private let workers: PixelWorkers
  private let store: ImageStore
  private let options: Options
  /// Why images failed that made a worker crash or hang, by the hash of their content.
  private let failed = Mutex<[ImageKey: PixelFailure]>([:])

  /// More are forgotten: each has cost a worker, so this takes hours.
  private static let maximumFailed = 100_000

  init(workers: PixelWorkers, store: ImageStore, options: Options = Options()) {
    self.workers = workers
    self.store = store
    self.options = options
  }

  /// Whether new images should wait, because they arrive faster than they are processed.
  var isBusy: Bool {
    let pending = workers.pending
    return pending.memory > options.maximumPendingBytes
      || pending.files > options.maximumPendingFileBytes
  }

  /// Blocks while it is busy. A task must not call this.
  func waitForSpace() {
    while isBusy { _ = poll(nil, 0, 10) }
  }

  /// Whether a stored image is a result of these options.
  func accepts(_ image: StoredImage) -> Bool {
    options.keepsUnsupported || !image.entry.flags.contains(StoredImage.unprocessedFlag)
  }

  /// Ends the workers. Images that they process fail.
  func stop() { workers.stop() }

  /// Processes an image and stores the result. Calls the completion once, on any thread.
  func process(
    _ original: UnprocessedImage, for request: ImageRequest, completion: @escaping Completion
  ) {
    if keepsFile(of: original) {
      defer { original.discard() }
      return completion(
        Result { () throws(FileError) in
          try store(original.content, as: original.image, for: request)
        }.mapError { .write($0) })
    }
    workers.process(
      original.content, original.image.header, temporaryBytes: original.temporaryBytes,
      refusal: { [self] in failed.withLock { $0[original.image.sha256] } }
    ) { [self] result in
      completion(finish(result, of: original, for: request))
    }
  }

  private func keepsFile(of original: UnprocessedImage) -> Bool {
    let header = original.image.header
    guard workers.recipe.keepsFile(of: header) else { return false }
    if header.format == .jpeg { return true }
    switch original.content {
    case .bytes(let bytes): return workers.recipe.keepsFile(of: header.completed(by: bytes))
    case .file(let path):
      let bytes = try? workers.read(path)
      return bytes.map { workers.recipe.keepsFile(of: header.completed(by: $0)) } ?? false
    }
  }

  private func finish(
    _ result: Result<ProcessedImage, PixelFailure>, of original: UnprocessedImage,
    for request: ImageRequest
  ) -> Result<StoredImage, ImageFailure> {
    defer { original.discard() }
    var image = original.image
    do throws(FileError) {
      switch result {
      case .success(let processed):
        image.header = processed.header
        image.bytes = processed.bytes.count
        image.sha256 = ImageKey(SHA256.hash(data: processed.bytes))
        image.original = OriginalImage(original.image)
        image.flags += processed.flags
        return .success(try store(.bytes(processed.bytes), as: image, for: request))
      case .failure(.unsupported) where options.keepsUnsupported:
        image.flags.append(StoredImage.unprocessedFlag)
        return .success(try store(original.content, as: image, for: request))
      case .failure(let failure):
        if failure.hasEndedWorker { remember(failure, image.sha256) }
        return .failure(.unprocessed(failure))
      }
    } catch {
      return .failure(.write(error))
    }
  }

  private func remember(_ failure: PixelFailure, _ content: ImageKey) {
    failed.withLock { failed in
      if failed.count < Self.maximumFailed { failed[content] = failure }
    }
  }

  // MARK: Storing

  /// Stores an image under the key of its request.
  private func store(
    _ content: PixelSource, as image: IndexedImage, for request: ImageRequest
  ) throws(FileError) -> StoredImage {
    let file = try store.create(request)
    switch content {
    case .bytes(let bytes): try file.file.write(bytes)
    case .file(let path):
      try FileBytes.chunks(path) { bytes throws(FileError) in try file.file.write(bytes) }
    }
    return try store.commit(file, as: image, for: request)
  }
}
