internal import WirelineCore

/// The outcome of a sync for the text file collector of node_exporter:
/// Prometheus' text format, version 0.0.4.
package struct SyncMetrics: Sendable {
  /// Nil where nothing is here.
  package var metadata: CityMetadata?
  package var favorites: Int?
  /// What the run did; nil where it failed.
  package var action: CitySyncReport.Action?
  package var changes: CityChanges?
  /// Failures in a row.
  package var failures: Int
  package var elapsed: Duration
  /// Seconds since 1970.
  package var now: Int

  package init(
    metadata: CityMetadata?, favorites: Int?, action: CitySyncReport.Action?,
    changes: CityChanges?, failures: Int, elapsed: Duration, now: Int
  ) {
    self.metadata = metadata
    self.favorites = favorites
    self.action = action
    self.changes = changes
    self.failures = failures
    self.elapsed = elapsed
    self.now = now
  }

  package var text: String {
    var text = ""
    func gauge(_ name: String, _ help: String, _ value: String?) {
      guard let value else { return }
      text += "# HELP wireline_cities_\(name) \(help)\n# TYPE wireline_cities_\(name) gauge\n"
      text += "wireline_cities_\(name) \(value)\n"
    }
    gauge("rows", "Cities in the database.", "\(metadata?.cities ?? 0)")
    gauge("favorites", "Favourites.", favorites.map { "\($0)" })
    gauge(
      "updated_timestamp_seconds", "When the data last changed.",
      metadata.map { "\($0.updatedAt)" })
    gauge(
      "checked_timestamp_seconds", "When the source last confirmed the data.",
      metadata.map { "\($0.checkedAt)" })
    gauge("run_timestamp_seconds", "When the last run ended.", "\(now)")
    gauge("run_duration_seconds", "How long the last run took.", "\(elapsed.milliseconds / 1000)")
    gauge("failures", "Failures since the last good run.", "\(failures)")
    gauge("added", "Cities that the last run added.", (changes?.added ?? 0).description)
    gauge("removed", "Cities that the last run removed.", (changes?.removed ?? 0).description)
    gauge("changed", "Cities that the last run changed.", (changes?.changed ?? 0).description)
    text += "# HELP wireline_cities_result What the last run did.\n"
    text += "# TYPE wireline_cities_result gauge\n"
    for action in CitySyncReport.Action.allCases {
      let value = action == self.action ? 1 : 0
      text += "wireline_cities_result{action=\"\(action.rawValue)\"} \(value)\n"
    }
    text += "wireline_cities_result{action=\"failed\"} \(action == nil ? 1 : 0)\n"
    return text
  }
}
