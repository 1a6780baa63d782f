internal import WirelineCore

/// The input of a run, and the query of each item.
struct QuerySource: Sendable {
  let input: PipeInput
  private let base: YelpQuery
  private let diagnostics: Diagnostics

  /// - Throws: if a parameter is invalid, or if no input can complete the query.
  init(
    _ endpoint: YelpEndpoint, _ options: EndpointOptions, _ context: ToolContext
  ) throws(UsageError) {
    diagnostics = context.diagnostics
    base = try Self.base(endpoint, options, context.diagnostics)
    let missing = base.missing(beside: YelpInputRecord.parameters(of: endpoint))
    if !missing.isEmpty { throw UsageError(YelpValidationError.missing(missing)) }
    if !options.items.isEmpty {
      if base.hasSubject {
        throw UsageError("\(endpoint.itemNoun) cannot be given both as an option and as an operand")
      }
      input = .operands(options.items)
    } else if base.isComplete {
      input = .options
    } else {
      try context.requireInput(
        hint: "give \(endpoint.itemNoun), or pipe records into yelp-query \(endpoint.rawValue)")
      input = .descriptor(context.streams.input.descriptor)
    }
  }

  private static func base(
    _ endpoint: YelpEndpoint, _ options: EndpointOptions, _ diagnostics: Diagnostics
  ) throws(UsageError) -> YelpQuery {
    var query = YelpQuery(endpoint)
    do throws(YelpValidationError) {
      for (name, text) in options.values {
        if let text { try query.set(name, text) { diagnostics.warning($0) } }
      }
      try query.checkConflicts()
    } catch {
      throw UsageError(error)
    }
    return query
  }

  func query(of item: InputItem) throws(InputRecordError) -> YelpQuery {
    var query = base
    let warn = { (text: String) in diagnostics.warning(text, line: item.line) }
    if case .options = input {
    } else if let object = item.object {
      try YelpInputRecord.fill(&query, from: object, warn: warn)
    } else {
      try YelpInputRecord.fill(&query, from: item.text, warn: warn)
    }
    do throws(YelpValidationError) {
      try query.check()
    } catch {
      throw InputRecordError(error)
    }
    return query
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
