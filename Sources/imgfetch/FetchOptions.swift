import WirelineCore

/// Options of a run of downloads, beside those of its batch.
struct FetchOptions: Sendable {
  @Option("contact-sheet", "file", "write a page to look at the images", isConfigurable: false)
  var contactSheet: String?
  @Flag("dry-run", "say what would be fetched, and fetch nothing") var dryRun: Bool

  /// - Returns: nil without a contact sheet.
  func sheet() throws(FileError) -> SheetWriter? {
    guard let contactSheet else { return nil }
    return try SheetWriter(path: contactSheet)
  }
}
