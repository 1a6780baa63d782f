import WirelineCore
import WirelineYelp

/// Where the items of a run come from, and how an item completes a question.
struct QuestionSource: Sendable {
  let input: PipeInput
  private let base: YelpQuestion

  /// - Throws: where nothing can complete the question.
  init(
    _ base: YelpQuestion, items: [String], _ context: ToolContext
  ) throws(UsageError) {
    self.base = base
    let endpoint = base.endpoint
    let missing = base.missing(beside: YelpInputRecord.parameters(of: endpoint))
    if !missing.isEmpty { throw UsageError(YelpFault.missing(missing)) }
    if !items.isEmpty {
      if base.isAbout { throw UsageError("\(endpoint.what) is given by an option and by operands") }
      input = .operands(items)
    } else if base.isComplete {
      input = .options
    } else {
      try context.requireInput(
        hint: "give \(endpoint.what), or pipe records into yelp-query \(endpoint.rawValue)")
      input = .descriptor(context.streams.input.descriptor)
    }
  }

  /// The question of an item.
  func question(
    of item: InputItem, warn: (String) -> Void
  ) throws(RecordFault) -> YelpQuestion {
    var question = base
    if case .options = input {
    } else if let object = item.object {
      try YelpInputRecord.fill(&question, from: object, warn: warn)
    } else {
      try YelpInputRecord.fill(&question, from: item.text, warn: warn)
    }
    do throws(YelpFault) {
      try question.check()
    } catch {
      throw RecordFault(error)
    }
    return question
  }
}

extension YelpEndpoint {
  /// What an item of it is, for messages.
  fileprivate var what: String {
    switch self {
    case .search, .transactions, .events, .featuredEvent: "a place"
    case .phone: "a phone number"
    case .business, .reviews, .serviceOfferings, .reviewHighlights, .openings: "an id"
    case .event: "an event's id"
    case .category: "a category"
    case .match: "a name and address"
    case .autocomplete: "a text"
    case .chat, .jobs: "a query"
    case .engagement, .insights: "business ids"
    case .categories: "nothing"
    }
  }
}
