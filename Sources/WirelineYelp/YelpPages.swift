/// From page to page of one question: a value that is told each answer.
package struct YelpPages: Sendable {
  package enum Step: Sendable, Equatable {
    case ask(YelpQuestion)
    /// - Parameter isTruncated: there is more than the API gives.
    case end(isTruncated: Bool)
  }

  /// The page that is asked for first.
  package private(set) var question: YelpQuestion
  /// Results wanted in all; nil for as many as there are.
  private let wanted: Int?
  private let cap: Int
  /// What is promised.
  private let promise: Int
  private let size: Int
  private let start: Int
  /// Results that the answers so far stand for.
  private var covered = 0

  /// - Parameters:
  ///   - question: its own offset is where the pages begin, its limit their size.
  ///   - wanted: 1 or more.
  /// Nil where the endpoint's answers come whole.
  package init?(_ question: YelpQuestion, wanted: Int?) {
    guard let paging = question.endpoint.paging else { return nil }
    self.wanted = wanted
    promise = paging.cap
    start = question.number("offset") ?? 0
    size = max(1, question.number("limit") ?? paging.size)
    // Who asks for more than what is promised may try.
    let isBold = start >= paging.cap || wanted ?? 0 > paging.cap - start
    cap = isBold ? paging.limit : paging.cap
    self.question = question
    self.question.set("limit", pageSize)
  }

  private var pageSize: Int {
    let last = start + covered
    // A page that goes beyond what is promised may be refused as a whole.
    let edge = last < promise ? promise : cap
    return min(size, wanted.map { $0 - covered } ?? size, max(1, edge - last))
  }

  /// Whether the page that is asked for lies where the API may refuse it.
  package var isBeyondPromise: Bool {
    guard let paging = question.endpoint.paging else { return false }
    return (question.number("offset") ?? 0) + (question.number("limit") ?? 0) > paging.cap
  }

  /// How many calls it takes at most, where nothing is known of the total.
  package var calls: Int {
    let most = min(wanted ?? .max, max(1, cap - start))
    let promised = max(0, min(most, promise - start))
    return (promised + size - 1) / size + (most - promised + size - 1) / size
  }

  /// Decides after the answer to the page asked for last.
  ///
  /// - Parameters:
  ///   - results: how many came; a page may have fewer than it stands for.
  ///   - total: as the API counts.
  package mutating func next(results: Int, total: Int?) -> Step {
    let before = start + covered
    covered += question.number("limit") ?? size
    let last = start + covered
    // Where nothing came although there is something, the API gives no more.
    if results == 0 { return .end(isTruncated: total.map { before < $0 } ?? false) }
    if let total, last >= total { return .end(isTruncated: false) }
    if let wanted, covered >= wanted { return .end(isTruncated: false) }
    if last >= cap { return .end(isTruncated: true) }
    question.set("offset", last)
    question.set("limit", pageSize)
    return .ask(question)
  }
}
