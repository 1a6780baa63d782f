/// The names of a record's members, for an enumeration of the same names that
/// gives their places.
package enum MemberNames {
  /// The names as they are given; that they are those of the cases is checked in
  /// debug builds only, because the runtime takes long to tell the name of a case.
  package static func checked<Case>(_ names: [String], _ cases: [Case]) -> [String] {
    assert(names == cases.map { "\($0)" })
    return names
  }
}
