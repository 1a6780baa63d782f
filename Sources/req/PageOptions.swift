import ArgumentParser
import WirelineCore
import WirelineRequests

/// Answers that come in pages.
struct PageOptions: DeclaredOptions {
  @Option(Self.paginate) var paginate: Pagination?
  @Option(Self.maxPages) var maxPages: PositiveNumber?

  static let declarations = [paginate, maxPages]

  static let paginate = OptionDeclaration(
    "paginate", .value("link|offset=name,limit=name,size=n"),
    "follow the pages of an answer to the end",
    values: .words(WordList("paginations", plain: { ["link"] })))
  static let maxPages = OptionDeclaration(
    "max-pages", .value("n"), "pages to follow at most", default: "none")

  struct Pages: Sendable {
    let pagination: Pagination
    let maximum: Int?
  }

  /// Nil where answers are single.
  func pages() throws(UsageError) -> Pages? {
    guard let paginate else {
      if maxPages != nil { throw UsageError("--max-pages needs --paginate") }
      return nil
    }
    return Pages(pagination: paginate, maximum: maxPages?.value)
  }
}
