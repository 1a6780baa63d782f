extension JSONWriter {
  /// The members of an object as they came in, into the object that is being written.
  ///
  /// Digit for digit and escape for escape; white space goes only if there are line breaks in it.
  ///
  /// - Parameter replaced: names to leave out, because this record has its own; built once.
  package mutating func members(of object: JSONView, except replaced: JSONNames = .none) {
    guard object.type == .object else { return }
    object.raw.withUnsafeBytes { text in
      guard JSONByte.hasLineBreak(text) else { return members(in: text, except: replaced) }
      var compact: [UInt8] = []
      // A view was validated: this cannot fail, and would leave nothing to write.
      try? JSONScanner.compact(text, into: &compact)
      compact.withUnsafeBytes { members(in: $0, except: replaced) }
    }
  }

  /// Copies runs of members that stay, with the commas between them.
  private mutating func members(in text: UnsafeRawBufferPointer, except replaced: JSONNames) {
    guard var walk = JSONWalk(text) else { return }
    var run: Range<Int>?
    while let child = try? walk.next() {
      if replaced.index(of: child, in: text) != nil {
        if let run { raw(UnsafeRawBufferPointer(rebasing: text[run])) }
        run = nil
      } else {
        // The name's quote is the byte before its content.
        run = (run?.lowerBound ?? child.key.lowerBound - 1)..<child.value.range.upperBound
      }
    }
    if let run { raw(UnsafeRawBufferPointer(rebasing: text[run])) }
  }
}
