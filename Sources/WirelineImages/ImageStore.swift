internal import Glibc
internal import Synchronization
package import WirelineCore
package import WirelineRequests

/// Images on disk, below one output directory, and what this run remembers of
/// them. Safe from any thread.
package final class ImageStore: Sendable {
  package struct Options: Sendable {
    package var layout = StorageLayout.hashed
    /// What this run remembers.
    package var memory = ImageMemory<ImageKey, StoredImage>.Limits()
    /// The tier of an image whose record does not say.
    package var latency = ImageLatency.high
    /// Images that were not checked for so many seconds are as good as gone.
    package var longestAge: Int?
    /// How sure an image must be before its name shows it.
    package var durability = AtomicFile.Durability.none
    /// Whether an image whose bytes are there already becomes a hard link.
    package var linksDuplicates = false
    /// Bytes of all images together; beyond that the least recently used go.
    package var maximumBytes: Int?
    /// Whether folders that are made are their owner's alone.
    package var hasPrivateFolders = false
    /// Whether files are; those of URLs with a user always are.
    package var hasPrivateFiles = false
    /// Whether nothing is to be stored: then nothing is made that is not there.
    package var isForReading = false
    /// What images pass through; its command is a part of their key.
    package var filter: FileFilter?

    package init() {}
  }

  /// As given; paths in records begin with it.
  package let directory: String
  let options: Options
  let index: LazyImageIndex
  let faults: StoreFaults
  /// The files below the output directory, accessed without following symbolic links.
  let tree: DirectoryTree
  private let names: StoredNames
  private let memory: Mutex<ImageMemory<ImageKey, StoredImage>>
  private let now: @Sendable () -> Int
  /// Bytes stored since the last look at the limit.
  private let unpruned = Mutex(0)
  /// Images that were asked for and found to be too old: they are not removed for
  /// their age, as what is to take their place may not be had.
  private let wanted = Mutex<Set<ImageKey>>([])
  /// Of images that this run has got with a user and a password, for which request.
  private let owners = Mutex<[ImageKey: ImageKey]>([:])

  /// How exactly the last use of an image is known: writing it down each time
  /// would cost more than finding the image.
  private static let useResolution = 60

  /// - Parameters:
  ///   - onFault: told what the store has to do without, each once.
  ///   - now: seconds since 1970.
  package init(
    directory: String, options: Options = Options(),
    onFault: @escaping @Sendable (String) -> Void = { _ in },
    now: @escaping @Sendable () -> Int = { Glibc.time(nil) }
  ) {
    self.directory = directory
    self.options = options
    self.now = now
    let faults = StoreFaults(onFault)
    self.faults = faults
    index = LazyImageIndex(
      directory: directory, mayCreate: !options.isForReading, folderMode: options.folderMode,
      faults)
    tree = DirectoryTree(directory)
    names = StoredNames(tree)
    memory = Mutex(ImageMemory(limits: options.memory))
  }

  /// Whether a program takes its time with each image.
  package var isFiltering: Bool { options.filter != nil }

  /// Seconds since 1970.
  var time: Int { now() }

  package func address(_ url: RequestURL) -> ImageAddress {
    ImageAddress(url, filter: options.filter?.command)
  }

  // MARK: Finding

  /// The stored image, from memory or from the disk; nil when there is none, or
  /// its file is not what it was, or this run has got it with another password.
  package func lookUp(
    _ address: ImageAddress, latency: ImageLatency? = nil
  ) -> (image: StoredImage, source: FetchedImage.Source)? {
    if isAnothers(address) { return nil }
    if let image = memory.withLock({ $0.get(address.key) }) {
      if isSound(image), isYoung(image) { return (image, .memory) }
      forget(address.key)
    }
    guard let image = search(address) else { return nil }
    guard isYoung(image) else {
      wanted.withLock { _ = $0.insert(address.key) }
      return nil
    }
    remember(address, image, latency)
    return (image, .storage)
  }

  /// The stored image, whoever has put it there, and when.
  func find(_ address: ImageAddress) -> StoredImage? {
    if isAnothers(address) { return nil }
    if let row = index.value?.lookUp(address.key) {
      let image = StoredImage(row, directory: directory)
      if isSound(image) { return image }
    }
    return findInFolder(address)
  }

  /// Whether this run has got the image with a user and a password that are not these.
  private func isAnothers(_ address: ImageAddress) -> Bool {
    owners.withLock { owners in
      owners.isEmpty ? false : owners[address.key].map { $0 != address.request } ?? false
    }
  }

  /// Remembers whose an image is that has just come.
  private func own(_ address: ImageAddress) {
    owners.withLock { owners in
      if address.request != address.key {
        owners[address.key] = address.request
      } else if !owners.isEmpty {
        owners[address.key] = nil
      }
    }
  }

  private func search(_ address: ImageAddress) -> StoredImage? {
    let mayBeHere = names.mayContain(
      address.key, in: options.layout.folder(address, at: now()))
    // A look into the database costs more than the file it is about.
    if let index = index.existing, mayBeHere || !index.wasEmpty,
      let row = index.lookUp(address.key)
    {
      let image = StoredImage(row, directory: directory)
      guard isSound(image) else { return nil }
      let now = now()
      if now - row.usedAt >= Self.useResolution { index.touch(address.key, at: now) }
      return image
    }
    return mayBeHere ? findInFolder(address) : nil
  }

  /// Looks where the layout would put it, and tells the index: a killed process
  /// may have stored it, and not told.
  private func findInFolder(_ address: ImageAddress) -> StoredImage? {
    let base = self.base(address)
    for format in ImageFormat.allCases {
      let name = "\(base).\(format.fileExtension)"
      let path = "\(directory)/\(name)"
      guard let facts = tree.facts(name), facts.isFile, facts.bytes > 0,
        let head = try? tree.head(name, count: ImageHeader.maximumBytes),
        let header = ImageHeader(head[...])
      else { continue }
      let image = StoredImage(
        path: path, header: header, bytes: facts.bytes, sha256: nil,
        flags: StoredImage.flags(header, bytes: facts.bytes), storedAt: facts.modified,
        checkedAt: facts.modified)
      index.value?.put(image.row(address, path: name, usedAt: now()))
      return image
    }
    return nil
  }

  /// Whether the file is there, as long as it was, and nobody found it damaged.
  private func isSound(_ image: StoredImage) -> Bool {
    guard !image.flags.contains(StoredImage.damageFlag), let facts = tree.facts(name(of: image))
    else {
      return false
    }
    return facts.isFile && facts.bytes == image.bytes && facts.bytes > 0
  }

  func isYoung(_ image: StoredImage) -> Bool {
    options.longestAge.map { now() - image.checkedAt < $0 } ?? true
  }

  /// Whether an image was asked for in this run, and found to be too old.
  func isWanted(_ key: ImageKey) -> Bool { wanted.withLock { $0.contains(key) } }

  // MARK: Storing

  /// The path without an extension, below the directory, of an image that is
  /// stored now.
  private func base(_ address: ImageAddress) -> String {
    let folder = options.layout.folder(address, at: now())
    let stem = options.layout.stem(address)
    return folder.isEmpty ? stem : "\(folder)/\(stem)"
  }

  /// The path of an image below the directory.
  private func name(of image: StoredImage) -> String { tree.below(image.path) }

  /// A path without its extension.
  private func base(of name: String) -> String {
    name.lastIndex(of: ".").map { String(name[..<$0]) } ?? name
  }

  /// Begins a file for an image whose format is not known yet.
  ///
  /// - Parameter known: the image whose place it takes; nil for a new one.
  func create(_ address: ImageAddress, known: StoredImage? = nil) throws(FileError) -> ImageFile {
    let base = known.map { self.base(of: name(of: $0)) } ?? self.base(address)
    let path = "\(directory)/\(base)"
    let isPrivate = options.hasPrivateFiles || address.url.userInformation != nil
    do throws(FileError) {
      return try ImageFile(path: path, base: base, isPrivate: isPrivate, in: tree)
    } catch {
      guard error.code == ENOENT else { throw error }
      try makeFolder(of: base)
      return try ImageFile(path: path, base: base, isPrivate: isPrivate, in: tree)
    }
  }

  private func makeFolder(of base: String) throws(FileError) {
    do throws(FileError) {
      _ = try tree.folder(of: base, making: options.folderMode)
    } catch {
      guard error.code == ENOENT else { throw error }
      // Another process removed the directory.
      tree.reopen()
      _ = try tree.folder(of: base, making: options.folderMode)
    }
  }

  /// Makes a whole image appear.
  ///
  /// - Parameters:
  ///   - facts: what is known of it; its path is decided here.
  ///   - known: the image whose place it takes.
  func commit(
    _ new: ImageFile, _ address: ImageAddress, _ facts: ImageFacts, known: StoredImage? = nil,
    latency: ImageLatency? = nil
  ) throws(FileError) -> StoredImage {
    let name = "\(new.base).\(facts.header.format.fileExtension)"
    let path = "\(directory)/\(name)"
    let isLink = options.linksDuplicates && link(new, to: facts, path)
    own(address)
    try new.file.commit(as: path, options.durability, isLink: isLink)
    // What it was before may have had another format, or another layout.
    if let before = known?.path ?? unsoundPath(address), before != path {
      _ = tree.remove(tree.below(before))
    }
    let now = now()
    let image = StoredImage(
      path: path, header: facts.header, bytes: facts.bytes, sha256: facts.sha256,
      flags: isLink ? facts.flags + ["linked"] : facts.flags, etag: facts.etag,
      lastModified: facts.lastModified, storedAt: now, checkedAt: now)
    names.insert(address.key)
    index.value?.put(image.row(address, path: name, usedAt: now))
    remember(address, image, latency)
    pruneIfDue(facts.bytes)
    return image
  }

  /// The file of an image that is in the index, and was not found to be sound.
  private func unsoundPath(_ address: ImageAddress) -> String? {
    guard let index = index.existing, !index.wasEmpty else { return nil }
    return index.lookUp(address.key).map { "\(directory)/\($0.path)" }
  }

  /// Makes a new file another name of a stored one, where that has the same
  /// bytes; it is read, as the index may be wrong.
  private func link(_ new: ImageFile, to facts: ImageFacts, _ path: String) -> Bool {
    for row in index.value?.findBySHA256(facts.sha256) ?? [] where row.bytes == facts.bytes {
      let twin = "\(directory)/\(row.path)"
      guard twin != path, !new.isPrivate || tree.facts(row.path)?.isPrivate == true,
        (try? sha256(of: row.path)) == facts.sha256
      else { continue }
      do throws(FileError) {
        try new.file.link(to: twin)
        return true
      } catch {
        // Too many names, or a file system without links.
        return false
      }
    }
    return false
  }

  private func sha256(of name: String) throws(FileError) -> String {
    let descriptor = try tree.open(name)
    defer { Glibc.close(descriptor) }
    var digest = SHA256()
    try FileBytes.chunks(of: descriptor, path: name) { digest.update(bufferPointer: $0) }
    return Hexadecimal.encode(digest.finalize())
  }

  /// Keeps a long run near its limit.
  private func pruneIfDue(_ bytes: Int) {
    guard let limit = options.maximumBytes else { return }
    let isDue = unpruned.withLock { unpruned in
      unpruned += bytes
      guard unpruned >= max(limit / 8, 1 << 20) else { return false }
      unpruned = 0
      return true
    }
    // What fails now is told at the end.
    if isDue { _ = try? evict(toBytes: limit) }
  }

  /// The server says that an image is what it was.
  func renew(
    _ image: StoredImage, _ address: ImageAddress, headers: HeaderFields, latency: ImageLatency?
  ) -> StoredImage {
    let image = image.checked(headers, at: now())
    index.value?.put(image.row(address, path: name(of: image), usedAt: image.checkedAt))
    remember(address, image, latency)
    return image
  }

  /// Writes what the index does not have yet; the store is not used any more.
  package func close() throws(ImageIndexFailure) { try index.close() }

  private func remember(_ address: ImageAddress, _ image: StoredImage, _ latency: ImageLatency?) {
    memory.withLock { memory in
      _ = memory.set(address.key, image, in: latency ?? options.latency)
    }
  }

  func forget(_ key: ImageKey) { memory.withLock { _ = $0.remove(key) } }
}

extension ImageStore.Options {
  /// Of folders that are made, before the umask.
  var folderMode: UInt32 { hasPrivateFolders ? 0o700 : 0o755 }
}
