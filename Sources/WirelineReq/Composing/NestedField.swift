internal import WirelineCore
internal import WirelineRequests

/// The position of a request item in a JSON document, in HTTPie's syntax: `a[b][]` is the next
/// element of the array `b` in the object `a`.
struct NestedField: Sendable, Equatable {
  enum Step: Sendable, Equatable {
    case field(String)
    case element(Int)
    case nextElement
  }

  let steps: [Step]

  /// A backslash escapes a bracket.
  init(_ name: String) throws(UsageError) {
    var rest = name[...]
    var steps: [Step] = []
    let root = Self.text(&rest, until: "[")
    // `[]=x` and `[0]=x`: the document is an array.
    if !root.isEmpty || rest.isEmpty { steps.append(.field(root)) }
    while !rest.isEmpty {
      guard rest.first == "[" else {
        throw RequestItem.invalid(name, because: "expected \"[\" or the end after \"]\"", hint: nil)
      }
      rest = rest.dropFirst()
      let isQuoted = rest.first == "\\"
      let inside = Self.text(&rest, until: "]")
      guard rest.first == "]" else {
        throw RequestItem.invalid(name, because: "missing \"]\"", hint: nil)
      }
      rest = rest.dropFirst()
      steps.append(Self.step(inside, isQuoted: isQuoted))
    }
    self.steps = steps
  }

  /// `\1` is the field "1" rather than the second element.
  private static func step(_ text: String, isQuoted: Bool) -> Step {
    if text.isEmpty { return .nextElement }
    if isQuoted { return .field(text.hasPrefix("\\") ? String(text.dropFirst()) : text) }
    return Int(digits: text).map { .element($0) } ?? .field(text)
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
indirect enum ComposedJSON: Sendable {
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
    case .field(let name):
      guard case .object(var fields) = self else {
        return "cannot add field \"\(name)\" to a value that is not an object"
      }
      // Most readers use the last of equal names, RFC 8259 §4.
      let index = fields.lastIndex { $0.name == name }
      var child = Self.child(index.map { fields[$0].value }, for: rest)
      if let error = child.set(rest, new) { return error }
      if let index { fields[index].value = child } else { fields.append((name, child)) }
      self = .object(fields)
    case .element, .nextElement:
      guard case .array(var elements) = self else {
        return "cannot add an element to a value that is not a list"
      }
      var index = elements.count
      if case .element(let given) = steps.first { index = given }
      guard index <= Self.maximumIndex else { return "index above \(Self.maximumIndex)" }
      while elements.count < index { elements.append(.value(Array("null".utf8))) }
      var child = Self.child(index < elements.count ? elements[index] : nil, for: rest)
      if let error = child.set(rest, new) { return error }
      if index < elements.count { elements[index] = child } else { elements.append(child) }
      self = .array(elements)
    }
    return nil
  }

  private static func child(
    _ old: ComposedJSON?, for rest: ArraySlice<NestedField.Step>
  ) -> ComposedJSON {
    if case .value(let bytes) = old, !rest.isEmpty {
      return contents(of: bytes) ?? empty(for: rest)
    }
    return old ?? empty(for: rest)
  }

  /// The fields or elements of a JSON value, which others can join; nil for other values.
  private static func contents(of bytes: [UInt8]) -> ComposedJSON? {
    guard let view = try? JSONView.parse(bytes) else { return nil }
    switch view.type {
    case .object: return .object(view.fields.map { ($0.key, .value(Array($0.value.raw))) })
    case .array: return .array(view.elements.map { .value(Array($0.raw)) })
    default: return nil
    }
  }

  static func empty(for steps: ArraySlice<NestedField.Step>) -> ComposedJSON {
    switch steps.first {
    case .element, .nextElement: .array([])
    case .field, nil: .object([])
    }
  }

  func write(to writer: inout JSONWriter) {
    switch self {
    case .value(let bytes): writer.raw(bytes)
    case .array(let elements):
      writer.array { writer in
        for element in elements { element.write(to: &writer) }
      }
    case .object(let fields):
      writer.object { writer in
        for field in fields {
          writer.key(named: field.name)
          field.value.write(to: &writer)
        }
      }
    }
  }
}
