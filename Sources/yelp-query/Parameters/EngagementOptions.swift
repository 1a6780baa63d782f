import ArgumentParser
import WirelineCore
import WirelineYelp

/// What `yelp-query engagement` asks.
struct EngagementOptions: EndpointOptions {
  static let endpoint = YelpEndpoint.engagement
  static let abstract = "Show how often businesses were looked at and called."

  @Argument(Self.items) var items: [String]
  @Option(Self.businessIds) var businessIds: String?
  @Option(Self.dateRangeStart) var dateRangeStart: String?
  @Option(Self.dateRangeEnd) var dateRangeEnd: String?

  static let declarations = [items, businessIds, dateRangeStart, dateRangeEnd]

  var values: [(name: String, text: String?)] {
    [
      ("business_ids", businessIds), ("date_range_start", dateRangeStart),
      ("date_range_end", dateRangeEnd),
    ]
  }

  static let items = YelpOption.items("ids of businesses, up to 20 with commas between them")
  static let businessIds = YelpOption.declare(
    "business_ids", of: endpoint, "ids of businesses, 1 to 20")
  static let dateRangeStart = YelpOption.declare(
    "date_range_start", of: endpoint, "first month, YYYYMM")
  static let dateRangeEnd = YelpOption.declare("date_range_end", of: endpoint, "last month, YYYYMM")
}
