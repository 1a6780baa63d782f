internal import WirelineCore

/// The position of a request item in a JSON document, in HTTPie's syntax: `a[b][]` is the next
/// element of the array `b` in the object `a`.
struct NestedField: Sendable, Equatable {
  enum Step: Sendable, Equatable {
    case member(String)
    case element(Int)
    case nextElement
  }

  let steps: [Step]

  /// A backslash escapes a bracket.
  init(_ name: String) throws(InvalidRequestItem) {
    var rest = name[...]
    var steps: [Step] = []
    let root = Self.text(&rest, until: "[")
    // `[]=x` and `[0]=x`: the document is an array.
    if !root.isEmpty || rest.isEmpty { steps.append(.member(root)) }
    while !rest.isEmpty {
      guard rest.first == "[" else {
        throw InvalidRequestItem(word: name, reason: "expected \"[\" or the end behind \"]\"")
      }
      rest = rest.dropFirst()
      let isQuoted = rest.first == "\\"
      let inside = Self.text(&rest, until: "]")
      guard rest.first == "]" else {
        throw InvalidRequestItem(word: name, reason: "\"]\" is missing")
      }
      rest = rest.dropFirst()
      steps.append(Self.step(inside, isQuoted: isQuoted))
    }
    self.steps = steps
  }

  /// `\1` is the field "1" rather than the second element.
  private static func step(_ text: String, isQuoted: Bool) -> Step {
    if text.isEmpty { return .nextElement }
    if isQuoted { return .member(text.hasPrefix("\\") ? String(text.dropFirst()) : text) }
    return Int(digits: text).map { .element($0) } ?? .member(text)
  }

  private static func text(_ rest: inout Substring, until end: Character) -> String {
    var text = ""
    while let first = rest.first, first != end {
      rest = rest.dropFirst()
      if first == "\\", let next = rest.first, next == "[" || next == "]" || next == "\\" {
        text.append(next)
        rest = rest.dropFirst()
      } else {
        text.append(first)
      }
    }
    return text
  }
}

/// A JSON document composed of request items. Fields keep their order.
indirect enum ComposedJSON: Sendable, Equatable {
  case object([(name: String, value: ComposedJSON)])
  case array([ComposedJSON])
  case value([UInt8])

  /// The largest gap that an index may leave, filled with null.
  private static let maximumIndex = 10_000

  /// Sets a value; later values replace earlier ones.
  ///
  /// - Returns: an error message, or nil.
  mutating func set(_ steps: ArraySlice<NestedField.Step>, _ new: [UInt8]) -> String? {
    let rest = steps.dropFirst()
    switch steps.first {
    case nil: self = .value(new)
    case .member(let name):
      guard case .object(var members) = self else {
        return "\"\(name)\" would be a member of what is no object"
      }
      let index = members.firstIndex { $0.name == name }
      var child = Self.child(index.map { members[$0].value }, for: rest)
      if let fault = child.set(rest, new) { return fault }
      if let index { members[index].value = child } else { members.append((name, child)) }
      self = .object(members)
    case .element, .nextElement:
      guard case .array(var elements) = self else { return "an element of what is no list" }
      var index = elements.count
      if case .element(let given) = steps.first { index = given }
      guard index <= Self.maximumIndex else { return "an index above \(Self.maximumIndex)" }
      while elements.count < index { elements.append(.value(Array("null".utf8))) }
      var child = Self.child(index < elements.count ? elements[index] : nil, for: rest)
      if let fault = child.set(rest, new) { return fault }
      if index < elements.count { elements[index] = child } else { elements.append(child) }
      self = .array(elements)
    }
    return nil
  }

  private static func child(
    _ old: ComposedJSON?, for rest: ArraySlice<NestedField.Step>
  ) -> ComposedJSON {
    if case .value = old, !rest.isEmpty { return empty(for: rest) }
    return old ?? empty(for: rest)
  }

  static func empty(for steps: ArraySlice<NestedField.Step>) -> ComposedJSON {
    switch steps.first {
    case .element, .nextElement: .array([])
    case .member, nil: .object([])
    }
  }

  func write(to writer: inout JSONWriter) {
    switch self {
    case .value(let bytes): writer.raw(bytes)
    case .array(let elements):
      writer.beginArray()
      for element in elements { element.write(to: &writer) }
      writer.endArray()
    case .object(let members):
      writer.beginObject()
      for member in members {
        writer.key(member.name)
        member.value.write(to: &writer)
      }
      writer.endObject()
    }
  }

  static func == (one: ComposedJSON, other: ComposedJSON) -> Bool {
    var (first, second) = (JSONWriter(), JSONWriter())
    one.write(to: &first)
    other.write(to: &second)
    return first.bytes == second.bytes
  }
}
