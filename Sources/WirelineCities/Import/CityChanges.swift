internal import WirelineCore

/// The number of differences between two versions of the source, by id. Places that the source does
/// not contain do not count.
struct CityChanges: Sendable, Equatable {
  var added = 0
  var removed = 0
  /// Cities with a different name, country, coordinates or additional fields.
  var changed = 0
}

extension CityChanges {
  /// Compares a database with the one that will replace it.
  ///
  /// - Parameters:
  ///   - path: the new database.
  ///   - report: receives each change as a line of JSON.
  init(
    from old: SQLiteDatabase, to path: String, report: (([UInt8]) -> Void)?
  ) throws(SQLiteError) {
    try old.attach(path, as: "new")
    let row = try old.prepare(Self.differences)
    while try row.step() {
      let (hasNew, hasOld) = (!row.isNull(0), !row.isNull(6))
      if !hasOld { added += 1 } else if !hasNew { removed += 1 } else { changed += 1 }
      guard let report else { continue }
      let city = try City(row, at: hasNew ? 0 : 6)
      let was = hasNew && hasOld ? try City(row, at: 6) : nil
      report(
        JSONWriter.line { writer in
          writer.field("change", !hasOld ? "added" : !hasNew ? "removed" : "changed")
          city.writeFields(to: &writer)
          guard let was else { return }
          writer.key("was")
          writer.object(was.writeFields)
        })
    }
  }

  /// The columns of new and changed cities, with NULL instead of those that are not in a database.
  private static var differences: String {
    func columns(_ table: String) -> String {
      ["id", "name", "country", "latitude", "longitude", "more"].map { "\(table).\($0)" }
        .joined(separator: ", ")
    }
    return """
      SELECT \(columns("n")), \(columns("o"))
      FROM new.city n LEFT JOIN main.city o ON n.id = o.id AND o.id NOT IN main.added
      WHERE n.id NOT IN new.added AND (n.name, n.country, n.latitude, n.longitude, n.more)
        IS NOT (o.name, o.country, o.latitude, o.longitude, o.more)
      UNION ALL
      SELECT NULL, NULL, NULL, NULL, NULL, NULL, \(columns("o"))
      FROM main.city o
      WHERE o.id NOT IN main.added
        AND (o.id IN new.added OR NOT EXISTS (SELECT 1 FROM new.city n WHERE n.id = o.id))
      """
  }
}
