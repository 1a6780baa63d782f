/// Some rows of a longer list.
struct ImageIndexPage: Sendable {
  /// Those that are as they should be.
  var images: [IndexedImage] = []
  /// All rows that were read.
  var count = 0
  /// The number of the last one; nil where there was none.
  var last: Int64?
}
