import Testing

@testable import WirelineCore
@testable import WirelineRequests
@testable import WirelineYelp

@Suite struct YelpRequestBodyTests {
  @Test(
    arguments: [
      (.chat, ["query": "tacos \"al pastor\"?"], #"{"query":"tacos \"al pastor\"?"}"#),
      (
        .chat,
        [
          "request_context": "skip_text_generation=true,with=false,n=1,a=b=c,none=",
          "longitude": "-122.410", "locale": "en_US", "query": "q", "chat_id": "c-1",
          "latitude": "+37.5",
        ],
        #"{"query":"q","chat_id":"c-1","user_context":{"latitude":37.5,"longitude":-122.410,"#
          + #""locale":"en_US"},"request_context":{"skip_text_generation":true,"with":false,"#
          + #""n":"1","a":"b=c","none":""}}"#
      ),
      (
        .chat, ["query": "q", "latitude": "-0", "longitude": "0.5"],
        #"{"query":"q","user_context":{"latitude":-0,"longitude":0.5}}"#
      ),
      (
        .chat, ["query": "q", "locale": "fr_FR"],
        #"{"query":"q","user_context":{"locale":"fr_FR"}}"#
      ),
      (.jobs, ["query": "évier\n+ tap"], #"{"query":"évier\n+ tap"}"#),
      (.jobs, ["locale": "en_US", "query": "q"], #"{"query":"q","locale":"en_US"}"#),
    ] as [(YelpEndpoint, KeyValuePairs<String, String>, String)])
  func writesParametersAsAnObject(
    endpoint: YelpEndpoint, values: KeyValuePairs<String, String>, body: String
  ) throws {
    let query = try YelpQuery(endpoint, values)
    let request = try YelpRequestBuilder().request(query)

    #expect(query.error == nil)
    #expect(request.method == "POST")
    #expect(request.body == .bytes(Array(body.utf8), mediaType: "application/json"))
    #expect(throws: Never.self) { try JSONView.parse(Array(body.utf8)) }
    #expect(request.headers == ["Accept": "application/json"])
    #expect(request.credential == "yelp")
    #expect(
      request.url.text
        == (endpoint == .chat ? "https://api.yelp.com/ai/chat/v2" : "https://api.yelp.com/v3/jobs"))
  }
}
