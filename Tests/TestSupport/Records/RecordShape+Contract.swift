// The records of the pipe contract, declared by the JSON Schema without types of the tools.
extension RecordShape {
  package static let request = published("request")
  package static let response = published("response")
  package static let city = published("city")
  package static let image = published("image")
  package static let sync = published("sync")
  package static let envelope = published("envelope")
  package static let error = published("error")
  package static let business = yelpResult.adding(required: ["id": .text, "name": .text])
  package static let yelpResult = published("result")
  /// `--links`
  package static let links = published("links")
  /// `yelp-query quota`
  package static let quota = published("quota")
  /// `--dry-run`
  package static let plan = published("plan")
  /// A line of an `--event-log` file.
  package static let callEvent = published("call")

  package static let tools = texts(definition("tool")?["enum"])
  /// The closed list of the contract.
  package static let errorCodes = texts(definition("code")?["enum"])

  private static let schema = TextFile.read("\(Project.root)/man/records.schema.json")
    .flatMap { try? StrictJSON($0) }

  fileprivate static func definition(_ name: String) -> StrictJSON? { schema?["$defs"]?[name] }

  fileprivate static func texts(_ list: StrictJSON?) -> [String] {
    list?.elements.compactMap(\.string) ?? []
  }

  /// A record of the schema. Without schema, all records are invalid.
  fileprivate static func published(_ name: String) -> RecordShape {
    guard let kind = definition(name) else {
      return RecordShape(name, required: ["definition in records.schema.json": .anything])
    }
    let required = Set(texts(kind["required"]))
    let fields = Dictionary(
      kind["properties"]?.members.map { ($0.name, FieldRule(schema: $0.value)) } ?? []
    ) { $1 }
    return RecordShape(
      name, required: fields.filter { required.contains($0.key) },
      optional: fields.filter { !required.contains($0.key) },
      exclusive: texts(kind["x-at-most-one"]), isOpen: kind["additionalProperties"] != nil)
  }
}

extension FieldRule {
  /// The rule of a field, from the keywords that the schema uses.
  fileprivate init(schema: StrictJSON) {
    if let name = schema["$ref"]?.string?.split(separator: "/").last.map(String.init) {
      let target = RecordShape.definition(name)
      self =
        target?["title"] == nil
        ? target.map(FieldRule.init(schema:)) ?? .oneOf([]) : .record(.published(name))
    } else if let rules = schema["anyOf"]?.elements.map(FieldRule.init(schema:)),
      let first = rules.first
    {
      self = rules.dropFirst().reduce(first) { .either($0, $1) }
    } else if let constant = schema["const"] {
      self = constant.string.map { .oneOf([$0]) } ?? .boolean
    } else if let names = schema["enum"] {
      self = .oneOf(RecordShape.texts(names))
    } else {
      self = FieldRule(type: schema["type"]?.string, schema: schema)
    }
  }

  private init(type: String?, schema: StrictJSON) {
    self =
      switch type {
      case "string" where schema["format"] != nil: .time
      case "string" where schema["pattern"] != nil: .sha256
      case "string": schema["minLength"] == nil ? .anyText : .text
      case "integer": schema["minimum"] == nil ? .integer : .count
      case "number": .number
      case "boolean": .boolean
      case "null": .null
      case "array": .list(schema["items"].map(FieldRule.init(schema:)) ?? .anything)
      case "object":
        .map(schema["additionalProperties"].map(FieldRule.init(schema:)) ?? .anything)
      default: schema["type"]?.isArray == true ? .scalar : .anything
      }
  }
}
