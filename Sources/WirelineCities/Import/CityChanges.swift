/// How two versions of the data differ, counted by id.
package struct CityChanges: Sendable, Equatable {
  package var added = 0
  package var removed = 0
  /// Another name, country, place or further member.
  package var changed = 0

  package init(added: Int = 0, removed: Int = 0, changed: Int = 0) {
    self.added = added
    self.removed = removed
    self.changed = changed
  }
}
