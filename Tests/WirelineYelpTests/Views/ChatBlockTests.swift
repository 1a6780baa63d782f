import Testing

@testable import WirelineCore
@testable import WirelineYelp

@Suite struct ChatBlockTests {
  private static let response = #"""
    {"chat_id":"a-chat-whose-id-is-wider-than-the-terminal","response":{"text":
    "Two places for a quiet coffee by the water.\n\nThe second one has wifi."},"entities":[
    {"businesses":[{"name":"Harbour Diner","location":{"display_address":["12 Harbour St"]}},
    {"alias":"quiet-spoon"}]}],"ref":1,"rank":1}
    """#

  @Test func wrapsResponses() {
    #expect(
      ViewSample.printed(
        YelpViews.results(of: .chat), width: 40,
        [Self.response, #"{"response":{"text":"x\u001b[2J"}}"#])
          == #"""
          Two places for a quiet coffee by the
          water.

          The second one has wifi.
          business       Harbour Diner, 12 Harbour
                         St
          business       quiet-spoon
          chat           a-chat-whose-id-is-wider-than-the-terminal

          x\x1b[2J

          """#)
  }
}
