@testable import WirelineCore
@testable import WirelineYelp

extension YelpRule {
  /// What is sent for a text, as a query has it.
  func sent(_ text: String) throws(YelpValidationError.Reason) -> String {
    try value(text, warn: { _ in }).text
  }

  /// Why a text is refused; nil for one that is sent.
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
  /// A question with these parameters, each of which has to be right.
  init(_ endpoint: YelpEndpoint, _ values: KeyValuePairs<String, String>)
    throws(YelpValidationError)
  {
    self.init(endpoint)
    for (name, text) in values { try set(name, text) }
  }

  /// The fault of the whole; nil where there is none.
  var fault: YelpValidationError? {
    do throws(YelpValidationError) {
      try check()
      return nil
    } catch {
      return error
    }
  }
}
