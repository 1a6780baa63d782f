internal import Synchronization
internal import WirelineCore

/// The input of a run, and the query of each item.
final class QuerySource: Sendable {
  let input: PipeInput
  var endpoint: YelpEndpoint { base.endpoint }
  private let base: YelpQuery
  private let hasItems = Mutex(false)
  private let diagnostics: Diagnostics

  /// - Throws: if a parameter is invalid, or if no input can complete the query.
  init(
    _ endpoint: YelpEndpoint, options: EndpointOptions, _ context: ToolContext
  ) throws(UsageError) {
    diagnostics = context.diagnostics
    base = try Self.base(endpoint, options: options, context.diagnostics)
    // Records may set any parameter; if the options name the subject, no record is read.
    let items = options.items == ["-"] ? [] : options.items
    let isRead = items.isEmpty && !base.hasSubject
    let missing =
      isRead ? [] : base.missing(beside: YelpInputRecord.parameters(of: endpoint))
    if !missing.isEmpty { throw UsageError(YelpValidationError.missing(missing)) }
    if !options.items.isEmpty, base.hasSubject {
      throw UsageError("\(endpoint.itemNoun) cannot be given both as an option and as an operand")
    }
    if let index = items.firstIndex(where: \.trimmingSpaces.isEmpty) {
      throw UsageError("operand \(index + 1) is empty: expected \(endpoint.itemNoun)")
    }
    if !items.isEmpty {
      input = .operands(items)
    } else if base.isComplete, options.items.isEmpty {
      input = .options
    } else {
      try context.requireInput(
        hint: "give \(endpoint.itemNoun), or pipe records into yelp-query \(endpoint.rawValue)")
      input = .descriptor(context.streams.input.descriptor)
    }
  }

  private static func base(
    _ endpoint: YelpEndpoint, options: EndpointOptions, _ diagnostics: Diagnostics
  ) throws(UsageError) -> YelpQuery {
    var query = YelpQuery(endpoint)
    try converting(UsageError.init) { () throws(YelpValidationError) in
      for (name, text) in options.values {
        guard let text else { continue }
        if text.isEmpty, query.needsText(name) { throw .parameter(name: name, reason: "empty") }
        try query.set(name, text) { diagnostics.warning($0) }
      }
      try query.checkConflicts()
    }
    return query
  }

  func query(of item: InputItem) throws(InputRecordError) -> YelpQuery {
    hasItems.withLock { $0 = true }
    var query = base
    let warn = { [diagnostics] (text: String) in
      diagnostics.warning(
        item.isOperand ? "\"\(item.text)\": \(text)" : text,
        line: item.isOperand ? nil : item.line)
    }
    if case .options = input {
    } else if let object = item.object {
      try YelpInputRecord.fill(&query, from: object, warn: warn)
    } else {
      try YelpInputRecord.fill(&query, from: item.text, warn: warn)
    }
    try converting(InputRecordError.init, query.check)
    return query
  }

  /// The error of a run whose options describe a part of an item, if no record adds the rest.
  var unusedOptions: UsageError? {
    guard base.isBegun, !base.isComplete, !hasItems.withLock({ $0 }) else { return nil }
    let error = UsageError(YelpValidationError.missing(base.missing(beside: [])))
    return UsageError(error.message, hint: "stdin has no records that provide them")
  }

  /// Warns if operands look like search terms, or may be the words of one place.
  func warnOfUnlikelyPlaces() {
    guard base.endpoint.subject == "location", case .operands(let operands) = input else { return }
    if base.endpoint.parameter("term") != nil, base.values["term"] == nil,
      base.values["categories"] == nil,
      let term = operands.first(where: {
        $0 == $0.lowercased() && YelpCategories.alias(for: $0) != nil
      })
    {
      diagnostics.warning("searching near a place called \"\(term)\"")
      diagnostics.hint("search for businesses of this kind with --term \"\(term)\"")
    }
    // `New York` without quotes is two operands; a pair of coordinates contains a comma.
    let areWords = operands.allSatisfy { !$0.dropLast().contains { $0 == " " || $0 == "," } }
    guard (2...4).contains(operands.count), areWords else { return }
    let names = operands.map { "\"\($0)\"" }.joined(separator: ", ")
    diagnostics.notice("searching \(operands.count) places: \(names)")
    diagnostics.hint("quote a place of several words: \"\(operands.joined(separator: " "))\"")
  }
}

extension UsageError {
  fileprivate init(_ error: YelpValidationError) {
    switch error {
    case .parameter(let name, let reason, let suggestion):
      self.init(
        "invalid --\(YelpParameter.option(name)): \(reason)",
        hint: suggestion.map { "did you mean \"\($0)\"?" })
    case .missing(let names):
      let options = names.map { "--\(YelpParameter.option($0))" }.joined(separator: ", ")
      self.init("missing \(options)")
    case .missingLocation, .decode: self.init(error.description)
    }
  }
}
