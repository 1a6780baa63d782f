import WirelineCore

/// Where the API key comes from.
struct YelpKeySource {
  private let context: ToolContext

  init(_ context: ToolContext) { self.context = context }

  /// The key; nil, with the reason told, when there is none.
  ///
  /// - Parameter isReplay: nothing is sent, so nothing needs a key.
  func key(isReplay: Bool) -> String? {
    let key = context.environment["YELP_API_KEY"] ?? ""
    if isReplay { return key.isEmpty ? "replay" : key }
    if key.isEmpty {
      let fault = context.environment["YELP_API_KEY"] == nil ? "not set" : "empty"
      context.diagnostics.error(
        "no API key: YELP_API_KEY is \(fault)",
        hint:
          "create a key at https://www.yelp.com/developers/v3/manage_app and export YELP_API_KEY")
      return nil
    }
    // A key with a line break in it would end the header field.
    guard key.utf8.allSatisfy({ $0 > 0x20 && $0 < 0x7F }) else {
      context.diagnostics.error("the API key in YELP_API_KEY has characters that no key has")
      return nil
    }
    return key
  }
}
