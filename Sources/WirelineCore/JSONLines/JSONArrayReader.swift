/// The elements of a JSON array of any length, from chunks of any size, in flat memory.
package struct JSONArrayReader: Sendable {
  /// One validated element; its bytes live for the call only.
  package struct Element {
    /// From 0.
    package let index: Int
    /// Where it begins, in bytes from the start of the stream.
    package let offset: Int
    /// What the first byte says it is.
    package let type: JSONType
    /// Without surrounding white space.
    package let bytes: UnsafeRawBufferPointer
  }

  /// What the stream may be. A byte order mark before it is dropped.
  package enum Form: Sendable {
    /// One array.
    case array
    /// One array if it begins with `[`, else values one after the other (JSON lines and the like).
    case arrayOrValues
  }

  private var machine: JSONElementMachine
  /// What the machine still needs.
  private var buffer: [UInt8] = []
  /// Where the buffer begins in the stream.
  private var base = 0
  private var isStopped = false
  private var failure: JSONSyntaxError?
  private let maximumElementBytes: Int

  /// - Parameter maximumElementBytes: a longer element ends the reading with an error.
  package init(form: Form = .array, maximumElementBytes: Int = 64 << 20) {
    machine = JSONElementMachine(form: form)
    self.maximumElementBytes = maximumElementBytes
  }

  /// Hands every element that is complete by now to `body`.
  ///
  /// - Parameter body: returns false to stop; then this returns false, and the reader is done.
  /// - Throws: the first error, with its offset in the stream; the elements before it were handed
  ///   over. Every later call throws it again.
  @discardableResult
  package mutating func append(
    _ chunk: UnsafeRawBufferPointer, _ body: (Element) -> Bool
  ) throws(JSONSyntaxError) -> Bool {
    if isStopped { return false }
    if failure == nil { buffer.append(contentsOf: chunk) }
    try drain(isLast: false, body)
    return !isStopped
  }

  /// The stream has ended: throws if that was too early.
  package mutating func finish(_ body: (Element) -> Bool) throws(JSONSyntaxError) {
    if !isStopped { try drain(isLast: true, body) }
  }

  private mutating func drain(
    isLast: Bool, _ body: (Element) -> Bool
  ) throws(JSONSyntaxError) {
    if let failure { throw failure }
    do throws(JSONSyntaxError) {
      try buffer.withUnsafeBufferPointer { all throws(JSONSyntaxError) in
        try deliver(from: UnsafeRawBufferPointer(all), isLast: isLast, body)
      }
      dropConsumed()
      if buffer.count > maximumElementBytes {
        throw JSONSyntaxError(offset: 0, reason: .elementTooLong(limit: maximumElementBytes))
      }
    } catch {
      let failure = JSONSyntaxError(offset: base + error.offset, reason: error.reason)
      self.failure = failure
      throw failure
    }
  }

  private mutating func deliver(
    from bytes: UnsafeRawBufferPointer, isLast: Bool, _ body: (Element) -> Bool
  ) throws(JSONSyntaxError) {
    while case .element(let field, let index) = try machine.next(in: bytes, isLast: isLast) {
      if field.range.count > maximumElementBytes {
        throw JSONSyntaxError(
          offset: field.range.lowerBound, reason: .elementTooLong(limit: maximumElementBytes))
      }
      let element = Element(
        index: index, offset: base + field.range.lowerBound, type: field.type,
        bytes: UnsafeRawBufferPointer(rebasing: bytes[field.range]))
      guard body(element) else {
        isStopped = true
        return
      }
    }
  }

  private mutating func dropConsumed() {
    let consumed = machine.consumed
    buffer.removeFirst(consumed)
    machine.rebase(by: consumed)
    base += consumed
    // One huge element must not hold its memory for ever.
    if buffer.capacity > 4 << 20, buffer.count < 1 << 20 {
      var small: [UInt8] = []
      small.append(contentsOf: buffer)
      buffer = small
    }
  }
}
