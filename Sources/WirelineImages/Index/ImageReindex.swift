internal import WirelineCore

/// Rebuilds an index from the files of the output directory: their names, which begin with the key,
/// and their content.
///
/// Known entries are kept, with the properties that files do not contain (`unrecoverable`). The
/// entry of a changed file is marked.
struct ImageReindex: Sendable {
  static let unrecoverable = ["url", "etag", "last_modified", "flags"]

  struct Report: Sendable, Equatable {
    /// Images that are now in the index.
    var recovered = 0
    /// Images in the index without URL and validators. They are found by URL, but cannot be
    /// revalidated.
    var withoutURL = 0
    var bytes = 0
    /// Files with the name of an image that are empty, incomplete or of unknown format.
    var damaged = 0
    var unknown = 0
    var unreadable = 0
    /// Additional files of an image, such as those of another layout.
    var duplicates = 0
    var gone = 0
    /// Known images whose files have changed. Their entries keep the recorded hash.
    var changed = 0
  }

  private let directory: String
  private let tree: DirectoryTree

  init(directory: String) {
    self.directory = directory
    tree = DirectoryTree(directory)
  }

  /// Updates an index from its directory. The body receives each image that is added or updated,
  /// and each known image whose file has changed, with the difference.
  func run(
    into index: ImageIndex, _ body: (IndexedImage, ImageIssue?) -> Void = { _, _ in }
  ) throws(SQLiteError) -> Report {
    var (duplicates, duplicateBytes) = (0, 0)
    var report: Report
    do throws(FileError) {
      report = try scan(index.lookUp) { found, known, issue in
        if let known, let issue {
          index.markChanged(known)
          return body(known, issue)
        }
        // The walk returns files in any order, so the entry decides which of several is the image.
        if let known, known.path != found.path, exists(known) {
          duplicates += 1
          duplicateBytes += found.bytes
          return
        }
        index.put(Self.merge(found, known: known))
        body(found, nil)
      }
    } catch {
      throw .imageIndex(index.file.path, error, isReadOnly: true)
    }
    report.recovered -= duplicates
    report.bytes -= duplicateBytes
    report.duplicates = duplicates
    try index.forEach { image in
      if image.url.isEmpty { report.withoutURL += 1 }
      if isGone(image) {
        report.gone += 1
        if image.url.isEmpty { report.withoutURL -= 1 }
        index.remove(image.key)
      }
      return true
    }
    try index.flush()
    return report
  }

  private func isGone(_ image: IndexedImage) -> Bool {
    // Not `exists`: a file that cannot be read now is not gone.
    do throws(FileError) {
      _ = try tree.look(image.path)
      return false
    } catch {
      return error.isMissingFile
    }
  }

  /// Whether an image's file exists with the length in the index.
  private func exists(_ image: IndexedImage) -> Bool {
    tree.attributes(image.path).map { $0.isFile && $0.bytes == image.bytes } ?? false
  }

  /// Finds the images of a directory in constant memory, with an empty `url` and the times of the
  /// files. The report lacks `gone` and `withoutURL`.
  ///
  /// - Parameter body: receives an image, its known entry, and the difference of a changed file.
  func scan(
    _ lookUp: (ImageKey) -> IndexedImage? = { _ in nil },
    _ body: (IndexedImage, _ known: IndexedImage?, ImageIssue?) -> Void = { _, _, _ in }
  ) throws(FileError) -> Report {
    var report = Report()
    let unreadable = try FolderWalk.walk(directory) { entry in
      examine(entry, lookUp, counting: &report, body: body)
    }
    report.unreadable += unreadable
    return report
  }

  private func examine(
    _ entry: FolderWalk.Entry, _ lookUp: (ImageKey) -> IndexedImage?,
    counting report: inout Report,
    body: (IndexedImage, _ known: IndexedImage?, ImageIssue?) -> Void
  ) {
    if Self.isInternal(entry.name) { return }
    guard entry.isFile, let path = entry.path, let key = Self.key(of: entry.name) else {
      report.unknown += 1
      return
    }
    let content: ImageContent
    do throws(FileError) {
      content = try ImageContent(try tree.open(path), path: path)
    } catch {
      report.unreadable += 1
      return
    }
    let known = lookUp(key)
    if let known, known.path == path, let issue = known.difference(from: content) {
      report.changed += 1
      return body(known, known, issue)
    }
    guard entry.bytes > 0, let header = content.header, !header.isTruncated else {
      report.damaged += 1
      return
    }
    report.recovered += 1
    report.bytes += entry.bytes
    body(
      IndexedImage(
        key: key, url: "", path: path, sha256: content.sha256, bytes: entry.bytes, header: header,
        storedAt: entry.modified, checkedAt: entry.modified, usedAt: entry.modified), known, nil)
  }

  /// Adds the unrecoverable properties of a known image.
  private static func merge(_ found: IndexedImage, known: IndexedImage?) -> IndexedImage {
    guard let known, known.path == found.path else { return found }
    var merged = known
    merged.header = found.header
    return merged
  }
}

extension IndexedImage {
  /// The difference between the content of the file and the recorded content, or nil.
  fileprivate func difference(from content: ImageContent) -> ImageIssue? {
    if content.bytes != bytes { return .otherLength(content.bytes) }
    return content.sha256 == sha256 ? nil : .otherContent
  }
}

// MARK: Names and bytes

extension ImageReindex {
  /// The key at the beginning of an image's name: `<64 hexadecimal digits>.<ext>`, or with `_` and
  /// other text before the extension.
  static func key(of name: [UInt8]) -> ImageKey? {
    guard name.count > 65, name[64] == UInt8(ascii: ".") || name[64] == UInt8(ascii: "_") else {
      return nil
    }
    let suffix = name[64...].lastIndex(of: UInt8(ascii: ".")).map { name[($0 + 1)...] } ?? []
    guard ImageFormat.allCases.contains(where: { $0.fileExtension.utf8.elementsEqual(suffix) })
    else { return nil }
    return name.withUnsafeBytes { ImageKey(hexadecimal: .init(rebasing: $0[..<64])) }
  }

  /// Whether a file is the index, a lock or a temporary file.
  private static func isInternal(_ name: [UInt8]) -> Bool {
    let text = String(decoding: name, as: UTF8.self)
    return text.hasPrefix(".wireline-") || TemporaryFiles.owner(of: text) != nil
  }
}
