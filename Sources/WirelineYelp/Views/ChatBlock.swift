internal import WirelineCore

/// An answer of the chat, its text broken into lines.
enum ChatBlock {
  /// - Parameter width: in columns.
  static func lines(_ answer: YelpChatAnswer, width: Int) -> [StyledText] {
    var card = CardLines(width: width)
    card.add(text: answer.response?.text)
    for business in answer.businesses {
      let parts = [BusinessTable.name(business), business.location?.line ?? ""]
      card.add("business", parts.filter { !$0.isEmpty }.joined(separator: ", "))
    }
    // Not broken: it is there to be copied.
    card.add("chat", link: answer.chatID)
    return card.lines
  }
}
