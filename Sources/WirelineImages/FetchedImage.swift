internal import WirelineRequests

/// An image and how it came.
package struct FetchedImage: Sendable {
  package enum Source: String, Sendable {
    case memory, joined, storage, network, revalidated
  }

  package let image: StoredImage
  package private(set) var source: Source
  /// The URL that answered, when it is not the one asked; nil otherwise.
  package let finalURL: String?
  package let status: Int?
  package let attempts: Int?
  package let elapsed: Duration?

  init(_ image: StoredImage, source: Source) {
    self.image = image
    self.source = source
    finalURL = nil
    status = nil
    attempts = nil
    elapsed = nil
  }

  init(_ image: StoredImage, source: Source, response: Response, asked: RequestURL) {
    self.image = image
    self.source = source
    finalURL = response.url == asked ? nil : response.url.text
    status = response.status
    attempts = response.attempts
    // What somebody else has fetched took its time there.
    elapsed = response.elapsed > .zero ? response.elapsed : nil
  }

  /// The same for those who asked while it was under way.
  var joined: FetchedImage {
    var joined = self
    if source == .network || source == .revalidated { joined.source = .joined }
    return joined
  }
}
