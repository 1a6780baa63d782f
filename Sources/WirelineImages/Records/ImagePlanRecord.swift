package import WirelineCore

/// What would be done about an image: a line of `imgfetch --dry-run`.
package struct ImagePlanRecord: Sendable {
  package enum Action: String, Sendable {
    case fetch
    /// The server would be asked whether it is still what it was.
    case revalidate
    /// It is stored.
    case none
    /// An earlier line asks for the same.
    case join
  }

  package let action: Action
  private let image: StoredImage?
  private let ref: [UInt8]
  private let url: String

  /// - Parameters:
  ///   - plan: nil where an earlier line asks for the same.
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

  /// Writes the record's members into an object that is open.
  package func writeMembers(to writer: inout JSONWriter) {
    writer.member("ref", raw: ref)
    writer.member("url", url)
    writer.member("action", action.rawValue)
    guard let image else { return }
    writer.member("path", image.path)
    writer.member("bytes", image.bytes)
  }
}
