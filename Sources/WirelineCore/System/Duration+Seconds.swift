extension Duration {
  /// The whole span in seconds.
  package var seconds: Double {
    Double(components.seconds) + Double(components.attoseconds) / 1e18
  }

  /// The whole span in milliseconds, rounded to three decimals.
  package var milliseconds: Double {
    let microseconds = components.seconds * 1_000_000 + components.attoseconds / 1_000_000_000_000
    return Double(microseconds) / 1000
  }

  /// `30 s`, `1.5 s` or `250 ms`.
  package var unitText: String {
    let milliseconds = components.seconds * 1000 + components.attoseconds / 1_000_000_000_000_000
    if milliseconds < 1000 { return "\(milliseconds) ms" }
    let (whole, rest) = (milliseconds / 1000, milliseconds % 1000)
    return rest == 0 ? "\(whole) s" : "\(Double(milliseconds) / 1000) s"
  }
}
