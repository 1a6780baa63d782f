/// The fields of a record, declared here a second time so that an accidental one is caught.
package struct RecordShape: Sendable {
  package let name: String
  let required: [String: FieldRule]
  let optional: [String: FieldRule]
  /// At most one of these.
  let exclusive: [String]
  /// Other fields may be there, with any value, null and "" too: they are somebody else's.
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

  /// The same with further fields, as `--copy` adds them.
  package func copying(_ fields: String...) -> RecordShape {
    let copied = Dictionary(fields.map { ($0, FieldRule.anything) }) { $1 }
    return RecordShape(
      name, required: required, optional: optional.merging(copied) { $1 }, exclusive: exclusive,
      isOpen: isOpen)
  }

  /// All that is wrong with a record; empty if it has this shape.
  package func faults(in json: StrictJSON) -> [String] {
    guard json.isObject else { return ["\(name): no object"] }
    var faults: [String] = []
    for name in required.keys.sorted() where json[name] == nil { faults.append("lacks \(name)") }
    for member in json.members {
      if let rule = required[member.name] ?? optional[member.name] {
        if let fault = rule.fault(in: member.value) {
          faults.append("\(member.name) \(fault): \(member.value.text.prefix(200))")
        }
      } else if !isOpen {
        faults.append("unknown field \(member.name)")
      }
    }
    let rivals = exclusive.filter { json[$0] != nil }
    if rivals.count > 1 { faults.append("\(rivals) together") }
    return faults.map { "\(name): \($0)" }
  }
}
