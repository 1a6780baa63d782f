package import WirelineCore

/// How people see what the Yelp API answers, by the kind of its results.
package enum YelpViews {
  /// Many businesses: a row each.
  ///
  /// - Parameter fields: what `tsv` and `csv` have; scripts hang on it.
  package static func businesses(
    fields: [String] = [
      "name", "rating", "review_count", "price", "location.address1", "distance",
    ]
  ) -> RecordView {
    .table(
      TableView(titles: BusinessTable.titles, fields: fields) {
        record throws(RecordViewFault) in BusinessTable.cells(try model(record))
      })
  }

  /// One business, all that is known of it.
  ///
  /// - Parameter today: the weekday to mark among the hours; nil marks none.
  package static func business(
    today: YelpWeekday?,
    fields: [String] = [
      "id", "name", "rating", "review_count", "price", "phone", "location.address1",
      "location.city", "url",
    ]
  ) -> RecordView {
    .blocks(
      BlockView(fields: fields) { record, width throws(RecordViewFault) in
        BusinessCard.lines(try model(record), today: today, width: width)
      })
  }

  package static func reviews(
    fields: [String] = ["id", "rating", "time_created", "user.name", "text", "url"]
  ) -> RecordView {
    .blocks(
      BlockView(fields: fields) { record, width throws(RecordViewFault) in
        ReviewBlock.lines(try model(record), width: width)
      })
  }

  package static func events(
    fields: [String] = [
      "id", "name", "time_start", "time_end", "cost", "attending_count", "location.address1",
      "location.city", "event_site_url",
    ]
  ) -> RecordView {
    .blocks(
      BlockView(fields: fields) { record, width throws(RecordViewFault) in
        EventBlock.lines(try model(record), width: width)
      })
  }

  /// What the chat says, written out.
  package static func chat(fields: [String] = ["chat_id", "response.text"]) -> RecordView {
    .blocks(
      BlockView(fields: fields) { record, width throws(RecordViewFault) in
        ChatBlock.lines(try model(record), width: width)
      })
  }

  /// The days on which a table can be had, and when.
  package static func openings(fields: [String] = ["date", "times"]) -> RecordView {
    .blocks(
      BlockView(fields: fields) { record, width throws(RecordViewFault) in
        OpeningBlock.lines(try model(record), width: width)
      })
  }

  package static func categories(
    fields: [String] = ["alias", "title", "parent_aliases"]
  ) -> RecordView {
    .table(
      TableView(titles: CategoryTable.titles, fields: fields) {
        record throws(RecordViewFault) in CategoryTable.cells(try model(record))
      })
  }

  /// A record as the value that it is.
  private static func model<Model: YelpModel>(
    _ record: JSONView
  ) throws(RecordViewFault) -> Model {
    do throws(YelpFault) {
      return try Model(record, path: "")
    } catch {
      guard case .decode(let path, let reason) = error else {
        throw RecordViewFault(error.description)
      }
      throw RecordViewFault(path.isEmpty ? reason : "at \"\(path)\": \(reason)")
    }
  }
}
