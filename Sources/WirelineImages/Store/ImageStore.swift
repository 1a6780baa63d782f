internal import Glibc
internal import Synchronization
internal import WirelineCore
internal import WirelineRequests

/// The images below an output directory, with the memory of this run. Thread-safe.
final class ImageStore: Sendable {
  struct Options: Sendable {
    var layout = StorageLayout.hashed
    var memory = ImageMemory<ImageKey, StoredImage>.Limits()
    var memoryClass = MemoryClass.high
    /// The number of seconds after its last check from which an image is ignored and removed.
    var longestAge: Int?
    /// The data to flush to disk before an image becomes visible.
    var durability = AtomicFile.Durability.none
    var maximumBytes: Int?
    var hasPrivateFolders = false
    /// Whether only their owner can access the created files, even those of URLs without a user.
    var hasPrivateFiles = false
    /// Whether to create neither directory nor index.
    var isForReading = false
    /// The query parameters that are not part of the keys.
    var ignoredQuery: IgnoredQuery?
    /// The filter of all images; its command is part of their keys.
    var filter: FileFilter?
    /// The identifier of the processing of all images, as part of their keys.
    var recipe: String?

    var variant: String? { recipe ?? filter?.command }

    var folderMode: UInt32 { hasPrivateFolders ? 0o700 : 0o755 }
  }

  /// The output directory as given, which paths in records begin with.
  let directory: String
  let options: Options
  let index: LazyImageIndex
  let warnings: StoreWarnings
  /// Accesses files below the output directory without following symbolic links.
  let tree: DirectoryTree
  private let memory: Mutex<ImageMemory<ImageKey, StoredImage>>
  /// Whether an image that this run has stored is no longer in memory.
  private let hasForgotten = Atomic(false)
  /// The folders without temporary files of killed processes.
  private let sweptFolders = Mutex<Set<String>>([])
  let now: @Sendable () -> Int
  /// The number of bytes stored since the last removal of images beyond the maximum size.
  let unpruned = Mutex(0)
  /// Requested images that were too old. They are not removed, as their replacement may be
  /// unavailable.
  private let requestedOld = Mutex<Set<ImageKey>>([])
  /// By key, the requests of the images that this run fetched with a user and a password.
  private let owners = Mutex<[ImageKey: ImageKey]>([:])

  /// The resolution of the last use of an image, in seconds: writing each use would cost more than
  /// the lookup.
  private static let useResolution = 60

  init(
    directory: String, options: Options = Options(),
    onWarning: @escaping @Sendable (String) -> Void = { _ in },
    now: @escaping @Sendable () -> Int = { Glibc.time(nil) }
  ) {
    self.directory = directory
    self.options = options
    self.now = now
    warnings = StoreWarnings(onWarning)
    index = LazyImageIndex(
      directory: directory, mayCreate: !options.isForReading, folderMode: options.folderMode,
      warnings)
    tree = DirectoryTree(directory)
    memory = Mutex(ImageMemory(limits: options.memory))
  }

  var isFiltering: Bool { options.filter != nil }

  func address(_ url: RequestURL, headers: HeaderFields = [:]) -> ImageAddress {
    ImageAddress(url, options.ignoredQuery, headers: headers, variant: options.variant)
  }

  /// The address of the downloaded image, without processing or filter.
  func originalAddress(_ address: ImageAddress) -> ImageAddress {
    ImageAddress(address.url, options.ignoredQuery, headers: address.headers)
  }

  // MARK: Finding

  func isStored(_ url: RequestURL) -> Bool { lookUp(address(url)) != nil }

  /// Finds a stored image in memory or on disk. Returns nil if it does not exist, if its file has
  /// changed, or if this run fetched it with different credentials.
  func lookUp(
    _ address: ImageAddress, memoryClass: MemoryClass? = nil
  ) -> (image: StoredImage, source: FetchedImage.Source)? {
    if hasOtherOwner(address) { return nil }
    if let image = memory.withLock({ $0.get(address.key) }) {
      if isIntact(image), isRecent(image) { return (image, .memory) }
      forget(address.key)
    }
    guard let image = search(address) else { return nil }
    guard isRecent(image) else {
      requestedOld.withLock { _ = $0.insert(address.key) }
      return nil
    }
    remember(image, at: address, memoryClass: memoryClass)
    return (image, .storage)
  }

  /// Finds a stored image by the index.
  func find(_ address: ImageAddress) -> StoredImage? {
    hasOtherOwner(address) ? nil : index.value.flatMap { find(address, in: $0) }
  }

  private func find(_ address: ImageAddress, in index: ImageIndex) -> StoredImage? {
    let image = index.lookUp(address.key).map { StoredImage($0, in: directory) }
    return image.flatMap { isIntact($0) ? $0 : nil }
  }

  private func hasOtherOwner(_ address: ImageAddress) -> Bool {
    owners.withLock { $0[address.key].map { $0 != address.request } ?? false }
  }

  func setOwner(_ address: ImageAddress) {
    owners.withLock { $0[address.key] = address.request == address.key ? nil : address.request }
  }

  private func search(_ address: ImageAddress) -> StoredImage? {
    // If the index was empty, the memory has all images except those of other processes, for which
    // `DownloadLock` checks.
    guard let index = index.existing,
      !index.wasEmpty || hasForgotten.load(ordering: .relaxed),
      let image = find(address, in: index)
    else { return nil }
    let now = now()
    if now - image.entry.usedAt >= Self.useResolution { index.touch(address.key, at: now) }
    return image
  }

  /// Whether an image has a file, but no entry in the index, because another process has stored it
  /// in the last second or two. The file alone lacks properties, such as those of the original.
  func isUnindexed(_ address: ImageAddress) -> Bool {
    if hasOtherOwner(address) { return false }
    let base = self.base(address)
    return ImageFormat.allCases.contains { format in
      let attributes = tree.attributes("\(base).\(format.fileExtension)")
      return attributes.map { (0...1).contains(Glibc.time(nil) - $0.modified) } ?? false
    }
  }

  /// Whether a stored image has the expected hash. True for the MD5 of an original that is not
  /// stored, which is unknown.
  func matches(_ image: StoredImage, _ expected: ExpectedHash?) -> Bool {
    guard let expected else { return true }
    if let original = image.entry.original {
      return expected.mismatch(sha256: original.sha256) { nil } == nil
    }
    return expected.mismatch(sha256: image.entry.sha256) {
      var md5 = MD5()
      guard let descriptor = try? tree.open(image.entry.path) else { return "" }
      defer { Glibc.close(descriptor) }
      let isRead: Void? = try? FileBytes.chunks(of: descriptor, path: image.path) { md5.update($0) }
      return isRead == nil ? "" : md5.hexadecimal()
    } == nil
  }

  func content(
    of name: String, validation: ValidationLevel = .none
  ) throws(FileError) -> ImageContent {
    try ImageContent(try tree.open(name), path: "\(directory)/\(name)", validation: validation)
  }

  /// Whether the file exists with the expected length and is not known to be damaged.
  private func isIntact(_ image: StoredImage) -> Bool {
    !image.entry.flags.contains(IndexedImage.changeFlag) && hasFile(image.entry)
  }

  /// Whether the file exists with the expected length.
  func hasFile(_ entry: IndexedImage) -> Bool {
    guard let attributes = tree.attributes(entry.path) else { return false }
    return attributes.isFile && attributes.bytes == entry.bytes && attributes.bytes > 0
  }

  func isRecent(_ image: StoredImage) -> Bool {
    options.longestAge.map { now() - image.entry.checkedAt < $0 } ?? true
  }

  func isRequested(_ key: ImageKey) -> Bool { requestedOld.withLock { $0.contains(key) } }

  // MARK: State

  /// Writes pending changes to the index. The store cannot be used afterwards.
  func close() throws(SQLiteError) {
    // Kept, as the process ends: releasing each image in memory would take 3 % of a run.
    UnsafeMutablePointer.allocate(capacity: 1).initialize(to: memory.withLock { $0 })
    try index.close()
  }

  func remember(_ image: StoredImage, at address: ImageAddress, memoryClass: MemoryClass?) {
    let evicted = memory.withLock { memory in
      memory.set(address.key, image, in: memoryClass ?? options.memoryClass)
    }
    if evicted != nil { hasForgotten.store(true, ordering: .relaxed) }
  }

  func forget(_ key: ImageKey) {
    hasForgotten.store(true, ordering: .relaxed)
    memory.withLock { _ = $0.remove(key) }
  }

  /// Removes the temporary files of killed processes from a folder, once.
  func sweep(_ folder: String) {
    guard sweptFolders.withLock({ $0.insert(folder).inserted }) else { return }
    TemporaryFiles.sweep("\(directory)/\(folder)")
  }
}
