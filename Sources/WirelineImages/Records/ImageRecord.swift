package import WirelineCore

/// A stored image as a line: what `imgfetch` prints.
package struct ImageRecord: Sendable {
  package var image: FetchedImage
  package var ref: [UInt8]
  /// As given.
  package var url: String

  package init(_ image: FetchedImage, ref: [UInt8], url: String) {
    self.image = image
    self.ref = ref
    self.url = url
  }

  /// Writes the record's members into an object that is open.
  package func writeMembers(to writer: inout JSONWriter) {
    let (stored, header) = (image.image, image.image.header)
    writer.member("ref", raw: ref)
    writer.member("url", url)
    if let finalURL = image.finalURL { writer.member("final_url", finalURL) }
    writer.member("path", stored.path)
    writer.member("source", image.source.rawValue)
    if let status = image.status { writer.member("status", status) }
    writer.member("format", header.format.rawValue)
    writer.member("media_type", header.format.mediaType)
    if let width = header.width { writer.member("width", width) }
    if let height = header.height { writer.member("height", height) }
    if let frames = header.frames { writer.member("frames", frames) }
    if let orientation = header.orientation { writer.member("orientation", orientation) }
    writer.member("bytes", stored.bytes)
    if let sha256 = stored.sha256 { writer.member("sha256", sha256) }
    if let attempts = image.attempts { writer.member("attempts", attempts) }
    if let elapsed = image.elapsed { writer.member("elapsed_ms", elapsed.milliseconds) }
    if !stored.flags.isEmpty { writer.member("flags", stored.flags) }
  }
}
