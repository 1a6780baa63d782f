internal import WirelineCore

/// Which category comes nearest to what was written.
struct YelpCategoryNearness {
  /// The nearest of those considered; nil while none is near.
  private(set) var line: YelpCategoryLine?
  private let wanted: [UInt8]
  /// What is further away is not near, or not nearer.
  private var limit: Int
  /// Letters at the beginning that are the same.
  private var alike = -1
  private var distance = EditDistance()
  private var key = YelpCategoryKey("")

  /// - Parameter wanted: a key; a third of it may be wrong.
  init(to wanted: [UInt8]) {
    self.wanted = wanted
    limit = wanted.count / 3
  }

  /// - Parameter name: the alias or the title of the line.
  mutating func consider(_ name: UnsafeBufferPointer<UInt8>, of line: YelpCategoryLine) {
    // A key is never longer than its name.
    guard name.count + limit >= wanted.count, !wanted.isEmpty else { return }
    key.replace(withASCII: name)
    guard let errors = distance.errors(from: wanted, to: key.bytes, limit: limit) else { return }
    let alike = zip(wanted, key.bytes).prefix { $0 == $1 }.count
    guard errors < limit || alike > self.alike else { return }
    self.line = line
    self.alike = alike
    limit = errors
  }
}
