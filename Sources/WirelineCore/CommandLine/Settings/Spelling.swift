/// The name that somebody who typed another one may have meant.
package enum Spelling {
  /// The nearest of some names, the first of equally near ones; nil where none is
  /// near: two errors, or in a longer name one in three letters.
  package static func nearest(to name: String, among known: [String]) -> String? {
    let typed = Array(name.utf8)
    let limit = max(2, typed.count / 3)
    var distance = EditDistance()
    let near = known.compactMap { known in
      distance.errors(from: typed, to: Array(known.utf8), limit: limit)
        .map { (name: known, errors: $0) }
    }
    return near.min { $0.errors < $1.errors }?.name
  }
}
