internal import WirelineCore

/// All that is asked of the body of an answer before anything of it is printed.
package struct AnswerCheck: Sendable, Equatable {
  /// `--expect`.
  package var shape: AnswerShape?
  /// `--require`, all of them.
  package var requirements: [AnswerRequirement]
  /// `--error-if`, all of them.
  package var errors: [AnswerPointer]
  /// `--each`: the array whose elements are printed.
  package var each: AnswerPointer?
  /// `--select`: the value that is printed; with `each` the one inside of every element.
  package var selection: AnswerPointer?

  package init(
    shape: AnswerShape? = nil, requirements: [AnswerRequirement] = [],
    errors: [AnswerPointer] = [], each: AnswerPointer? = nil, selection: AnswerPointer? = nil
  ) {
    self.shape = shape
    self.requirements = requirements
    self.errors = errors
    self.each = each
    self.selection = selection
  }

  /// Nothing is asked: a body of any kind may be printed while it comes.
  package var isEmpty: Bool { self == AnswerCheck() }

  /// Checks a whole body, and finds what is printed of it.
  ///
  /// A reported error is looked for first: an answer that holds one rarely has the rest. A byte
  /// order mark is passed over (RFC 8259 §8.1).
  package func values(in body: [UInt8]) throws(AnswerFault) -> AnswerValues {
    if isEmpty { return .whole(body) }
    let answer = try Self.parse(body)
    for pointer in errors {
      guard let message = pointer.value(in: answer).flatMap(ReportedError.message) else { continue }
      throw .reported(pointer, message: message)
    }
    try shape?.check(answer)
    for requirement in requirements { try requirement.check(answer) }
    if let each { return .values(try elements(of: answer, at: each)) }
    guard let selection else { return .whole(body) }
    return .values([try Self.value(at: selection, in: answer, named: selection)])
  }

  /// How many elements a page has, by which `--paginate` knows an empty one: those of `--each`, or
  /// of the body where it is an array; nil where neither is an array.
  package func elementCount(in body: [UInt8]) -> Int? {
    guard let answer = try? Self.parse(body), let array = (each ?? .whole).value(in: answer),
      array.type == .array
    else { return nil }
    var count = 0
    array.visitChildren { _, _ in
      count += 1
      return true
    }
    return count
  }

  private func elements(
    of answer: JSONView, at each: AnswerPointer
  ) throws(AnswerFault) -> [JSONView] {
    let array = try Self.value(at: each, in: answer, named: each, expected: .array)
    guard array.type == .array else {
      throw .wrongType(each, expected: AnswerType.array.rawValue, found: array.type)
    }
    var elements = array.elements
    guard let selection else { return elements }
    for index in elements.indices {
      elements[index] = try Self.value(
        at: selection, in: elements[index], named: selection.inside(element: index, of: each))
    }
    return elements
  }

  private static func value(
    at pointer: AnswerPointer, in answer: JSONView, named name: AnswerPointer,
    expected: AnswerType? = nil
  ) throws(AnswerFault) -> JSONView {
    guard let value = pointer.value(in: answer) else {
      throw .missing(name, expected: expected?.rawValue)
    }
    return value
  }

  private static func parse(_ body: [UInt8]) throws(AnswerFault) -> JSONView {
    let mark: [UInt8] = [0xEF, 0xBB, 0xBF]
    let skipped = body.starts(with: mark) ? mark.count : 0
    do throws(JSONSyntaxError) {
      return try JSONView.parse(skipped == 0 ? body : Array(body.dropFirst(skipped)))
    } catch {
      throw .notJSON(JSONSyntaxError(offset: error.offset + skipped, reason: error.reason))
    }
  }
}
