internal import Glibc
package import WirelineCore

/// Makes an index from what the output directory alone can tell: the files'
/// names, which begin with the key, and what is in them.
///
/// It cannot tell `untold`: where an index knows it of a file that is still as
/// it was, that is kept.
package struct ImageReindex: Sendable {
  /// What a directory does not say.
  package static let untold = ["url", "etag", "last_modified", "flags"]

  /// What was found.
  package struct Report: Sendable, Equatable {
    /// Images whose facts are now in the index.
    package var recovered = 0
    /// Of those, the ones whose URL and validators are not known: they are
    /// found by their URL all the same, but never revalidated.
    package var withoutURL = 0
    /// Length of the images' files.
    package var bytes = 0
    /// Files that are named like images of ours, and are none: empty, cut
    /// short before their size, or of no known format.
    package var damaged = 0
    /// Files that are not ours.
    package var unknown = 0
    /// Files and directories that could not be read.
    package var unreadable = 0
    /// Further files of an image that is known by another one, as of another layout.
    package var duplicates = 0
    /// Rows that were removed, because their file is gone.
    package var gone = 0
  }

  private let directory: String
  private let tree: DirectoryTree
  private let reading: Reading

  /// How much of each file is read.
  package enum Reading: Sendable {
    /// What tells its format and size.
    case head
    /// All of it, for its SHA-256; without that it is not known, or kept where it
    /// is known.
    case all
  }

  /// - Parameter directory: the output directory.
  package init(directory: String, reading: Reading = .head) {
    self.directory = directory
    tree = DirectoryTree(directory)
    self.reading = reading
  }

  /// Brings an index up to date with its directory.
  ///
  /// - Parameters:
  ///   - index: of that directory.
  /// - Throws: when the directory cannot be read, or the index not be written.
  ///   - body: told of each image that is taken in.
  package func run(
    into index: ImageIndex, _ body: (IndexedImage) -> Void = { _ in }
  ) throws(ImageIndexFailure) -> Report {
    var (duplicates, duplicateBytes) = (0, 0)
    var report: Report
    do throws(FileError) {
      report = try scan { found in
        let known = index.lookUp(found.key)
        if let known, known.path != found.path, isThere(known) {
          duplicates += 1
          duplicateBytes += found.bytes
          return
        }
        index.put(Self.merge(found, known: known))
        body(found)
      }
    } catch {
      throw ImageIndexFailure(error)
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
    do throws(FileError) {
      _ = try tree.look(image.path)
      return false
    } catch {
      return error.isAbsence
    }
  }

  /// Whether an image's file is as long as the index has it.
  private func isThere(_ image: IndexedImage) -> Bool {
    guard let facts = tree.facts(image.path) else { return false }
    return facts.isFile && facts.bytes == image.bytes
  }

  /// Finds the images of a directory, in memory that does not grow with their
  /// number. What is `gone` or `withoutURL` it does not know.
  ///
  /// - Parameter body: takes an image whose `url` is empty and whose times are
  ///   those of the file.
  package func scan(_ body: (IndexedImage) -> Void) throws(FileError) -> Report {
    var report = Report()
    var walk = FolderWalk()
    try walk.walk(directory) { entry in note(entry, &report, body) }
    report.unreadable += walk.unreadable
    return report
  }

  private func note(
    _ entry: FolderWalk.Entry, _ report: inout Report, _ body: (IndexedImage) -> Void
  ) {
    if Self.isOurs(entry.name) { return }
    guard entry.isFile, let path = entry.path, let key = Self.key(of: entry.name) else {
      report.unknown += 1
      return
    }
    let content: Content
    do throws(FileError) {
      content = try read(entry)
    } catch {
      report.unreadable += 1
      return
    }
    guard entry.bytes > 0, let header = ImageHeader(content.head[...]), !header.isCutShort else {
      report.damaged += 1
      return
    }
    report.recovered += 1
    report.bytes += entry.bytes
    body(
      IndexedImage(
        key: key, url: "", path: path, sha256: content.sha256, bytes: entry.bytes,
        format: header.format, width: header.width, height: header.height, frames: header.frames,
        orientation: header.orientation, storedAt: entry.modified, checkedAt: entry.modified,
        usedAt: entry.modified))
  }

  /// What the folder says, with what only the index can know, if it speaks of
  /// the same file.
  static func merge(_ found: IndexedImage, known: IndexedImage?) -> IndexedImage {
    guard let known, known.path == found.path, known.bytes == found.bytes,
      known.sha256 == nil || found.sha256 == nil || known.sha256 == found.sha256
    else { return found }
    var merged = known
    merged.sha256 = found.sha256 ?? known.sha256
    merged.format = found.format
    merged.width = found.width
    merged.height = found.height
    merged.frames = found.frames
    merged.orientation = found.orientation
    return merged
  }
}

// MARK: Names and bytes

extension ImageReindex {
  private struct Content {
    var head: [UInt8]
    var sha256: String?
  }

  private func read(_ entry: FolderWalk.Entry) throws(FileError) -> Content {
    let descriptor = try entry.open()
    defer { close(descriptor) }
    let path = entry.path ?? ""
    guard reading == .all else {
      return Content(head: try Self.head(of: descriptor, path, entry.bytes), sha256: nil)
    }
    var head: [UInt8] = []
    var hash = SHA256()
    try FileBytes.chunks(of: descriptor, path: path) { piece in
      hash.update(bufferPointer: piece)
      if head.count < ImageHeader.maximumBytes {
        head.append(contentsOf: piece.prefix(ImageHeader.maximumBytes - head.count))
      }
    }
    return Content(head: head, sha256: Hexadecimal.encode(hash.finalize()))
  }

  /// - Parameter length: of the file, when it was looked at.
  private static func head(
    of descriptor: Int32, _ path: String, _ length: Int
  ) throws(FileError) -> [UInt8] {
    // All that is looked at: with less an image could seem to be cut short, or
    // to have fewer frames.
    let count = max(0, min(length, ImageHeader.maximumBytes))
    var failure: Int32 = 0
    let bytes = [UInt8](unsafeUninitializedCapacity: count) { space, used in
      while used < count {
        let got = pread(
          descriptor, space.baseAddress.map { $0 + used }, count - used, off_t(used))
        if got < 0, errno == EINTR { continue }
        if got < 0 { failure = errno }
        if got <= 0 { break }
        used += got
      }
    }
    if failure != 0 { throw FileError(path: path, operation: "read", code: failure) }
    return bytes
  }

  /// The key that an image's name begins with: `<64 hexadecimal digits>.<ext>`,
  /// or with `_` and anything before the extension.
  static func key(of name: [UInt8]) -> ImageKey? {
    guard name.count > 65, name[64] == UInt8(ascii: ".") || name[64] == UInt8(ascii: "_") else {
      return nil
    }
    let ending = name[64...].lastIndex(of: UInt8(ascii: ".")).map { name[($0 + 1)...] } ?? []
    guard ImageFormat.allCases.contains(where: { $0.fileExtension.utf8.elementsEqual(ending) })
    else { return nil }
    return ImageKey(hexadecimal: name[..<64])
  }

  /// The index itself, its locks, and files that are not finished.
  private static func isOurs(_ name: [UInt8]) -> Bool {
    let text = String(decoding: name, as: UTF8.self)
    return text.hasPrefix(".wireline-") || TemporaryFiles.owner(of: text) != nil
  }
}
