internal import WirelineCore

/// The human-readable views of the API's results.
enum YelpViews {
  static func results(of endpoint: YelpEndpoint) -> RecordView {
    switch endpoint {
    case .search, .phone, .transactions: businesses
    case .business: business
    case .reviews:
      blocks(.review, ["id", "rating", "time_created", "user.name", "text", "url"]) {
        ResultBlocks.review($0, width: $1)
      }
    case .event, .events, .featuredEvent:
      blocks(
        .event,
        [
          "id", "name", "time_start", "time_end", "cost", "attending_count", "location.address1",
          "location.city", "event_site_url",
        ]
      ) { ResultBlocks.event($0, width: $1) }
    case .categories, .category: categories
    case .match: .columns(["id", "name", "phone", "location.address1", "location.city"])
    case .autocomplete: .columns(["text", "name", "title", "id", "alias"])
    case .chat:
      blocks(.chat, ["chat_id", "response.text"]) { ResultBlocks.chat($0, width: $1) }
    case .engagement, .insights: .columns(["business_id", "metrics"])
    case .serviceOfferings: .columns(["id", "name", "description"])
    case .reviewHighlights: .columns(["rating", "text"])
    case .jobs: .columns(["alias", "name", "description"])
    case .openings:
      blocks(.reservationDay, ["date", "times"]) { ResultBlocks.openings($0, width: $1) }
    }
  }

  static var businesses: RecordView {
    table(
      .business,
      titles: ["name", "rating", "reviews", "price", "status", "distance", "address"],
      fields: ["name", "rating", "review_count", "price", "location.address1", "distance"]
    ) { business in
      [
        StyledText(BusinessCard.name(business)),
        StarRating.text(business["rating"]?.double, isAligned: true),
        StyledText(business["review_count"]?.integer.map(String.init) ?? ""),
        StyledText(business["price"]?.string ?? ""),
        BusinessCard.status(business),
        StyledText(DistanceText.of(meters: business["distance"]?.double)),
        StyledText(business["location"]?.addressLine ?? ""),
      ]
    }
  }

  /// A card of one business.
  static var business: RecordView {
    blocks(
      .business,
      [
        "id", "name", "rating", "review_count", "price", "phone", "location.address1",
        "location.city", "url",
      ]
    ) { BusinessCard.lines($0, width: $1) }
  }

  private static var categories: RecordView {
    table(
      .category, titles: ["alias", "title", "parents"],
      fields: ["alias", "title", "parent_aliases"]
    ) { category in
      [
        StyledText(category["alias"]?.string ?? ""), StyledText(category["title"]?.string ?? ""),
        StyledText(category.strings("parent_aliases").joined(separator: ", ")),
      ]
    }
  }

  /// - Parameter fields: the columns of `tsv` and `csv`, which scripts rely on.
  private static func table(
    _ schema: YelpSchema, titles: [String], fields: [String],
    cells: @escaping @Sendable (JSONView) -> [StyledText]
  ) -> RecordView {
    .table(
      TableView(titles: titles, fields: fields) { record throws(RecordViewError) in
        try check(record, schema)
        return cells(record)
      })
  }

  private static func blocks(
    _ schema: YelpSchema, _ fields: [String],
    lines: @escaping @Sendable (JSONView, _ width: Int) -> [StyledText]
  ) -> RecordView {
    .blocks(
      BlockView(fields: fields) { record, width throws(RecordViewError) in
        try check(record, schema)
        return lines(record, width)
      })
  }

  private static func check(_ record: JSONView, _ schema: YelpSchema) throws(RecordViewError) {
    do throws(YelpValidationError) {
      try schema.check(record, path: "")
    } catch {
      guard case .decode(let path, let reason) = error else {
        throw RecordViewError(error.description)
      }
      throw RecordViewError(path.isEmpty ? reason : "at \"\(path)\": \(reason)")
    }
  }
}
