import WirelineCore
import WirelineRequests

/// Answers that come in pages.
struct PageOptions: Sendable {
  @Option(
    "paginate", "link|offset=name,limit=name,size=n", "follow the pages of an answer to the end",
    values: .words(WordList("paginations", plain: { ["link"] })))
  var paginate: Pagination?
  @Option("max-pages", "n", "pages to follow at most", default: "none")
  var maxPages: PositiveNumber?

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
