@testable import WirelineCore
@testable import WirelineYelp

extension YelpRule {
  /// The text that is sent for a value.
  func sent(_ text: String) throws(YelpValidationError.Reason) -> String {
    try value(text, warn: { _ in }).text
  }

  /// The reason why a value is rejected; nil for a valid one.
  func refusal(of text: String) -> YelpValidationError.Reason? {
    do throws(YelpValidationError.Reason) {
      _ = try sent(text)
      return nil
    } catch {
      return error
    }
  }
}

extension YelpQuery {
  /// A query with these parameters, each of which must be valid.
  init(_ endpoint: YelpEndpoint, _ values: KeyValuePairs<String, String>)
    throws(YelpValidationError)
  {
    self.init(endpoint)
    for (name, text) in values { try set(name, text) }
  }

  /// The error of the combination; nil if it is valid.
  var error: YelpValidationError? {
    do throws(YelpValidationError) {
      try check()
      return nil
    } catch {
      return error
    }
  }
}
