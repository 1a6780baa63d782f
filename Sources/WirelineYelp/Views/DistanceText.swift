/// A distance for people: whole metres below a kilometre, else kilometres and a tenth.
enum DistanceText {
  /// `946 m`, `1.0 km`, `12.3 km`; empty for nil, and for what is no distance.
  static func of(meters: Double?) -> String {
    guard let meters, meters >= 0, meters.isFinite else { return "" }
    let whole = meters.rounded()
    return whole < 1000 ? "\(Int(whole)) m" : "\((meters / 100).rounded() / 10) km"
  }
}
