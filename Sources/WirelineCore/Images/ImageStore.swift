internal import Glibc

/// Images on disk, below one output directory. Safe from any thread.
package struct ImageStore: Sendable {
  /// As given; paths in records begin with it.
  package let directory: String
  private let names: StoredNames

  package init(directory: String) {
    self.directory = directory
    names = StoredNames(directory: directory)
  }

  /// The stored image; nil when there is none, or it is empty or no image.
  package func lookUp(_ place: StoragePath) -> StoredImage? {
    names.mayContain(place) ? find(place) : nil
  }

  /// The same, whoever has put it there, and when.
  func find(_ place: StoragePath) -> StoredImage? {
    for format in ImageFormat.allCases {
      let path = "\(directory)/\(place.name(for: format))"
      var facts = stat()
      guard stat(path, &facts) == 0, facts.st_size > 0 else { continue }
      guard let head = try? FileBytes.head(path, count: ImageHeader.maximumBytes),
        let header = ImageHeader(head[...])
      else { continue }
      return StoredImage(path: path, header: header, bytes: Int(facts.st_size), sha256: nil)
    }
    return nil
  }

  /// An image is now in its place.
  func add(_ place: StoragePath) { names.insert(place) }

  /// Begins a file for an image whose format is not known yet.
  func create(_ place: StoragePath) throws(FileError) -> AtomicFile {
    let path = "\(directory)/\(place.folder)/\(place.identifier)"
    do throws(FileError) {
      return try AtomicFile(path: path)
    } catch {
      guard error.code == ENOENT else { throw error }
      try Directories.create(containing: path, mode: 0o755)
      return try AtomicFile(path: path)
    }
  }
}

/// An image that lies in the store.
package struct StoredImage: Sendable, Equatable {
  package let path: String
  package let header: ImageHeader
  /// Length of the file.
  package let bytes: Int
  /// Of the content, 64 hexadecimal digits; nil when it was not read whole.
  package let sha256: String?

  /// What is odd about the file itself: a header that promises many more pixels
  /// than any coding makes of so few bytes.
  package var flags: [String] {
    guard let width = header.width, let height = header.height else { return [] }
    let pixels = Double(width) * Double(height)
    return pixels > 100e6 && pixels / Double(max(1, bytes)) > 100e3 ? ["implausible_size"] : []
  }
}
