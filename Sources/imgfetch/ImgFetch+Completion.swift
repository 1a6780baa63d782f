import WirelineCore

extension ImgFetch {
  func values(of option: OptionDeclaration, given: Set<String>) -> ValueCompletion? {
    option.name == "fields" ? .list(Self.fields) : nil
  }

  /// The members of an image record.
  private static let fields = WordList(
    "image",
    plain: {
      [
        "ref", "url", "final_url", "path", "source", "status", "format", "media_type", "width",
        "height", "frames", "orientation", "bytes", "sha256", "attempts", "elapsed_ms", "flags",
        "error",
      ]
    })
}
