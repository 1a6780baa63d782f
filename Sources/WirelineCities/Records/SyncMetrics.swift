internal import WirelineCore

/// The metrics of a sync in Prometheus' text format 0.0.4, for the textfile collector of
/// node_exporter.
struct SyncMetrics: Sendable {
  /// The metadata of the database; nil if there is none.
  var metadata: CityMetadata?
  var favorites: Int?
  /// The result of the run; nil if it failed.
  var action: CitySyncReport.Action?
  var changes: CityChanges?
  var failures: Int
  var elapsed: Duration
  var now: Int

  var text: String {
    var text = ""
    func gauge(_ name: String, _ value: (some CustomStringConvertible)?, help: String) {
      guard let value else { return }
      text += "# HELP wireline_cities_\(name) \(help)\n# TYPE wireline_cities_\(name) gauge\n"
      text += "wireline_cities_\(name) \(value)\n"
    }
    gauge("rows", metadata?.cities ?? 0, help: "Number of cities in the database.")
    gauge("favorites", favorites, help: "Number of favourites.")
    gauge(
      "updated_timestamp_seconds", metadata?.updatedAt,
      help: "Time of the last change of the data.")
    gauge(
      "checked_timestamp_seconds", metadata?.checkedAt,
      help: "Time of the last confirmation by the source.")
    gauge("run_timestamp_seconds", now, help: "End of the last run.")
    gauge("run_duration_seconds", elapsed.milliseconds / 1000, help: "Duration of the last run.")
    gauge("failures", failures, help: "Consecutive failed runs.")
    gauge("added", changes?.added ?? 0, help: "Cities added by the last run.")
    gauge("removed", changes?.removed ?? 0, help: "Cities removed by the last run.")
    gauge("changed", changes?.changed ?? 0, help: "Cities changed by the last run.")
    text += "# HELP wireline_cities_result Outcome of the last run.\n"
    text += "# TYPE wireline_cities_result gauge\n"
    for action in CitySyncReport.Action.allCases {
      let value = action == self.action ? 1 : 0
      text += "wireline_cities_result{action=\"\(action.rawValue)\"} \(value)\n"
    }
    text += "wireline_cities_result{action=\"failed\"} \(action == nil ? 1 : 0)\n"
    return text
  }
}
