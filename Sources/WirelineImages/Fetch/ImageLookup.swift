internal import WirelineRequests

/// Decides how to get an image: from the store, by processing a stored original, or by a request.
struct ImageLookup: Sendable {
  enum Step {
    case use(StoredImage, FetchedImage.Source)
    /// Process a stored original.
    case process(StoredImage)
    /// Send a request, which is conditional if an image is known.
    case request(known: StoredImage?)
  }

  let store: ImageStore
  /// Processes images; nil if they are stored unchanged.
  var processor: ImageProcessor?
  var rules = ImageRules()
  /// Whether to revalidate all stored images.
  var refreshes = false
  var isOffline = false
  /// The seconds since its last check after which a stored image is revalidated; nil for never.
  var revalidationAge: Int?

  func step(
    _ address: ImageAddress, memoryClass: MemoryClass? = nil, expected: ExpectedHash? = nil
  ) -> Step {
    var found = store.lookUp(address, memoryClass: memoryClass)
    if let image = found?.image, !store.matches(image, expected) { found = nil }
    if let processor, let image = found?.image, !processor.accepts(image) {
      return .process(image)
    }
    if let found {
      return needsRevalidation(found.image)
        ? .request(known: found.image) : .use(found.image, found.source)
    }
    guard processor != nil, let original = storedOriginal(address, expected),
      !needsRevalidation(original)
    else { return .request(known: nil) }
    return .process(original)
  }

  /// Why the rules reject a stored image, which may have been stored without them; nil if they
  /// accept it.
  func rejection(of image: StoredImage) -> ImageFailure? {
    rules.rejection(of: image.entry.downloaded, isComplete: true).map { .rejected($0) }
  }

  private func storedOriginal(
    _ address: ImageAddress, _ expected: ExpectedHash?
  ) -> StoredImage? {
    guard let image = store.lookUp(store.originalAddress(address))?.image,
      store.matches(image, expected)
    else { return nil }
    return image
  }

  private func needsRevalidation(_ image: StoredImage) -> Bool {
    if isOffline { return false }
    return refreshes
      || revalidationAge.map { store.now() - image.entry.checkedAt >= $0 } ?? false
  }
}
