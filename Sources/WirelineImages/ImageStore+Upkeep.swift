internal import Glibc
package import WirelineCore

// What is done with all images.
extension ImageStore {
  /// What is wrong with a stored image.
  package enum Fault: Error, Sendable, Equatable {
    /// Its file is gone.
    case missing
    case unreadable(FileError)
    /// Its file has another length, in bytes.
    case otherLength(Int)
    /// Its file has other bytes than were stored.
    case otherContent
    /// The structure of the format is broken, where and how.
    case damaged(String)

    /// Whether the image had better be fetched again; one that may not be read may
    /// be as it was.
    var isDamage: Bool {
      switch self {
      case .missing: false
      case .unreadable(let error): error.code != EACCES
      case .otherLength, .otherContent, .damaged: true
      }
    }
  }

  /// Whether the output directory is there.
  package var isThere: Bool { access(directory, F_OK) == 0 }

  /// Sums over all images.
  package func status() throws(ImageIndexFailure) -> ImageIndexStatus {
    try needed().status()
  }

  /// Reads every image, the least recently used first, in memory that does not
  /// grow with their number. A damaged one will not be found any more, so that the
  /// next fetch replaces it.
  ///
  /// - Parameter body: takes an image and what is wrong with it, and returns
  ///   whether to go on.
  package func verify(_ body: (IndexedImage, Fault?) -> Bool) throws(ImageIndexFailure) {
    let index = try needed()
    try index.forEach { row in
      let fault = fault(of: row)
      if let fault, fault.isDamage, !row.flags.contains(StoredImage.damageFlag) {
        var row = row
        row.flags.append(StoredImage.damageFlag)
        index.put(row)
      }
      return body(row, fault)
    }
  }

  private func fault(of row: IndexedImage) -> Fault? {
    let path = path(of: row)
    let facts: FileFacts
    do throws(FileError) {
      facts = try tree.look(row.path)
    } catch {
      return error.isAbsence
        ? .missing : .unreadable(FileError(path: path, operation: "read", code: error.code))
    }
    guard facts.isFile, facts.bytes == row.bytes else { return .otherLength(facts.bytes) }
    var structure = ImageStructure(format: row.format)
    var digest = SHA256()
    do throws(FileError) {
      let descriptor = try tree.open(row.path)
      defer { Glibc.close(descriptor) }
      try FileBytes.chunks(of: descriptor, path: path) { piece in
        digest.update(bufferPointer: piece)
        structure.append(piece)
      }
    } catch {
      return .unreadable(error)
    }
    if let sha256 = row.sha256, Hexadecimal.encode(digest.finalize()) != sha256 {
      return .otherContent
    }
    // What was taken in without a look at its structure may have had this fault.
    return structure.finish().map { .damaged("\($0.reason), at byte \($0.offset)") }
  }

  /// Removes an image, file first.
  ///
  /// - Returns: what was removed; nil where there is nothing.
  package func remove(_ address: ImageAddress) throws(FileError) -> StoredImage? {
    guard let image = find(address) else { return nil }
    let code = tree.remove(tree.below(image.path))
    if code != 0 { throw FileError(path: image.path, operation: "remove", code: code) }
    forget(address.key)
    index.value?.remove(address.key)
    return image
  }

  /// Removes all images that the index knows or that are named as they are;
  /// other people's files stay.
  package func clear() throws(ImageIndexFailure) -> ImageIndex.Sweep {
    let index = try needed()
    var strays = ImageIndex.Sweep()
    try removeAbandoned()
    var walk = FolderWalk()
    do throws(FileError) {
      try walk.walk(directory) { entry in
        guard entry.isFile, let name = entry.path, let key = ImageReindex.key(of: entry.name),
          index.lookUp(key)?.path != name
        else { return }
        let isGone = delete(name)
        strays += .init(
          count: isGone ? 1 : 0, bytes: isGone ? entry.bytes : 0, failed: isGone ? 0 : 1)
      }
    } catch {
      throw ImageIndexFailure(error)
    }
    var sweep = try evict(toBytes: -1)
    sweep += strays
    return sweep
  }

  /// Brings the index up to date with the directory.
  ///
  /// - Parameter body: told of each image that is taken in.
  package func reindex(
    _ body: (IndexedImage) -> Void = { _ in }
  ) throws(ImageIndexFailure) -> ImageReindex.Report {
    let index = try needed()
    try removeAbandoned()
    return try ImageReindex(directory: directory, reading: .all).run(into: index, body)
  }

  /// Removes what killed processes left in all folders.
  private func removeAbandoned() throws(ImageIndexFailure) {
    var walk = FolderWalk()
    do throws(FileError) {
      try walk.walk(directory) { entry in
        guard entry.isFile, let path = entry.path,
          TemporaryFiles.isAbandoned(String(decoding: entry.name, as: UTF8.self))
        else { return }
        _ = tree.remove(path)
      }
    } catch {
      throw ImageIndexFailure(error)
    }
  }

  /// Removes what is too old and was not asked for, and the least recently used of
  /// what is too much.
  ///
  /// - Parameter keepsOld: whether nothing is removed for its age.
  package func prune(keepsOld: Bool = false) throws(ImageIndexFailure) -> ImageIndex.Sweep {
    var sweep = ImageIndex.Sweep()
    if let age = options.longestAge, !keepsOld {
      sweep = try needed().expire(olderThan: time - age, keeping: isWanted, delete: delete)
    }
    if let limit = options.maximumBytes { sweep += try evict(toBytes: limit) }
    return sweep
  }

  func evict(toBytes limit: Int) throws(ImageIndexFailure) -> ImageIndex.Sweep {
    try needed().evict(toBytes: limit, delete: delete)
  }

  private func delete(_ row: IndexedImage) -> Bool {
    forget(row.key)
    return delete(row.path)
  }

  /// Whether a file is gone now; why it is not is told.
  private func delete(_ name: String) -> Bool {
    let code = tree.remove(name)
    if code == 0 { return true }
    faults.tell(
      FileError(path: "\(directory)/\(name)", operation: "remove", code: code).description)
    return false
  }

  private func path(of row: IndexedImage) -> String { "\(directory)/\(row.path)" }

  private func needed() throws(ImageIndexFailure) -> ImageIndex {
    guard let opened = index.value else { throw index.failure }
    return opened
  }
}

extension ImageStore.Fault: CustomStringConvertible {
  package var description: String {
    switch self {
    case .missing: "its file is gone"
    case .unreadable(let error): error.description
    case .otherLength(let bytes): "its file has another length, \(bytes) bytes"
    case .otherContent: "its file has other bytes than were stored"
    case .damaged(let reason): "the image is damaged: \(reason)"
    }
  }
}

extension ImageIndex.Sweep {
  static func += (sum: inout ImageIndex.Sweep, other: ImageIndex.Sweep) {
    sum.count += other.count
    sum.bytes += other.bytes
    sum.failed += other.failed
  }
}
