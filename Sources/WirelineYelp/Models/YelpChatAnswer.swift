package import WirelineCore

/// An answer of the chat, in the shape that the API has.
package struct YelpChatAnswer: YelpModel {
  /// Given back with the next question, it goes on with this talk.
  package let chatID: String?
  package let response: YelpChatText?
  /// `business_search`, `business_question`, `clarification`, `unsupported`, `confirmation`, or a
  /// kind that is newer than this.
  package let types: [String]
  package let entities: [YelpChatEntity]
  /// The questions for a quote, not looked at.
  package let quoteSurvey: JSONView?

  package init(_ value: JSONView, path: String) throws(YelpFault) {
    let object = try YelpObject(value, path: path)
    chatID = try object.string("chat_id")
    response = try object.model("response")
    types = try object.strings("types")
    entities = try object.models("entities")
    quoteSurvey = object.any("request_a_quote_survey")
  }

  /// Of all entities, in their order.
  package var businesses: [YelpBusiness] { entities.flatMap(\.businesses) }
}
