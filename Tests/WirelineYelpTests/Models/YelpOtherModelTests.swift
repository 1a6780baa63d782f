import Testing

@testable import WirelineCore
@testable import WirelineYelp

@Suite struct YelpOtherModelTests {
  @Test func aReviewIsRead() throws {
    let review: YelpReview = try YelpSamples.model(YelpSamples.review)

    #expect(review.id == "r1")
    #expect(review.text == "Went back again to this place.\n\nOrdered the \"soup\".")
    #expect(review.url == "https://www.yelp.com/biz/harbour-diner?hrid=r1")
    #expect(review.rating == 5)
    #expect(review.user?.name == "Ella A.")
    #expect(review.user?.id == "u1")
    #expect(review.language == "en")
    #expect(review.createdSeconds == 1_472_431_273)
  }

  @Test(
    arguments: [
      (#""2016-08-29 00:41:13""#, 1_472_431_273), (#""1970-01-01 00:00:00""#, 0),
      (#""2016-08-29T00:41:13+02:00""#, 1_472_424_073), (#""2016-02-30 00:00:00""#, nil),
      (#""yesterday""#, nil), (#""""#, nil), ("null", nil), ("1472431273", 1_472_431_273),
      ("-1", -1),
    ] as [(String, Int?)])
  func aTimeWithoutAZoneIsUTC(time: String, seconds: Int?) throws {
    let review: YelpReview = try YelpSamples.model(#"{"time_created":\#(time)}"#)

    #expect(review.createdSeconds == seconds)
  }

  @Test(arguments: ["1.5", "1e15", "-1e15"])
  func aNumberThatIsNoTimeIsAFault(time: String) {
    #expect(throws: YelpFault.self) {
      let _: YelpReview = try YelpSamples.model(#"{"time_created":\#(time)}"#)
    }
  }

  @Test func anEventIsRead() throws {
    let event: YelpEvent = try YelpSamples.model(YelpSamples.event)

    #expect(event.id == "e1")
    #expect(event.name == "Night Market")
    #expect(event.category == "food-and-drink")
    #expect(event.description == "Stalls")
    #expect(event.businessID == "q1")
    #expect(event.siteURL == "https://www.yelp.com/events/e1")
    #expect(event.imageURL == "https://img.example/e1.jpg")
    #expect(event.ticketsURL == "https://tickets.example/e1")
    #expect(event.attendingCount == 926)
    #expect(event.interestedCount == 73)
    #expect(event.cost == 10)
    #expect(event.maximumCost == 25.5)
    #expect(event.isCanceled == false)
    #expect(event.isFree == false)
    #expect(event.isOfficial == false)
    #expect(event.latitudeDegrees == 37.78)
    #expect(event.longitudeDegrees == -122.39)
    #expect(event.location?.state == "CA")
    #expect(event.startSeconds == 1_527_994_800)
    #expect(event.endSeconds == 1_528_007_400)
  }

  @Test func anEventMayLackItsEndAndItsCost() throws {
    let event: YelpEvent = try YelpSamples.model(
      #"{"time_end":null,"cost":null,"tickets_url":"","category":"telepathy"}"#)

    #expect(event.endSeconds == nil)
    #expect(event.cost == nil)
    #expect(event.ticketsURL == nil)
    #expect(event.category == "telepathy")
  }

  @Test func aChatAnswerIsRead() throws {
    let answer: YelpChatAnswer = try YelpSamples.model(YelpSamples.chat)

    #expect(answer.chatID == "c1")
    #expect(answer.response?.text == "Try these.")
    #expect(answer.response?.tags.map(\.type) == [.object, .string])
    #expect(answer.types == ["business_search", "telepathy"])
    #expect(answer.businesses.map(\.id) == ["q1", "q2"])
    #expect(answer.quoteSurvey?["a"]?.type == .array)
  }

  @Test func categoriesHaveParents() throws {
    let category: YelpCategory = try YelpSamples.model(YelpSamples.detailedCategory)

    #expect(category.alias == "absinthebars")
    #expect(category.title == "Absinthe Bars")
    #expect(category.parentAliases == ["bars", "nightlife"])
    #expect(category.countryWhitelist == ["CZ"])
    #expect(category.countryBlacklist == ["DE", "CH"])
  }

  @Test func metricsAreNumbers() throws {
    let metrics: YelpMetrics = try YelpSamples.model(YelpSamples.metrics)

    #expect(metrics.businessID == "q1")
    #expect(metrics.metrics == ["cta_clicks": 12, "ads/day": 0.5])
  }

  @Test func smallModelsAreRead() throws {
    let region: YelpRegion = try YelpSamples.model(YelpSamples.region)
    let term: YelpTerm = try YelpSamples.model(YelpSamples.term)
    let offering: YelpServiceOffering = try YelpSamples.model(YelpSamples.serviceOffering)
    let highlight: YelpReviewHighlight = try YelpSamples.model(YelpSamples.reviewHighlight)
    let job: YelpJob = try YelpSamples.model(YelpSamples.job)
    let day: YelpReservationDay = try YelpSamples.model(YelpSamples.reservationDay)
    let covers: YelpCoversRange = try YelpSamples.model(YelpSamples.coversRange)

    #expect(region.center?.latitudeDegrees == 37.7615)
    #expect(term.text == "Deli")
    #expect([offering.id, offering.name] == ["s1", "Drain cleaning"])
    #expect(offering.description == "Any drain")
    #expect(offering.url == "https://x.example/s1")
    #expect(highlight.text?.contains("[[HIGHLIGHT]]") == true)
    #expect(highlight.rating == 4.5)
    #expect(highlight.feedbackCount == 12)
    #expect(highlight.language == "en")
    #expect([job.id, job.name, job.alias] == ["j1", "Leak repair", "leak_repair"])
    #expect(job.description == "A leak is repaired")
    #expect(day.date == "2026-11-21")
    #expect(day.times.map(\.time) == ["19:30"])
    #expect(day.times.map(\.isCreditCardRequired) == [true])
    #expect([covers.minimumPartySize, covers.maximumPartySize] == [1, 10])
  }

  @Test(
    arguments: [
      ("2016-08-29 00:41:13", "2016-08-29", "00:41", nil),
      ("2018-06-02T20:00:00-07:00", "2018-06-02", "20:00", "-07:00"),
      ("2018-06-02T20:00Z", "2018-06-02", "20:00", "Z"),
      ("2018-06-02T20:00:00.5+0200", "2018-06-02", "20:00", "+0200"),
      ("2018-06-02", "2018-06-02", nil, nil),
    ] as [(String, String, String?, String?)])
  func aTimestampHasParts(text: String, date: String, clock: String?, zone: String?) throws {
    let time = try #require(YelpTimestamp(text))

    #expect(time.date == date)
    #expect(time.clock == clock)
    #expect(time.zone == zone)
  }
}
