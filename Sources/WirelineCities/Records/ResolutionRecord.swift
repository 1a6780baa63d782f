internal import WirelineCore

/// The record of a query with `--resolve`.
struct ResolutionRecord: Sendable {
  let ref: [UInt8]
  let query: String
  /// The resolution; nil if no city was found.
  let resolution: CityResolution?
  let isFavorite: Bool

  /// Writes the record's fields into an open object.
  func writeFields(to writer: inout JSONWriter) {
    writer.field("ref", raw: ref)
    writer.field("query", query)
    // Rounded to a thousandth.
    writer.field("confidence", ((resolution?.confidence ?? 0) * 1000).rounded() / 1000)
    guard let resolution else { return }
    CityRecord(match: resolution.match, ref: ref, isFavorite: isFavorite).writeCity(to: &writer)
    if let other = resolution.runnerUp {
      writer.key("runner_up")
      writer.object { writer in
        other.writeFields(to: &writer)
        other.writeKnown(to: &writer)
      }
    }
  }
}
