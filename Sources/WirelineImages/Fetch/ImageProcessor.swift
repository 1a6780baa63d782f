internal import Glibc
internal import Synchronization
internal import WirelineCore

/// Processes images in worker processes and stores the results.
final class ImageProcessor: Sendable {
  enum Source: Sendable {
    case received(ReceivedImage)
    /// An original that the store has.
    case stored(StoredImage)
  }

  struct Options: Sendable {
    /// Stores images that cannot be decoded unchanged.
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
  func process(_ source: Source, _ request: ImageRequest, completion: @escaping Completion) {
    do throws(FileError) {
      let input = try Input(source, request, store)
      let original = input.original
      workers.process(
        input.pixels, original.header, temporaryBytes: input.temporaryBytes,
        refusal: { [self] in failed.withLock { $0[original.sha256] } }
      ) { [self] result in
        completion(finish(result, input, request))
      }
    } catch {
      completion(.failure(.write(error)))
    }
  }

  private func finish(
    _ result: Result<ProcessedImage, PixelFailure>, _ input: Input, _ request: ImageRequest
  ) -> Result<StoredImage, ImageFailure> {
    defer { input.discard() }
    do throws(FileError) {
      switch result {
      case .success(let processed):
        return .success(try store(processed, input.original, request))
      case .failure(.unsupported) where options.keepsUnsupported:
        return .success(try input.copy(to: store, request))
      case .failure(let failure):
        if failure.hasEndedWorker { remember(failure, input.original.sha256) }
        return .failure(.unprocessed(failure))
      }
    } catch {
      return .failure(.write(error))
    }
  }

  private func store(
    _ processed: ProcessedImage, _ original: IndexedImage, _ request: ImageRequest
  ) throws(FileError) -> StoredImage {
    var image = original
    image.header = processed.header
    image.bytes = processed.bytes.count
    image.sha256 = ImageKey(SHA256.hash(data: processed.bytes))
    image.original = OriginalImage(original)
    if processed.isFirstFrame { image.flags.append("first_frame") }
    return try store.store(processed.bytes, request, image)
  }

  private func remember(_ failure: PixelFailure, _ content: ImageKey) {
    failed.withLock { failed in
      if failed.count < Self.maximumFailed { failed[content] = failure }
    }
  }
}

/// An image to process, and what to do with it afterwards.
private struct Input: Sendable {
  /// Its key is that of the result.
  let original: IndexedImage
  let pixels: PixelSource
  /// The file to remove at the end.
  private let temporary: ImageFile?

  init(
    _ source: ImageProcessor.Source, _ request: ImageRequest, _ store: ImageStore
  ) throws(FileError) {
    switch source {
    case .stored(let image):
      var entry = image.entry
      entry.key = request.address.key
      entry.flags.removeAll { $0 == StoredImage.unprocessedFlag }
      (original, pixels, temporary) = (entry, .file(path: image.path), nil)
    case .received(let received):
      original = received.image
      switch received.content {
      case .bytes(let bytes): (pixels, temporary) = (.bytes(bytes), nil)
      // Not the stored original, which `--max-store` may remove.
      case .file(let file): (pixels, temporary) = (.file(path: file.file.temporaryPath), file)
      }
      guard store.options.keepsOriginals else { return }
      do throws(FileError) {
        try store.storeOriginal(received, request)
      } catch {
        discard()
        throw error
      }
    }
  }

  var temporaryBytes: Int { temporary == nil ? 0 : original.bytes }

  func discard() { temporary?.file.discard() }

  /// Stores the image unchanged under the key of the result.
  func copy(to store: ImageStore, _ request: ImageRequest) throws(FileError) -> StoredImage {
    var image = original
    image.flags.append(StoredImage.unprocessedFlag)
    switch pixels {
    case .bytes(let bytes): return try store.store(bytes, request, image)
    case .file(let path): return try store.copy(path, request, image)
    }
  }
}

// MARK: Storing

extension ImageStore {
  /// Stores an image under the key of its request.
  fileprivate func store(
    _ bytes: [UInt8], _ request: ImageRequest, _ image: IndexedImage
  ) throws(FileError) -> StoredImage {
    let file = try create(request)
    try file.file.write(bytes)
    return try commit(file, request, image)
  }

  fileprivate func storeOriginal(
    _ received: ReceivedImage, _ request: ImageRequest
  ) throws(FileError) {
    let address = originalAddress(request.address.url)
    let original = ImageRequest(
      address, known: find(address), latency: request.latency, expected: request.expected)
    var image = received.image
    image.key = address.key
    switch received.content {
    case .bytes(let bytes): _ = try store(bytes, original, image)
    case .file(let file): _ = try copy(file.file.temporaryPath, original, image)
    }
  }

  /// Stores a copy of a file.
  fileprivate func copy(
    _ path: String, _ request: ImageRequest, _ image: IndexedImage
  ) throws(FileError) -> StoredImage {
    let file = try create(request)
    try FileBytes.chunks(path) { bytes throws(FileError) in try file.file.write(bytes) }
    return try commit(file, request, image)
  }
}
