/// One of several values beside a label.
struct CardRow: Equatable {
  let text: String
  /// It has a mark before it.
  var isMarked = false
}
