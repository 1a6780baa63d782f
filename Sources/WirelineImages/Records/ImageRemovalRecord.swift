package import WirelineCore

/// An image that was removed from the store: a line of `imgfetch --remove`.
package struct ImageRemovalRecord: Sendable {
  private let image: StoredImage
  private let ref: [UInt8]
  private let url: String

  /// - Parameter url: as given.
  package init(_ image: StoredImage, ref: [UInt8], url: String) {
    self.image = image
    self.ref = ref
    self.url = url
  }

  /// Writes the record's members into an object that is open.
  package func writeMembers(to writer: inout JSONWriter) {
    writer.member("ref", raw: ref)
    writer.member("url", url)
    writer.member("action", "removed")
    writer.member("path", image.path)
    writer.member("bytes", image.bytes)
  }
}
