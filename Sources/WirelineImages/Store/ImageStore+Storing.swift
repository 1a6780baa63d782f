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

  func name(of image: StoredImage) -> String { tree.below(image.path) }

  /// Creates a temporary file for an image whose format is not yet known. It replaces the known
  /// image, if any.
  func create(_ request: ImageRequest) throws(FileError) -> ImageFile {
    let name = request.known.map { self.name(of: $0) }
    let base =
      name.map { name in name.lastIndex(of: ".").map { String(name[..<$0]) } ?? name }
      ?? self.base(request.address)
    let isPrivate = options.hasPrivateFiles || request.address.url.userInformation != nil
    let open = { [directory, tree] () throws(FileError) in
      try AtomicFile(
        path: "\(directory)/\(base)", mode: isPrivate ? 0o600 : 0o644, mayBeDevice: false, in: tree)
    }
    let file: AtomicFile
    do throws(FileError) {
      file = try open()
    } catch {
      guard error.code == ENOENT else { throw error }
      try makeFolder(of: base)
      file = try open()
    }
    return ImageFile(file: file, base: base, isPrivate: isPrivate)
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

  /// Moves a complete image to its final name and adds it to index and memory.
  func commit(
    _ new: ImageFile, _ request: ImageRequest, _ facts: ImageFacts
  ) throws(FileError) -> StoredImage {
    let address = request.address
    let name = "\(new.base).\(facts.header.format.fileExtension)"
    let path = "\(directory)/\(name)"
    let isLink = options.linksDuplicates && link(new, to: facts, path)
    setOwner(address)
    try new.file.commit(as: path, options.durability, isLink: isLink)
    // The previous file may have another extension or layout.
    if let before = request.known?.path ?? damagedPath(address), before != path {
      _ = tree.remove(tree.below(before))
    }
    let now = now()
    let image = StoredImage(
      path: path, header: facts.header, bytes: facts.bytes, sha256: facts.sha256,
      flags: isLink ? facts.flags + ["linked"] : facts.flags, etag: facts.etag,
      lastModified: facts.lastModified, storedAt: now, checkedAt: now)
    names.insert(address.key)
    index.value?.put(image.row(address, path: name, usedAt: now))
    remember(address, image, request.latency)
    pruneIfDue(facts.bytes)
    return image
  }

  /// The path of an image that is in the index but damaged.
  private func damagedPath(_ address: ImageAddress) -> String? {
    guard let index = index.existing, !index.wasEmpty else { return nil }
    return index.lookUp(address.key).map { "\(directory)/\($0.path)" }
  }

  /// Replaces a new file by a hard link to a stored one with the same content, which is read to
  /// verify the index.
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
        // Too many links, or a file system without links.
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

  /// Enforces the limit repeatedly during a run.
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

  /// Updates an image that the server has confirmed.
  func renew(_ image: StoredImage, _ request: ImageRequest, headers: HeaderFields) -> StoredImage {
    let image = image.checked(headers, at: now())
    let row = image.row(request.address, path: name(of: image), usedAt: image.checkedAt)
    index.value?.put(row)
    remember(request.address, image, request.latency)
    return image
  }
}

struct ImageFile: Sendable {
  let file: AtomicFile
  /// The final path below the output directory, without extension.
  let base: String
  let isPrivate: Bool
}
