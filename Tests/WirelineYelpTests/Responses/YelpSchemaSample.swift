import Testing

@testable import WirelineCore
@testable import WirelineYelp

/// A schema, and an object that has all of its fields.
struct YelpSchemaSample: Sendable, CustomTestStringConvertible {
  let testDescription: String
  let schema: YelpSchema
  let sample: String
  /// Fields that may have any type.
  let untyped: Set<String>

  private init(
    _ name: String, _ schema: YelpSchema, _ sample: String, untyped: Set<String> = []
  ) {
    testDescription = name
    self.schema = schema
    self.sample = sample
    self.untyped = untyped
  }

  /// Fields that may be a number too.
  static let times: Set<String> = ["time_created", "time_start", "time_end"]

  static let all: [YelpSchemaSample] = [
    YelpSchemaSample("coordinates", .coordinates, YelpSamples.coordinates),
    YelpSchemaSample("location", .location, YelpSamples.location),
    YelpSchemaSample("category", .category, YelpSamples.detailedCategory),
    YelpSchemaSample("openPeriod", .openPeriod, YelpSamples.period),
    YelpSchemaSample("hours", .hours, YelpSamples.hours),
    YelpSchemaSample("specialHours", .specialHours, YelpSamples.specialHours),
    YelpSchemaSample("messaging", .messaging, YelpSamples.messaging),
    YelpSchemaSample("business", .business, YelpSamples.business, untyped: ["attributes"]),
    YelpSchemaSample("user", .user, YelpSamples.user),
    YelpSchemaSample("review", .review, YelpSamples.review),
    YelpSchemaSample("event", .event, YelpSamples.event),
    YelpSchemaSample("term", .term, YelpSamples.term),
    YelpSchemaSample("serviceOffering", .serviceOffering, YelpSamples.serviceOffering),
    YelpSchemaSample("metrics", .metrics, YelpSamples.metrics),
    YelpSchemaSample("reviewHighlight", .reviewHighlight, YelpSamples.reviewHighlight),
    YelpSchemaSample("job", .job, YelpSamples.job),
    YelpSchemaSample("reservationTime", .reservationTime, YelpSamples.reservationTime),
    YelpSchemaSample("reservationDay", .reservationDay, YelpSamples.reservationDay),
    YelpSchemaSample("chatText", .chatText, YelpSamples.chatText),
    YelpSchemaSample("chatEntity", .chatEntity, YelpSamples.chatEntity),
    YelpSchemaSample(
      "chat", .chat, YelpSamples.chat, untyped: ["request_a_quote_survey"]),
  ]

  /// Replaces the value of one field.
  func sample(with value: String, for name: String) throws -> JSONView {
    var writer = JSONWriter()
    writer.beginObject()
    for field in try JSONView.parse(Array(sample.utf8)).fields {
      if field.key == name {
        writer.field(name, raw: Array(value.utf8))
      } else {
        writer.field(field.key, field.value)
      }
    }
    writer.endObject()
    return try JSONView.parse(writer.bytes)
  }
}
