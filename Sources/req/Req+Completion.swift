import WirelineCore
import WirelineRequests

extension Req {
  func values(of option: OptionDeclaration, given: Set<String>) -> ValueCompletion? {
    switch option.name {
    case "fields": .list(Self.fields)
    case $words.name where given.contains($parse.name): .nothing
    default: nil
    }
  }

  /// The members of a response record.
  private static let fields = WordList(
    "response",
    plain: {
      [
        "ref", "url", "status", "http_version", "headers", "json", "body", "body_base64",
        "body_file", "bytes", "attempts", "source", "age_s", "redirects", "elapsed_ms",
        "first_byte_ms", "error",
      ]
    })
}

extension CompositionOptions {
  /// The calls of the file that a run would read; none where that is not to be had.
  static func callWords(_ scene: CompletionScene) -> [WordList.Word] {
    guard
      let path = scene.path(of: "calls-file") ?? (try? defaultCallsFile(scene.environment)),
      let bytes = try? FileBytes.read(path)
    else { return [] }
    return NamedCall.names(in: bytes).map { WordList.Word($0) }
  }
}
