/// Hears of every run of insignificant white space that a scan goes over.
///
/// A generic parameter, so that the scan that only validates is compiled without it.
protocol JSONSpaceSink {
  /// The bytes `start ..< end` are white space between tokens.
  mutating func dropSpace(from start: Int, to end: Int)
}

/// For scans that only validate.
struct JSONSpaceIgnored: JSONSpaceSink {
  @inline(__always)
  mutating func dropSpace(from start: Int, to end: Int) {}
}
