internal import Glibc
internal import Synchronization
internal import WirelineCore
internal import WirelineRequests

// Operations on all images.
extension ImageStore {
  /// The counts of a verification.
  struct Verification: Sendable, Equatable {
    private(set) var images = 0
    private(set) var bytes = 0
    private(set) var damaged = 0
    private(set) var missing = 0

    mutating func count(_ image: IndexedImage, _ issue: ImageIssue?) {
      images += 1
      bytes += image.bytes
      if issue == .missing { missing += 1 } else if issue != nil { damaged += 1 }
    }
  }

  var exists: Bool { access(directory, F_OK) == 0 }

  /// The number of images in the index.
  func count() throws(SQLiteError) -> Int { try index.needed().total().count }

  /// The sums of the images whose files exist.
  func status() throws(SQLiteError) -> ImageStoreStatus {
    var status = ImageStoreStatus()
    try forEachFile { image in
      status.add(image.entry)
      return true
    }
    return status
  }

  /// Calls the body for each image whose file exists, the least recently used first.
  func forEachFile(_ body: (StoredImage) -> Bool) throws(SQLiteError) {
    try index.needed().forEach { row in
      hasFile(row) ? body(StoredImage(row, in: directory)) : true
    }
  }

  /// Reads every image, the least recently used first, in constant memory. Marks damaged images,
  /// so that the next fetch replaces them.
  ///
  /// - Parameter body: receives each image; returns whether to continue.
  func verify(_ body: (IndexedImage, ImageIssue?) -> Bool) throws(SQLiteError) {
    let index = try self.index.needed()
    try index.forEach { row in
      let issue = issue(of: row)
      if let issue, issue.isDamage { index.markChanged(row) }
      return body(row, issue)
    }
  }

  /// Whether the file of an image is missing or its content has changed since it was stored. Marks
  /// such an image like `verify`.
  func hasChanged(_ image: StoredImage) -> Bool {
    switch issue(of: image.entry) {
    case nil, .damaged, .unreadable: return false
    case .missing: break
    case .otherLength, .otherContent:
      index.value?.markChanged(image.entry)
    }
    forget(image.entry.key)
    return true
  }

  private func issue(of row: IndexedImage) -> ImageIssue? {
    let path = "\(directory)/\(row.path)"
    let attributes: FileAttributes
    do throws(FileError) {
      attributes = try tree.look(row.path)
    } catch {
      return error.isMissingFile
        ? .missing : .unreadable(FileError(path: path, operation: "read", code: error.code))
    }
    guard attributes.isFile, attributes.bytes == row.bytes else {
      return .otherLength(attributes.bytes)
    }
    do throws(FileError) {
      let content = try content(of: row.path, validation: .auto)
      if content.sha256 != row.sha256 { return .otherContent }
      // The image may have been stored without structural validation.
      return content.issue.map { .damaged("\($0.reason), at byte \($0.offset)") }
    } catch {
      return .unreadable(error)
    }
  }

  /// Removes an image, even if it is damaged: its file first, then its entry.
  ///
  /// - Returns: the removed image, or nil if no file existed.
  func remove(_ address: ImageAddress) throws(FileError) -> StoredImage? {
    let removed = try index.value?.lookUp(address.key).flatMap(removeFile)
    forget(address.key)
    index.value?.remove(address.key)
    return removed
  }

  /// Removes the images that are not kept.
  ///
  /// - Parameters:
  ///   - isPlan: whether to report the images without removing them.
  ///   - body: receives each image, and why it cannot be removed; returns whether to continue.
  func prune(
    keeping kept: KeptImages, isPlan: Bool, _ body: (StoredImage, FileError?) -> Bool
  ) throws(SQLiteError) {
    let index = try self.index.needed()
    try index.forEach { row in
      // All images of a URL share the key without processing or filter. An image whose URL is
      // unknown is kept, because it may be on the list.
      guard let url = try? RequestURL(row.url), !kept.contains(row.key),
        !kept.contains(ImageAddress(url, options.ignoredQuery).key)
      else { return true }
      let image = StoredImage(row, in: directory)
      if isPlan { return hasFile(row) ? body(image, nil) : true }
      do throws(FileError) {
        let removed = try removeFile(of: row)
        forget(row.key)
        index.remove(row.key)
        return removed.map { body($0, nil) } ?? true
      } catch {
        return body(image, error)
      }
    }
    try index.flush()
  }

  /// - Returns: the image with the length of its file, or nil if another program has deleted it.
  private func removeFile(of entry: IndexedImage) throws(FileError) -> StoredImage? {
    if isTaken(entry) { return nil }
    var entry = entry
    do throws(FileError) {
      entry.bytes = try tree.look(entry.path).bytes
    } catch {
      if error.code == ENOENT { return nil }
      throw FileError(path: "\(directory)/\(entry.path)", operation: "remove", code: error.code)
    }
    let image = StoredImage(entry, in: directory)
    let code = tree.remove(entry.path)
    if code != 0 { throw FileError(path: image.path, operation: "remove", code: code) }
    return image
  }

  /// Removes all images that are in the index or named like images. Other files are kept.
  func clear() throws(SQLiteError) -> ImageIndex.Sweep {
    let index = try self.index.needed()
    try removeAbandoned()
    var sweep = try evict(toBytes: -1)
    try walk { entry in
      guard entry.isFile, let name = entry.path, let key = ImageReindex.key(of: entry.name),
        index.lookUp(key)?.path != name
      else { return }
      sweep += delete(name) ? .init(count: 1, bytes: entry.bytes) : .init(failed: 1)
    }
    return sweep
  }

  /// Updates the index from the directory. The body receives each image that is added or updated,
  /// and each known image whose file has changed, with the difference.
  func reindex(
    _ body: (IndexedImage, ImageIssue?) -> Void = { _, _ in }
  ) throws(SQLiteError) -> ImageReindex.Report {
    let index = try self.index.needed()
    try removeAbandoned()
    return try ImageReindex(directory: directory).run(into: index, body)
  }

  private func removeAbandoned() throws(SQLiteError) {
    try walk { entry in
      guard entry.isFile, let path = entry.path,
        TemporaryFiles.isAbandoned(String(decoding: entry.name, as: UTF8.self))
      else { return }
      _ = tree.remove(path)
    }
  }

  private func walk(_ body: (FolderWalk.Entry) -> Void) throws(SQLiteError) {
    let path = ImageIndexFile.path(in: directory)
    _ = try converting({ SQLiteError.imageIndex(path, $0, isReadOnly: true) }) {
      () throws(FileError) in
      try FolderWalk.walk(directory, body)
    }
  }

  /// Finishes a run: removes images that are too old and were not requested, then the least
  /// recently used ones beyond the limit, and writes pending changes to the index.
  ///
  /// - Parameter keepsOld: whether old images are kept, as they might still be requested.
  /// - Returns: the removed images.
  func finish(keepsOld: Bool) throws(SQLiteError) -> ImageIndex.Sweep {
    var sweep = ImageIndex.Sweep()
    if let age = options.longestAge, !keepsOld {
      sweep = try index.needed().expire(
        olderThan: now() - age, keeping: isRequested, delete: delete)
    }
    if let limit = options.maximumBytes { sweep += try evict(toBytes: limit) }
    try close()
    return sweep
  }

  func evict(toBytes limit: Int) throws(SQLiteError) -> ImageIndex.Sweep {
    try index.needed().evict(toBytes: limit, delete: delete)
  }

  private func delete(_ row: IndexedImage) -> Bool {
    forget(row.key)
    return !hasFile(row) && isTaken(row) || delete(row.path)
  }

  private func delete(_ name: String) -> Bool {
    let code = tree.remove(name)
    if code == 0 { return true }
    warnings.report(
      FileError(path: "\(directory)/\(name)", operation: "remove", code: code).description)
    return false
  }
}

extension ImageIndex.Sweep {
  static func += (sum: inout ImageIndex.Sweep, other: ImageIndex.Sweep) {
    sum.count += other.count
    sum.bytes += other.bytes
    sum.failed += other.failed
  }
}

/// The images that `--prune` keeps.
final class KeptImages: Sendable {
  // Eight bytes of a key are enough: at worst, an image is kept by chance.
  private let keys = Mutex<Set<UInt64>>([])

  var isEmpty: Bool { keys.withLock { $0.isEmpty } }

  func insert(_ key: ImageKey) { keys.withLock { _ = $0.insert(key.prefix) } }

  func contains(_ key: ImageKey) -> Bool { keys.withLock { $0.contains(key.prefix) } }
}
