package import WirelineCore
internal import WirelineRequests

/// `--dates`: how the times in the API's objects are printed.
package enum YelpDates: String, Sendable, CaseIterable {
  /// Seconds since 1970.
  case unix
  /// RFC 3339, in UTC.
  case iso

  private static let names = ["time_created", "time_start", "time_end"]

  /// The object with its times in this form. A time without a zone (that of a
  /// review) is taken for UTC; what is no time stays as it is.
  package func converted(_ object: JSONView) -> JSONView {
    var writer = JSONWriter()
    writer.beginObject()
    var isChanged = false
    for member in object.members {
      if Self.names.contains(member.key), let text = member.value.string,
        let seconds = RFC3339.seconds(text)
      {
        isChanged = true
        switch self {
        case .unix: writer.member(member.key, seconds)
        case .iso: writer.member(member.key, CivilDate.timestamp(seconds))
        }
      } else {
        writer.member(member.key, member.value)
      }
    }
    writer.endObject()
    return isChanged ? (try? JSONView.parse(writer.bytes)) ?? object : object
  }
}
