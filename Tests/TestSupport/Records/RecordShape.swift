/// The fields of a record, declared in a file of their own to detect accidental changes.
package struct RecordShape: Sendable {
  package let name: String
  let required: [String: FieldRule]
  let optional: [String: FieldRule]
  /// Fields of which at most one is present.
  let exclusive: [String]
  /// Whether other fields are allowed, with any value: they belong to another service.
  let isOpen: Bool

  init(
    _ name: String, required: [String: FieldRule], optional: [String: FieldRule] = [:],
    exclusive: [String] = [], isOpen: Bool = false
  ) {
    self.name = name
    self.required = required
    self.optional = optional
    self.exclusive = exclusive
    self.isOpen = isOpen
  }

  /// The shape with further fields, as `--copy` adds them.
  package func copying(_ fields: String...) -> RecordShape {
    adding(optional: Dictionary(fields.map { ($0, FieldRule.anything) }) { $1 })
  }

  /// The shape of a result of this shape that is also an error record.
  var failed: RecordShape {
    adding(required: RecordShape.error.required, optional: RecordShape.error.optional)
  }

  func adding(
    required: [String: FieldRule] = [:], optional: [String: FieldRule] = [:]
  ) -> RecordShape {
    RecordShape(
      name, required: self.required.merging(required) { $1 },
      optional: self.optional.merging(optional) { $1 }, exclusive: exclusive, isOpen: isOpen)
  }

  /// Returns the errors of a record; empty if it has this shape.
  package func errors(in json: StrictJSON) -> [String] {
    guard json.isObject else { return ["\(name): not an object"] }
    var errors: [String] = []
    for name in required.keys.sorted() where json[name] == nil { errors.append("lacks \(name)") }
    for member in json.members {
      if let rule = required[member.name] ?? optional[member.name] {
        if let error = rule.error(in: member.value) {
          errors.append("\(member.name) \(error): \(member.value.text.prefix(200))")
        }
      } else if !isOpen {
        errors.append("unknown field \(member.name)")
      }
    }
    let conflicting = exclusive.filter { json[$0] != nil }
    if conflicting.count > 1 { errors.append("\(conflicting) together") }
    return errors.map { "\(name): \($0)" }
  }
}
