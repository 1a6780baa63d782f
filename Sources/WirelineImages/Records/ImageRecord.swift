package import WirelineCore

/// A fetched image as `imgfetch` prints it.
package struct ImageRecord: Sendable {
  package let image: FetchedImage
  private let ref: [UInt8]
  /// As given.
  package let url: String

  package init(_ image: FetchedImage, ref: [UInt8], url: String) {
    self.image = image
    self.ref = ref
    self.url = url
  }

  /// Writes the record's fields into an open object.
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

/// The planned action for an image: a line of `imgfetch --dry-run`.
package struct ImagePlanRecord: Sendable {
  package enum Action: String, Sendable {
    case fetch
    /// Would ask the server whether the image has changed.
    case revalidate
    /// The image is stored.
    case none
    /// A previous line requests the same image.
    case join
  }

  package let action: Action
  private let image: StoredImage?
  private let ref: [UInt8]
  private let url: String

  /// - Parameters:
  ///   - plan: nil if a previous line requests the same image.
  ///   - url: as given.
  package init(_ plan: ImageGateway.Plan?, ref: [UInt8], url: String) {
    self.ref = ref
    self.url = url
    switch plan {
    case nil: (action, image) = (.join, nil)
    case .fetch: (action, image) = (.fetch, nil)
    case .revalidate(let stored): (action, image) = (.revalidate, stored)
    case .nothing(let stored): (action, image) = (.none, stored)
    }
  }

  /// Writes the record's fields into an open object.
  package func writeMembers(to writer: inout JSONWriter) {
    writer.member("ref", raw: ref)
    writer.member("url", url)
    writer.member("action", action.rawValue)
    guard let image else { return }
    writer.member("path", image.path)
    writer.member("bytes", image.bytes)
  }
}

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

  /// Writes the record's fields into an open object.
  package func writeMembers(to writer: inout JSONWriter) {
    writer.member("ref", raw: ref)
    writer.member("url", url)
    writer.member("action", "removed")
    writer.member("path", image.path)
    writer.member("bytes", image.bytes)
  }
}
