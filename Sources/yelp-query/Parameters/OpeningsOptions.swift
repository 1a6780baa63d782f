import ArgumentParser
import WirelineCore
import WirelineYelp

/// What `yelp-query openings` asks.
struct OpeningsOptions: EndpointOptions {
  static let endpoint = YelpEndpoint.openings
  static let abstract = "Show when a table is free."

  @Argument(Self.items) var items: [String]
  @Option(Self.covers) var covers: String?
  @Option(Self.date) var date: String?
  @Option(Self.time) var time: String?
  @Flag(Self.getCoversRange) var getCoversRange: Bool?
  @Flag(YelpOption.links) var links: Bool

  static let declarations = [items, covers, date, time, getCoversRange] + [YelpOption.links]

  var values: [(name: String, text: String?)] {
    [
      ("covers", covers), ("date", date), ("time", time),
      ("get_covers_range", getCoversRange.map { "\($0)" }),
    ]
  }

  static let items = YelpOption.items("ids, aliases or URLs of businesses")
  static let covers = YelpOption.declare("covers", of: endpoint, "people, 1 to 10")
  static let date = YelpOption.declare("date", of: endpoint, "day, YYYY-MM-DD")
  static let time = YelpOption.declare("time", of: endpoint, "time, HH:MM")
  static let getCoversRange = YelpOption.declare(
    "get_covers_range", of: endpoint, "also the sizes of party that are taken")
}
