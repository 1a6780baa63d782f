internal import Glibc
internal import Synchronization
internal import WirelineCore
internal import WirelineRequests

// Storing images.
extension ImageStore {
  func base(_ address: ImageAddress) -> String {
    let folder = options.layout.folder(address, at: now())
    let stem = options.layout.stem(address)
    return folder.isEmpty ? stem : "\(folder)/\(stem)"
  }

  func create(_ request: ImageRequest) throws(FileError) -> ImageFile {
    let base =
      request.known.map { Self.withoutExtension($0.entry.path) }
      ?? request.options.name.map { Self.base($0, request.address) } ?? self.base(request.address)
    sweep(TemporaryFiles.folder(of: base))
    let isPrivate = options.hasPrivateFiles || request.address.isPrivate
    let open = { [directory, tree] () throws(FileError) in
      try AtomicFile(
        path: "\(directory)/\(base)", mode: AtomicFile.mode(isPrivate: isPrivate),
        mayBeDevice: false, in: tree)
    }
    let file: AtomicFile
    do throws(FileError) {
      file = try open()
    } catch {
      guard error.code == ENOENT else { throw error }
      try makeFolder(of: base)
      file = try open()
    }
    return ImageFile(file: file, base: base)
  }

  /// The folder of a named image, with a temporary name for the file.
  private static func base(_ name: ImageName, _ address: ImageAddress) -> String {
    name.folder.isEmpty ? address.digits : "\(name.folder)/\(address.digits)"
  }

  private static func withoutExtension(_ path: String) -> String {
    guard let dot = path.lastIndex(of: "."), !path[dot...].contains("/") else { return path }
    return String(path[..<dot])
  }

  func makeFolder(of base: String) throws(FileError) {
    do throws(FileError) {
      _ = try tree.folder(of: base, making: options.folderMode)
    } catch {
      guard error.code == ENOENT else { throw error }
      // Another process removed the directory.
      tree.reopen()
      _ = try tree.folder(of: base, making: options.folderMode)
    }
  }

  /// Moves a complete image to its final name and adds it to index and memory.
  func commit(
    _ new: ImageFile, as entry: IndexedImage, for request: ImageRequest
  ) throws(FileError) -> StoredImage {
    let address = request.address
    var entry = entry
    entry.path = path(of: entry, in: new, for: request)
    setOwner(address)
    let now = now()
    (entry.storedAt, entry.checkedAt, entry.usedAt) = (now, now, now)
    let image = StoredImage(entry, in: directory)
    try new.file.commit(as: image.path, options.durability)
    // The previous file may have a different extension or layout.
    if let before = request.known?.entry ?? damaged(address), before.path != entry.path,
      !isTaken(before)
    {
      _ = tree.remove(before.path)
    }
    index.value?.put(entry)
    remember(image, at: address, memoryClass: request.options.memoryClass)
    pruneIfDue(entry.bytes)
    return image
  }

  private func path(
    of image: IndexedImage, in new: ImageFile, for request: ImageRequest
  ) -> String {
    if let known = request.known?.entry, known.header.format == image.header.format {
      return known.path
    }
    if let name = request.options.name, new.isIn(name.folder) { return path(name, of: image) }
    let end = ".\(image.header.format.fileExtension)"
    // The format of a known image has changed, and a different image may have its name with the new
    // extension.
    if request.known == nil || isFree(new.base + end, for: image) { return new.base + end }
    return "\(new.base)-\(ImageName.digits(of: image.key))\(end)"
  }

  /// The entry of an image that is missing or damaged.
  private func damaged(_ address: ImageAddress) -> IndexedImage? {
    guard let index = index.existing, !index.wasEmpty else { return nil }
    return index.lookUp(address.key)
  }

  private func pruneIfDue(_ bytes: Int) {
    guard let limit = options.maximumBytes else { return }
    let isDue = unpruned.withLock { unpruned in
      unpruned += bytes
      guard unpruned >= max(limit / 8, 1 << 20) else { return false }
      unpruned = 0
      return true
    }
    // The end of the run reports errors.
    if isDue { _ = try? evict(toBytes: limit) }
  }

  /// Updates the entry of an image that the server has confirmed.
  func renew(
    _ image: StoredImage, for request: ImageRequest, headers: HeaderFields
  ) -> StoredImage {
    var entry = image.entry
    entry.url = request.address.url.text
    // A response may lack validators.
    entry.etag = headers["ETag"] ?? entry.etag
    entry.lastModified = headers["Last-Modified"] ?? entry.lastModified
    entry.checkedAt = now()
    entry.usedAt = entry.checkedAt
    index.value?.put(entry)
    let renewed = StoredImage(entry, in: directory)
    remember(renewed, at: request.address, memoryClass: request.options.memoryClass)
    return renewed
  }
}

/// The file of a new image, until it gets its final name.
struct ImageFile: Sendable {
  let file: AtomicFile
  /// The final path below the output directory, without extension.
  let base: String

  /// - Parameter folder: without a slash at its end; empty for the output directory.
  fileprivate func isIn(_ folder: String) -> Bool {
    TemporaryFiles.folder(of: base) == (folder.isEmpty ? "." : folder + "/")
  }
}
