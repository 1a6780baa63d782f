internal import WirelineCore

/// A rating as stars: rounded to the nearest half, the number beside it to a tenth.
///
///     0     0.24  0.25  0.74  0.75  4.3    4.5    4.75
///                 ½     ½     ★     ★★★★½  ★★★★½  ★★★★★
package struct StarRating: Equatable, Sendable {
  /// The widest stars, in columns.
  package static let width = 5

  /// 0…10; nil where there is no rating.
  private let halves: Int?
  /// 0…50; nil where there is no rating.
  private let tenths: Int?

  /// - Parameter rating: what is outside of 0…5 is taken for the nearest that is inside; nil is no
  ///   rating.
  package init(_ rating: Double?) {
    let rating = rating.flatMap { $0.isNaN ? nil : min(max($0, 0), 5) }
    halves = rating.map { Int(($0 * 2).rounded()) }
    tenths = rating.map { Int(($0 * 10).rounded()) }
  }

  /// `★★★★½`; empty below a quarter, and where there is no rating.
  package var stars: String {
    guard let halves else { return "" }
    return String(repeating: "★", count: halves / 2) + (halves % 2 == 1 ? "½" : "")
  }

  /// `4.5`; empty where there is no rating.
  package var number: String {
    guard let tenths else { return "" }
    return "\(tenths / 10).\(tenths % 10)"
  }

  /// `★★★★½ 4.5`; empty where there is no rating.
  ///
  /// - Parameter isAligned: the number stands below that of another rating.
  func text(isAligned: Bool = false) -> StyledText {
    guard tenths != nil else { return StyledText() }
    var text = StyledText(stars, .stars)
    if isAligned { text.pad(to: Self.width) }
    if !text.text.isEmpty { text.append(" ") }
    text.append(number)
    return text
  }
}
