internal import WirelineCore
internal import WirelineRequests

// The source of an image.
extension ImageGateway {
  /// How to get an image.
  enum Step {
    case use(StoredImage, FetchedImage.Source)
    /// Process a stored original.
    case process(StoredImage)
    /// Send a request, which is conditional if an image is known.
    case request(known: StoredImage?)
  }

  /// Decides how to get an image: from the store, by processing a stored original, or by a request.
  func step(
    _ address: ImageAddress, _ latency: ImageLatency? = nil, _ expected: ExpectedHash? = nil
  ) -> Step {
    let original = processor.flatMap { _ in storedOriginal(address.url, expected) }
    var found = store.lookUp(address, latency: latency)
    if let image = found?.image, !store.matches(image, expected) { found = nil }
    if let processor, let image = found?.image, !processor.accepts(image) {
      return .process(image)
    }
    // Offline, the original cannot be fetched either.
    if store.options.keepsOriginals, original == nil, !options.isOffline { found = nil }
    if let found {
      return needsRevalidation(found.image)
        ? .request(known: found.image) : .use(found.image, found.source)
    }
    if let original, !needsRevalidation(original) { return .process(original) }
    return .request(known: nil)
  }

  /// What `fetch` would do.
  func plan(_ url: RequestURL) -> (action: ImageActionRecord.Action, image: StoredImage?) {
    switch step(store.address(url)) {
    case .use(let image, _): (.none, image)
    case .process: (.process, nil)
    case .request(let image?): (.revalidate, image)
    case .request(nil): (.fetch, nil)
    }
  }

  private func storedOriginal(_ url: RequestURL, _ expected: ExpectedHash?) -> StoredImage? {
    guard let image = store.lookUp(store.originalAddress(url))?.image,
      store.matches(image, expected)
    else { return nil }
    return image
  }

  private func needsRevalidation(_ image: StoredImage) -> Bool {
    if options.isOffline { return false }
    return options.refreshes
      || options.revalidationAge.map { store.now() - image.entry.checkedAt >= $0 } ?? false
  }
}
