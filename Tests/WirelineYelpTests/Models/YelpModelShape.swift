import Testing

@testable import WirelineCore
@testable import WirelineYelp

/// A model, and an object that has all of its members.
struct YelpModelShape: Sendable, CustomTestStringConvertible {
  let testDescription: String
  let sample: String
  /// Members that may have any type.
  let loose: Set<String>
  let decode: @Sendable (JSONView, String) throws(YelpFault) -> Void

  private init<Model: YelpModel>(
    _ type: Model.Type, _ sample: String, loose: Set<String> = []
  ) {
    testDescription = "\(type)"
    self.sample = sample
    self.loose = loose
    decode = { view, path throws(YelpFault) in _ = try Model(view, path: path) }
  }

  /// Members that may be a number too.
  static let times: Set<String> = ["time_created", "time_start", "time_end"]

  static let all: [YelpModelShape] = [
    YelpModelShape(YelpCoordinates.self, YelpSamples.coordinates),
    YelpModelShape(YelpRegion.self, YelpSamples.region),
    YelpModelShape(YelpLocation.self, YelpSamples.location),
    YelpModelShape(YelpCategory.self, YelpSamples.detailedCategory),
    YelpModelShape(YelpOpenPeriod.self, YelpSamples.period),
    YelpModelShape(YelpHours.self, YelpSamples.hours),
    YelpModelShape(YelpSpecialHours.self, YelpSamples.specialHours),
    YelpModelShape(YelpMessaging.self, YelpSamples.messaging),
    YelpModelShape(YelpBusiness.self, YelpSamples.business, loose: ["attributes"]),
    YelpModelShape(YelpUser.self, YelpSamples.user),
    YelpModelShape(YelpReview.self, YelpSamples.review),
    YelpModelShape(YelpEvent.self, YelpSamples.event),
    YelpModelShape(YelpTerm.self, YelpSamples.term),
    YelpModelShape(YelpServiceOffering.self, YelpSamples.serviceOffering),
    YelpModelShape(YelpMetrics.self, YelpSamples.metrics),
    YelpModelShape(YelpReviewHighlight.self, YelpSamples.reviewHighlight),
    YelpModelShape(YelpJob.self, YelpSamples.job),
    YelpModelShape(YelpReservationTime.self, YelpSamples.reservationTime),
    YelpModelShape(YelpReservationDay.self, YelpSamples.reservationDay),
    YelpModelShape(YelpCoversRange.self, YelpSamples.coversRange),
    YelpModelShape(YelpChatText.self, YelpSamples.chatText),
    YelpModelShape(YelpChatEntity.self, YelpSamples.chatEntity),
    YelpModelShape(
      YelpChatAnswer.self, YelpSamples.chat, loose: ["request_a_quote_survey"]),
  ]

  /// The sample with another value in the place of one member's.
  func sample(with value: String, for name: String) throws -> JSONView {
    var writer = JSONWriter()
    writer.beginObject()
    for member in try JSONView.parse(Array(sample.utf8)).members {
      if member.key == name {
        writer.member(name, raw: Array(value.utf8))
      } else {
        writer.member(member.key, member.value)
      }
    }
    writer.endObject()
    return try JSONView.parse(writer.bytes)
  }
}
