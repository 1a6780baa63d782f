/// One of the things that an answer lists, as a line: a business, an event, an
/// element of any array. An object comes verbatim, every field of the service's
/// own, with what joins it to the question; another value is its `value`.
package struct ElementRecord: Sendable {
  /// Without white space.
  package var element: JSONView
  package var ref: [UInt8]
  /// Its place in the answer, from 1.
  package var rank: Int

  package init(_ element: JSONView, ref: [UInt8], rank: Int) {
    self.element = element
    self.ref = ref
    self.rank = rank
  }

  private static let own = JSONNames(["ref", "rank"])

  /// Writes the record's members into an object that is open.
  package func writeMembers(to writer: inout JSONWriter) {
    if element.type == .object {
      writer.members(of: element, except: Self.own)
    } else {
      writer.key("value")
      writer.value(element)
    }
    writer.member("ref", raw: ref)
    writer.member("rank", rank)
  }
}
