package import WirelineRequests

/// Which image, and what its file's name is made of. An object, because it goes
/// through many hands.
package final class ImageAddress: Sendable {
  package let key: ImageKey
  /// Who asks for it: the key where the URL has no user; only for the memory.
  let request: ImageKey
  package let url: RequestURL
  /// The key's 64 hexadecimal digits, which are asked for more than once.
  let digits: String

  /// - Parameter filter: the command that the image passes through.
  init(_ url: RequestURL, filter: String? = nil) {
    self.url = url
    key = ImageKey(url: url.text, filter: filter)
    request = url.userInformation == nil ? key : ImageKey(request: url, filter: filter)
    digits = key.hexadecimal
  }
}
