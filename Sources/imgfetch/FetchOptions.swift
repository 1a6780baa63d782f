import ArgumentParser
import WirelineCore

/// Options of a run of downloads, beside those of its batch.
struct FetchOptions: DeclaredOptions {
  @Option(Self.contactSheet) var contactSheet: String?
  @Flag(Self.dryRun) var dryRun: Bool

  static let declarations = [contactSheet, dryRun]

  static let contactSheet = OptionDeclaration(
    "contact-sheet", .value("file"), "write a page to look at the images", isConfigurable: false)
  static let dryRun = OptionDeclaration(
    "dry-run", .flag(inverse: nil), "say what would be fetched, and fetch nothing",
    isConfigurable: false)

  /// - Returns: nil without a contact sheet.
  func sheet() throws(FileError) -> SheetWriter? {
    guard let contactSheet else { return nil }
    return try SheetWriter(path: contactSheet)
  }
}
