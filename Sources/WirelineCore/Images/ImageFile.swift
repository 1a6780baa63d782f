/// An image's file on its way.
struct ImageFile: Sendable {
  let file: AtomicFile
  /// Its path below the output directory, without extension.
  let base: String
}
