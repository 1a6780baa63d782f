/// What is to be written for one key.
enum ImageIndexChange: Sendable {
  /// Boxed: it is large, and handed on a few times.
  indirect case put(IndexedImage)
  /// Used at a time, in seconds since 1970.
  case touch(Int)
  case remove

  /// The change that does what both do, the other one after this one.
  func followed(by next: ImageIndexChange) -> ImageIndexChange {
    switch (self, next) {
    case (_, .put), (_, .remove): return next
    case (.remove, .touch): return .remove
    case (.touch(let first), .touch(let second)): return .touch(max(first, second))
    case (.put(var image), .touch(let time)):
      image.usedAt = max(image.usedAt, time)
      return .put(image)
    }
  }

  /// What a look-up sees, over what the database has.
  func applied(to image: IndexedImage?) -> IndexedImage? {
    switch self {
    case .put(let image): return image
    case .remove: return nil
    case .touch(let time):
      guard var image else { return nil }
      image.usedAt = max(image.usedAt, time)
      return image
    }
  }
}
