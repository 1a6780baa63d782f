internal import Glibc
internal import Synchronization
internal import WirelineCore

/// The names of a run, in the order of the input: the first image with a claim gets the name.
///
/// Beyond a million names, which need 64 MB, only the files on disk distinguish names.
final class NameClaims: Sendable {
  private let owners = Mutex<[UInt64: UInt64]>([:])

  private static let maximumCount = 1_000_000

  /// Returns the name, with digits of the key if another image has claimed it.
  func claim(_ name: ImageName, for key: ImageKey) -> ImageName {
    if name.isUnique { return name }
    let claim = ImageKey(url: name.claim).prefix
    let isFirst = owners.withLock { owners in
      if let owner = owners[claim] { return owner == key.prefix }
      if owners.count < Self.maximumCount { owners[claim] = key.prefix }
      return true
    }
    var name = name
    name.isDistinguished = !isFirst
    return name
  }
}

// Images with names from `--name`.
extension ImageStore {
  /// The path for a new image.
  func path(_ name: ImageName, of image: IndexedImage) -> String {
    let path = name.path(of: image)
    if isFree(path, for: image) { return path }
    var distinguished = name
    distinguished.isDistinguished = true
    return distinguished.path(of: image)
  }

  /// Whether a path is unused, or used by the same image, or by the same content without an entry
  /// of another image, as after a kill.
  func isFree(_ path: String, for image: IndexedImage) -> Bool {
    guard let attributes = tree.attributes(path) else { return true }
    let keys = [image.key, Self.key(of: path, for: image)]
    let isKnown = keys.contains { index.value?.lookUp($0)?.path == path }
    guard isKnown || attributes.bytes == image.bytes else { return false }
    guard attributes.isFile, let content = try? content(of: path) else { return isKnown }
    return (isKnown || content.sha256 == image.sha256)
      && !hasOwner(path, content, besides: keys)
  }

  /// Whether the file of an entry belongs to another image, which got the name after the file of
  /// this one had been deleted.
  func isTaken(_ entry: IndexedImage) -> Bool {
    if entry.path.contains(text: ImageName.digits(of: entry.key)) { return false }
    guard tree.attributes(entry.path)?.isFile == true, let content = try? content(of: entry.path)
    else { return false }
    return hasOwner(entry.path, content, besides: [entry.key])
  }

  private func hasOwner(
    _ path: String, _ content: ImageContent, besides keys: [ImageKey]
  ) -> Bool {
    let images = index.value?.findBySHA256(content.sha256) ?? []
    return images.contains { $0.path == path && !keys.contains($0.key) }
  }

  /// The key of a further name of an image. Each name has an entry.
  private static func key(of path: String, for image: IndexedImage) -> ImageKey {
    ImageKey(url: image.key.hexadecimal, variant: "name \(path)")
  }

  /// Returns the image under a name. If it is stored under another one, creates a hard link, or a
  /// copy on file systems without links.
  func named(_ image: StoredImage, _ name: ImageName) throws(FileError) -> StoredImage {
    var entry = image.entry
    var (plain, other) = (name, name)
    (plain.isDistinguished, other.isDistinguished) = (false, true)
    if [plain.path(of: entry), other.path(of: entry)].contains(entry.path) { return image }
    entry.path = name.path(of: entry)
    let isLinked =
      index.value?.lookUp(Self.key(of: entry.path, for: entry)) != nil
      && FileIdentity("\(directory)/\(entry.path)") == FileIdentity(image.path)
    if !isLinked, !isFree(entry.path, for: entry) { entry.path = other.path(of: entry) }
    entry.key = Self.key(of: entry.path, for: image.entry)
    let alias = StoredImage(entry, in: directory)
    if FileIdentity(alias.path) == FileIdentity(image.path) { return alias }
    try duplicate(image, as: alias)
    index.value?.put(alias.entry)
    return alias
  }

  func named(_ image: FetchedImage, _ name: ImageName) -> Result<FetchedImage, FileError> {
    Result { () throws(FileError) in
      var named = image
      named.image = try self.named(image.image, name)
      return named
    }
  }

  private func duplicate(_ image: StoredImage, as alias: StoredImage) throws(FileError) {
    try makeFolder(of: alias.entry.path)
    let isPrivate = options.hasPrivateFiles || tree.attributes(image.entry.path)?.isPrivate == true
    let file = try AtomicFile(
      path: alias.path, mode: AtomicFile.mode(isPrivate: isPrivate), mayBeDevice: false, in: tree)
    var isLink = true
    do throws(FileError) {
      try file.link(to: image.path)
    } catch {
      isLink = false
      try copy(image, to: file)
    }
    try file.commit(options.durability, isLink: isLink)
  }

  private func copy(_ image: StoredImage, to file: AtomicFile) throws(FileError) {
    let descriptor = try tree.open(image.entry.path)
    defer { Glibc.close(descriptor) }
    try FileBytes.chunks(of: descriptor, path: image.path) { piece throws(FileError) in
      try file.write(piece)
    }
  }
}
