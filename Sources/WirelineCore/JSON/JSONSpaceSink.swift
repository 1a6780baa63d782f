/// Hears of every run of insignificant white space that a scan goes over.
///
/// A generic parameter, so that the scan that only validates is compiled without it.
package protocol JSONSpaceSink {
  /// The bytes `start ..< end` are white space between tokens.
  mutating func dropSpace(from start: Int, to end: Int)
}

/// For scans that only validate.
package struct JSONSpaceIgnored: JSONSpaceSink {
  package init() {}

  @inline(__always)
  package mutating func dropSpace(from start: Int, to end: Int) {}
}
