/// Categories and completions.
extension YelpFixtures {
  private static let known = [
    (alias: "food", title: "Food", parents: "", whitelist: "", blacklist: ""),
    (alias: "coffee", title: "Coffee & Tea", parents: "food", whitelist: "", blacklist: ""),
    (alias: "delicatessen", title: "Delicatessen", parents: "food", whitelist: "", blacklist: "US"),
    (alias: "absinthebars", title: "Absinthes", parents: "bars", whitelist: "CZ", blacklist: ""),
  ]

  static func categories(_: YelpTestServer.ParsedCall) -> String {
    """
    {"categories": \(list(0..<known.count) { category($0, alias: known[$0].alias) })}
    """
  }

  static func category(_ call: YelpTestServer.ParsedCall) -> String {
    let index = known.firstIndex { $0.alias == call.id } ?? 0
    return """
      {"category": \(category(index, alias: call.id))}
      """
  }

  private static func category(_ index: Int, alias: String) -> String {
    let entry = known[index]
    let lists = [entry.parents, entry.whitelist, entry.blacklist].map { text in
      list(text.isEmpty ? [] : [quoted(text)])
    }
    return """
      {"alias": \(quoted(alias)), "title": \(quoted(entry.title)), "parent_aliases": \(lists[0]),
        "country_whitelist": \(lists[1]), "country_blacklist": \(lists[2])}
      """
  }

  /// Three terms, one business, two categories.
  static func autocomplete(_ call: YelpTestServer.ParsedCall) -> String {
    let text = call["text"] ?? ""
    return """
      {"terms": \(list(["", " near me", " délivré"].map { #"{"text": \#(quoted(text + $0))}"# })),
        "businesses": [{"id": "\(ids[0])", "name": "Delicious \\u201cDelights\\u201d"}],
        "categories": [{"alias": "delis", "title": "Delis"},
          {"alias": "delicatessen", "title": "Delicatessen"}]}
      """
  }
}
