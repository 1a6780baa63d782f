extension ElementRecord {
  /// The elements of an answer as the records of its item, a line each.
  ///
  /// - Parameter rank: how many there were before.
  package static func records(
    _ elements: [JSONView], of item: InputItem, from rank: Int = 0, bytes: Int
  ) -> PipeRecords {
    PipeRecords(bytes: bytes) { writer in
      for (index, element) in elements.enumerated() {
        writer.beginObject()
        ElementRecord(element, ref: item.ref, rank: rank + index + 1).writeMembers(to: &writer)
        item.writeCopied(to: &writer)
        writer.endObject()
        writer.endLine()
      }
    }
  }
}
