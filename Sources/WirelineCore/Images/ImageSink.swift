internal import Crypto
internal import Synchronization

/// Takes an image as it comes: looks at its beginning, hashes it, keeps it in
/// memory while it is small and in a temporary file when it is not.
final class ImageSink: ResponseSink {
  fileprivate struct State: Sendable {
    var head: [UInt8] = []
    var pending: [UInt8] = []
    var file: AtomicFile?
    var digest = SHA256()
    var bytes = 0
    var isRejected = false
  }

  private let store: ImageStore
  private let place: StoragePath
  private let limit: Int?
  private let state = Mutex(State())

  /// Up to here an image waits in memory: most are below.
  private static let memoryBytes = 256 * 1024

  /// - Parameters:
  ///   - expected: the announced length; nil where there is none.
  ///   - limit: the largest image in bytes; nil is no limit.
  init(store: ImageStore, place: StoragePath, expected: Int?, limit: Int?) {
    self.store = store
    self.place = place
    self.limit = limit
    guard let expected, expected > 0 else { return }
    // A lie about the length must not cost memory.
    state.withLock { $0.pending.reserveCapacity(min(expected, Self.memoryBytes)) }
  }

  func receive(_ bytes: UnsafeRawBufferPointer) throws(RequestError) {
    let outcome: Result<Void, RequestError> = state.withLock { state in
      do throws(RequestError) {
        return .success(try state.take(bytes, store, place, limit, Self.memoryBytes))
      } catch {
        return .failure(error)
      }
    }
    try outcome.get()
  }

  /// What waits in memory for `finish`.
  var pendingBytes: Int { state.withLock { $0.pending.count } }

  /// The answer is whole: hashes what is left, and makes the image appear in
  /// the store. Takes as long as the disk does.
  func finish() throws(ImageFailure) -> StoredImage {
    let outcome: Result<StoredImage, ImageFailure> = state.withLock { state in
      do throws(ImageFailure) {
        return .success(try state.finish(store, place))
      } catch {
        return .failure(error)
      }
    }
    return try outcome.get()
  }
}

extension ImageSink.State {
  fileprivate mutating func take(
    _ bytes: UnsafeRawBufferPointer, _ store: ImageStore, _ place: StoragePath, _ limit: Int?,
    _ memoryBytes: Int
  ) throws(RequestError) {
    self.bytes += bytes.count
    if let limit, self.bytes > limit {
      throw RequestError(.bodyTooLarge(limit: limit), isRequestSent: true)
    }
    if head.count < ImageHeader.maximumBytes {
      head.append(contentsOf: bytes.prefix(ImageHeader.maximumBytes - head.count))
      if head.count >= ImageFormat.sniffBytes, ImageFormat(head[...]) == nil {
        // No image: the rest of it is not worth having.
        isRejected = true
        throw RequestError(.cancelled)
      }
    }
    pending.append(contentsOf: bytes)
    if pending.count >= memoryBytes { try spill(store, place) }
  }

  private mutating func spill(_ store: ImageStore, _ place: StoragePath) throws(RequestError) {
    do throws(FileError) {
      if file == nil { file = try store.create(place) }
      digest.update(data: pending)
      try file?.write(pending)
      pending.removeAll(keepingCapacity: true)
    } catch {
      throw RequestError(.writeFailed(path: error.path, detail: error.reason), isRequestSent: true)
    }
  }

  fileprivate mutating func finish(
    _ store: ImageStore, _ place: StoragePath
  ) throws(ImageFailure) -> StoredImage {
    if bytes == 0 { throw .emptyBody }
    guard !isRejected, let header = ImageHeader(head[...]) else {
      throw .notAnImage(ImageFailure.excerpt(head))
    }
    if header.isCutShort { throw .damaged(header.format) }
    let path = "\(store.directory)/\(place.name(for: header.format))"
    do throws(FileError) {
      if file == nil { file = try store.create(place) }
      digest.update(data: pending)
      try file?.write(pending)
      try file?.commit(as: path)
      store.add(place)
    } catch {
      throw .write(error)
    }
    return StoredImage(
      path: path, header: header, bytes: bytes,
      sha256: Hexadecimal.encode(digest.finalize()))
  }
}
