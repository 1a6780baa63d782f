internal import WirelineCore

/// The values of an array, or values one after the other, out of chunks of any size.
///
/// Strings that JSON does not allow are mended where they stand: bytes that are not UTF-8, half
/// surrogate pairs, raw control characters. So they cost a row and not the file. Everything else
/// that is no JSON is an error.
struct CityFileElements: Sendable {
  /// One value; its bytes live for the call only.
  struct Element {
    /// Where it begins in the file.
    let offset: Int
    let bytes: UnsafeRawBufferPointer
    /// The first fault in it that was mended, with its place in the file.
    let fault: JSONSyntaxError?
  }

  private static let maximumElementBytes = 64 << 20
  /// With more of them it is no JSON.
  private static let maximumFaults = 1000

  private var machine = JSONElementMachine(form: .arrayOrValues)
  /// What the machine still needs.
  private var buffer: [UInt8] = []
  /// Where the buffer begins in the file.
  private var base: Int
  /// Of the element under way.
  private var fault: JSONSyntaxError?
  private var faults = 0

  /// - Parameter offset: where the first chunk begins in the file.
  init(at offset: Int) { base = offset }

  /// Hands every element that is complete by now to `body`.
  ///
  /// - Parameter isLast: the file ends with this chunk.
  /// - Throws: the first error, with its offset in the file.
  mutating func append(
    _ chunk: UnsafeRawBufferPointer, isLast: Bool, _ body: (Element) -> Void
  ) throws(JSONSyntaxError) {
    buffer.append(contentsOf: chunk)
    do throws(JSONSyntaxError) {
      while let fault = try deliver(isLast: isLast, body) { try mend(fault) }
      dropConsumed()
      try check(buffer.count, at: 0)
    } catch {
      // What was mended may be what led to the error, a quote that is not there for example.
      if let fault, !error.reason.isShortage { throw fault }
      throw JSONSyntaxError(offset: base + error.offset, reason: error.reason)
    }
  }

  /// - Returns: a fault that can be mended; nil when the buffer has no further element.
  private mutating func deliver(
    isLast: Bool, _ body: (Element) -> Void
  ) throws(JSONSyntaxError) -> JSONSyntaxError? {
    try buffer.withUnsafeBufferPointer { all throws(JSONSyntaxError) in
      let bytes = UnsafeRawBufferPointer(all)
      while true {
        let before = machine
        do throws(JSONSyntaxError) {
          guard case .element(let field, _) = try machine.next(in: bytes, isLast: isLast) else {
            return nil
          }
          try check(field.range.count, at: field.range.lowerBound)
          body(
            Element(
              offset: base + field.range.lowerBound,
              bytes: UnsafeRawBufferPointer(rebasing: bytes[field.range]), fault: fault))
          (fault, faults) = (nil, 0)
        } catch {
          guard Self.canMend(error.reason), error.offset <= bytes.count else { throw error }
          // Up to the fault, so that what is before it is not scanned for each one after it.
          machine = before
          _ = try machine.next(
            in: UnsafeRawBufferPointer(rebasing: bytes[..<error.offset]), isLast: false)
          return error
        }
      }
    }
  }

  private func check(_ count: Int, at offset: Int) throws(JSONSyntaxError) {
    let limit = Self.maximumElementBytes
    if count > limit {
      throw JSONSyntaxError(offset: offset, reason: .elementTooLong(limit: limit))
    }
  }

  private static func canMend(_ reason: JSONSyntaxError.Reason) -> Bool {
    switch reason {
    case .invalidUTF8, .loneSurrogate, .controlCharacter: true
    default: false
    }
  }

  /// Puts something else in its place, of the same length, so that all offsets stay.
  private mutating func mend(_ error: JSONSyntaxError) throws(JSONSyntaxError) {
    let place = error.offset
    faults += 1
    guard faults <= Self.maximumFaults else { throw error }
    if error.reason == .loneSurrogate, place + 6 <= buffer.count {
      buffer.replaceSubrange(place + 2..<place + 6, with: "fffd".utf8)
    } else if place < buffer.count {
      buffer[place] = JSONByte.space
    }
    if fault == nil { fault = JSONSyntaxError(offset: base + place, reason: error.reason) }
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
