/// A business, review or event as a line: the API's own object, every field
/// verbatim, and what joins it to the question.
package struct BusinessRecord: Sendable {
  /// The object, without white space.
  package var object: JSONView
  package var ref: [UInt8]
  /// Its place in the answer, from 1.
  package var rank: Int

  package init(_ object: JSONView, ref: [UInt8], rank: Int) {
    self.object = object
    self.ref = ref
    self.rank = rank
  }

  private static let own = JSONNames(["ref", "rank"])

  /// Writes the record's members into an object that is open.
  package func writeMembers(to writer: inout JSONWriter) {
    writer.members(of: object, except: Self.own)
    writer.member("ref", raw: ref)
    writer.member("rank", rank)
  }
}
