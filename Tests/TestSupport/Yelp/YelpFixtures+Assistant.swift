/// Natural-language endpoints: chat and jobs.
extension YelpFixtures {
  /// The response repeats the query, so that tests can check it.
  static func chat(_ call: YelpTestServer.ParsedCall) -> String {
    """
    {"response": {"text": \(quoted("Two places for “\(call["query"] ?? "")”")),
        "tags": [{"tag_type": "business", "start": 0, "end": 3,
          "meta": {"business_id": "\(ids[0])"}}]},
      "types": ["business_search"],
      "entities": [{"businesses": \(list(0..<2) { found($0, for: call) })}],
      "request_a_quote_survey": null, "chat_id": \(quoted(call["chat_id"] ?? "chat-1"))}
    """
  }

  static func jobs(_: YelpTestServer.ParsedCall) -> String {
    """
    {"jobs": [
      {"id": "job-1", "name": "Sink repair", "alias": "sink_repair", "description": "A tap drips"},
      {"id": "job-2", "name": "Installation d’évier", "alias": "sink_installation",
        "description": null},
      {"id": "job-3", "name": "Drain \\u201ccleaning\\u201d", "alias": "drain_cleaning"}
    ]}
    """
  }
}
