internal import Glibc
internal import WirelineCore

/// Rebuilds an index from the files of the output directory: their names, which begin with the key,
/// and their content.
///
/// Properties that files do not contain (`unrecoverable`) are kept if the index has an entry of an
/// unchanged file.
struct ImageReindex: Sendable {
  /// The fields that cannot be recovered.
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
  }

  private let directory: String
  private let tree: DirectoryTree

  init(directory: String) {
    self.directory = directory
    tree = DirectoryTree(directory)
  }

  /// Updates an index from its directory. The body receives each image that is added or updated.
  func run(
    into index: ImageIndex, _ body: (IndexedImage) -> Void = { _ in }
  ) throws(ImageIndexFailure) -> Report {
    var (duplicates, duplicateBytes) = (0, 0)
    var report: Report
    do throws(FileError) {
      report = try scan { found in
        let known = index.lookUp(found.key)
        if let known, known.path != found.path, exists(known) {
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

  /// Whether an image's file exists with the length in the index.
  private func exists(_ image: IndexedImage) -> Bool {
    tree.facts(image.path).map { $0.isFile && $0.bytes == image.bytes } ?? false
  }

  /// Finds the images of a directory in constant memory, with an empty `url` and the times of the
  /// files. The report lacks `gone` and `withoutURL`.
  func scan(_ body: (IndexedImage) -> Void) throws(FileError) -> Report {
    var report = Report()
    var walk = FolderWalk()
    try walk.walk(directory) { entry in examine(entry, &report, body) }
    report.unreadable += walk.unreadable
    return report
  }

  private func examine(
    _ entry: FolderWalk.Entry, _ report: inout Report, _ body: (IndexedImage) -> Void
  ) {
    if Self.isInternal(entry.name) { return }
    guard entry.isFile, let path = entry.path, let key = Self.key(of: entry.name) else {
      report.unknown += 1
      return
    }
    let content: (head: [UInt8], sha256: String)
    do throws(FileError) {
      content = try read(entry)
    } catch {
      report.unreadable += 1
      return
    }
    guard entry.bytes > 0, let header = ImageHeader(content.head[...]), !header.isTruncated else {
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

  /// Adds the unrecoverable properties of a known image, if its file is unchanged.
  private static func merge(_ found: IndexedImage, known: IndexedImage?) -> IndexedImage {
    guard let known, known.path == found.path, known.bytes == found.bytes,
      known.sha256 == nil || known.sha256 == found.sha256
    else { return found }
    var merged = known
    merged.sha256 = found.sha256
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
  private func read(_ entry: FolderWalk.Entry) throws(FileError) -> (head: [UInt8], sha256: String)
  {
    let descriptor = try entry.open()
    defer { close(descriptor) }
    var head: [UInt8] = []
    var hash = SHA256()
    try FileBytes.chunks(of: descriptor, path: entry.path ?? "") { piece in
      hash.update(bufferPointer: piece)
      if head.count < ImageHeader.maximumBytes {
        head.append(contentsOf: piece.prefix(ImageHeader.maximumBytes - head.count))
      }
    }
    return (head, Hexadecimal.encode(hash.finalize()))
  }

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

/// Walks a directory tree in constant memory. Symbolic links are not followed.
struct FolderWalk {
  /// Anything but a directory.
  struct Entry {
    /// Below the root of the walk; nil if it is not UTF-8.
    let path: String?
    /// The last component, as bytes.
    let name: [UInt8]
    let isFile: Bool
    let bytes: Int
    /// The last modification, in seconds since 1970.
    let modified: Int
    fileprivate let folder: Int32

    /// Opens the file for reading. The caller closes the descriptor.
    func open() throws(FileError) -> Int32 {
      let descriptor = FolderWalk.open(name, in: folder, O_NONBLOCK)
      guard descriptor >= 0 else {
        throw FileError(path: path ?? "", operation: "open", code: errno)
      }
      return descriptor
    }
  }

  /// More than any layout needs. Ends loops of mounts.
  private static let maximumDepth = 8

  /// The number of directories that could not be read.
  private(set) var unreadable = 0

  /// Calls the body for everything but directories.
  ///
  /// - Throws: if the root cannot be opened.
  mutating func walk(_ directory: String, _ body: (Entry) -> Void) throws(FileError) {
    let descriptor = Glibc.open(directory, O_RDONLY | O_DIRECTORY | O_CLOEXEC)
    guard descriptor >= 0 else {
      throw FileError(path: directory, operation: "open", code: errno)
    }
    walk(descriptor, prefix: "", depth: 0, body)
  }

  /// - Parameter descriptor: is closed.
  private mutating func walk(
    _ descriptor: Int32, prefix: String?, depth: Int, _ body: (Entry) -> Void
  ) {
    guard let handle = fdopendir(descriptor) else {
      close(descriptor)
      unreadable += 1
      return
    }
    defer { closedir(handle) }
    while let entry = readdir(handle) {
      let name = withUnsafeBytes(of: &entry.pointee.d_name) { Array($0.prefix { $0 != 0 }) }
      if name == [0x2E] || name == [0x2E, 0x2E] { continue }
      visit(name, in: descriptor, prefix: prefix, depth: depth, body)
    }
  }

  private mutating func visit(
    _ name: [UInt8], in folder: Int32, prefix: String?, depth: Int, _ body: (Entry) -> Void
  ) {
    var facts = stat()
    // It may have been removed since it was read.
    guard fstatat(folder, Self.cString(name), &facts, AT_SYMLINK_NOFOLLOW) == 0 else { return }
    let text = String(validating: name, as: UTF8.self)
    let path = prefix.flatMap { prefix in text.map { prefix + $0 } }
    guard facts.st_mode & S_IFMT == S_IFDIR, depth < Self.maximumDepth else {
      return body(
        Entry(
          path: path, name: name, isFile: facts.st_mode & S_IFMT == S_IFREG,
          bytes: Int(facts.st_size), modified: facts.st_mtim.tv_sec, folder: folder))
    }
    let inner = Self.open(name, in: folder, O_DIRECTORY)
    guard inner >= 0 else {
      unreadable += 1
      return
    }
    walk(inner, prefix: path.map { $0 + "/" }, depth: depth + 1, body)
  }

  private static func open(_ name: [UInt8], in folder: Int32, _ flags: Int32) -> Int32 {
    openat(folder, cString(name), O_RDONLY | O_NOFOLLOW | O_CLOEXEC | flags)
  }

  private static func cString(_ name: [UInt8]) -> [CChar] {
    name.map { CChar(bitPattern: $0) } + [0]
  }
}
