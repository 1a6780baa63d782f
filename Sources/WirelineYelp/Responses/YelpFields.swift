internal import WirelineCore

/// Fields of objects that a `YelpSchema` accepted.
extension JSONView {
  /// A web address; nil for `""`, which the API writes for none.
  func link(_ name: String) -> String? {
    guard let text = self[name]?.string, !text.isEmpty else { return nil }
    return text
  }

  /// A time; seconds since 1970 become RFC 3339.
  func time(_ name: String) -> String? {
    guard let value = self[name] else { return nil }
    return value.integer.map { CivilDate.timestamp($0) } ?? value.string
  }

  func strings(_ name: String) -> [String] {
    self[name]?.elements.compactMap(\.string) ?? []
  }

  /// The weekly hours of a business, which a search names differently.
  var openingHours: [JSONView] { list("hours", or: "business_hours") }

  /// The hours of single dates; the API writes the first name, other clients the second.
  var specialHours: [JSONView] { list("special_hours", or: "specialHours") }

  /// Whether a business was open at the time of the response; nil if unknown.
  var isOpenNow: Bool? { openingHours.lazy.compactMap { $0["is_open_now"]?.boolean }.first }

  /// The address of a `location` in one line; nil if it is empty.
  var addressLine: String? {
    var parts = strings("display_address")
    if parts.isEmpty {
      let region = [self["state"]?.string, self["zip_code"]?.string].compactMap(\.self)
        .filter { !$0.isEmpty }.joined(separator: " ")
      let street = ["address1", "address2", "address3", "city"].map { self[$0]?.string }
      parts = (street + [region, self["country"]?.string]).compactMap(\.self)
    }
    let line = parts.filter { !$0.isEmpty }.joined(separator: ", ")
    return line.isEmpty ? nil : line
  }

  private func list(_ name: String, or other: String) -> [JSONView] {
    let list = self[name].flatMap { $0.type == .null ? nil : $0 } ?? self[other]
    return list?.elements ?? []
  }
}

/// `--dates`: the format of times in the results.
package enum YelpDates: String, Sendable, CaseIterable {
  /// Seconds since 1970.
  case unix
  /// RFC 3339, in UTC.
  case iso

  private static let names = ["time_created", "time_start", "time_end"]

  /// Returns the object with its times in this format.
  ///
  /// A time without a zone, as reviews have, is read as UTC. Other text is left unchanged.
  func converted(_ object: JSONView) -> JSONView {
    var writer = JSONWriter()
    var isChanged = false
    writer.object { writer in
      for member in object.fields {
        writer.key(named: member.key)
        if Self.names.contains(member.key), let text = member.value.string,
          let seconds = RFC3339.seconds(text)
        {
          isChanged = true
          switch self {
          case .unix: writer.number(seconds)
          case .iso: writer.string(CivilDate.timestamp(seconds))
          }
        } else {
          writer.value(member.value)
        }
      }
    }
    return isChanged ? (try? JSONView.parse(writer.bytes)) ?? object : object
  }
}
