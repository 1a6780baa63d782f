internal import Synchronization

/// Asks for page after page, as `YelpPages` decides.
package final class YelpWalk: Sendable {
  private struct State: Sendable {
    var pages: YelpPages
    var reply: YelpReply?
  }

  /// What came of it: the pages that came, and why there are no further ones.
  package struct Outcome: Sendable {
    package var reply: YelpReply?
    package var failure: YelpFailure?
    /// Where the list goes on, for an outcome that is a failure after some pages.
    package var offset: Int?
  }

  private let gateway: YelpGateway
  private let ref: [UInt8]
  private let completion: @Sendable (Outcome) -> Void
  private let state: Mutex<State>

  package init(
    _ pages: YelpPages, _ gateway: YelpGateway, ref: [UInt8],
    completion: @escaping @Sendable (Outcome) -> Void
  ) {
    self.gateway = gateway
    self.ref = ref
    self.completion = completion
    state = Mutex(State(pages: pages))
  }

  package func start() { ask(state.withLock { $0.pages.question }) }

  private func ask(_ question: YelpQuestion) {
    gateway.ask(question, ref: ref) { [self] result in
      switch result {
      case .success(let reply): take(reply)
      case .failure(let failure): end(with: failure)
      }
    }
  }

  private func take(_ page: YelpReply) {
    let step = state.withLock { state in
      if state.reply == nil { state.reply = page } else { state.reply?.add(page) }
      let step = state.pages.next(
        results: page.answers.first?.results.count ?? 0, total: page.total)
      if case .end(let isTruncated) = step { state.reply?.isTruncated = isTruncated }
      return step
    }
    switch step {
    case .ask(let question): ask(question)
    case .end: completion(Outcome(reply: state.withLock { $0.reply }))
    }
  }

  private func end(with failure: YelpFailure) {
    var reply = state.withLock { $0.reply }
    // Beyond what it promises, the API may refuse a page: then it gives no more.
    if reply != nil, case .refused(let refusal) = failure, refusal.status == 400,
      state.withLock({ $0.pages.isBeyondPromise })
    {
      reply?.isTruncated = true
      return completion(Outcome(reply: reply))
    }
    let offset = reply == nil ? nil : state.withLock { $0.pages.question.number("offset") }
    completion(Outcome(reply: reply, failure: failure, offset: offset))
  }
}
