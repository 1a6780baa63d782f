internal import WirelineCore

/// Splits chunks of any size into the values of an array, or values in sequence.
///
/// Invalid strings are repaired in place: bytes that are not UTF-8, lone surrogates and raw control
/// characters. They make a row bad, but not the file. Other syntax errors are thrown.
struct CityFileElements: Sendable {
  /// A value, whose bytes are valid during the call only.
  struct Element {
    let offset: Int
    let bytes: UnsafeRawBufferPointer
    /// The first error that was repaired, with its offset in the file.
    let error: JSONSyntaxError?
  }

  private static let maximumElementBytes = 64 << 20
  /// A value with more errors is not JSON.
  private static let maximumErrors = 1000

  private var machine = JSONElementScanner()
  /// The bytes that the machine still needs.
  private var buffer: [UInt8] = []
  private var base: Int
  private var repaired: JSONSyntaxError?
  private var errorCount = 0

  /// - Parameter offset: the offset of the first chunk in the file.
  init(at offset: Int) { base = offset }

  /// - Parameter isLast: whether the file ends with this chunk.
  /// - Throws: the first error, with its offset in the file.
  mutating func append(
    _ chunk: UnsafeRawBufferPointer, isLast: Bool, _ body: (Element) -> Void
  ) throws(JSONSyntaxError) {
    buffer.append(contentsOf: chunk)
    do throws(JSONSyntaxError) {
      while let error = try deliver(isLast: isLast, body) { try repair(error) }
      dropConsumed()
      try check(buffer.count, at: 0)
    } catch {
      // A repaired error may be the cause, such as a missing quote.
      if let repaired, !error.reason.isShortage { throw repaired }
      throw JSONSyntaxError(offset: base + error.offset, reason: error.reason)
    }
  }

  /// - Returns: an error to repair; nil if the buffer does not contain another whole element.
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
              bytes: UnsafeRawBufferPointer(rebasing: bytes[field.range]), error: repaired))
          (repaired, errorCount) = (nil, 0)
        } catch {
          guard Self.canRepair(error.reason), error.offset <= bytes.count else { throw error }
          // Advance to the error, so that the bytes before it are scanned once.
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

  private static func canRepair(_ reason: JSONSyntaxError.Reason) -> Bool {
    switch reason {
    case .invalidUTF8, .loneSurrogate, .controlCharacter: true
    default: false
    }
  }

  /// Overwrites the invalid bytes. The length is kept, so that all offsets remain valid.
  private mutating func repair(_ error: JSONSyntaxError) throws(JSONSyntaxError) {
    let offset = error.offset
    errorCount += 1
    guard errorCount <= Self.maximumErrors else { throw error }
    if error.reason == .loneSurrogate, offset + 6 <= buffer.count {
      buffer.replaceSubrange(offset + 2..<offset + 6, with: "fffd".utf8)
    } else if offset < buffer.count {
      buffer[offset] = JSONByte.space
    }
    if repaired == nil {
      repaired = JSONSyntaxError(offset: base + offset, reason: error.reason)
    }
  }

  private mutating func dropConsumed() {
    let consumed = machine.consumed
    buffer.removeFirst(consumed)
    machine.rebase(by: consumed)
    base += consumed
    // Release the memory of one huge element.
    if buffer.capacity > 4 << 20, buffer.count < 1 << 20 {
      var small: [UInt8] = []
      small.append(contentsOf: buffer)
      buffer = small
    }
  }
}
