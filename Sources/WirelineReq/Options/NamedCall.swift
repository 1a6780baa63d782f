internal import WirelineCore
internal import WirelineRequests

/// A request in a file of named calls, in groups:
/// `{"product":{"details":{"url":"/product/{id}","headers":{…}}}}`.
///
/// A call is a request record whose URL may be relative to the base and contain variables.
enum NamedCall {
  /// - Returns: the request, and the method if the call names one; otherwise a body that is added
  ///   makes it a POST.
  /// - Parameters:
  ///   - name: the names of groups and call, separated by points: `product.details`.
  ///   - url: resolves the URL of the record.
  static func request(
    _ name: String, in bytes: [UInt8], path: String,
    url: (String) throws(UsageError) -> String
  ) throws(UsageError) -> (request: RequestSpecification, method: String?) {
    let view = try converting(
      { UsageError("\(path): not valid JSON: \($0)") }, JSONView.parse, bytes)
    var found = view
    for part in name.split(separator: ".") {
      guard let next = found[String(part)] else {
        throw UsageError(
          "\(path): unknown call \"\(name)\"",
          hint: "the calls are \(names(in: view).joined(separator: ", "))")
      }
      found = next
    }
    guard let text = found["url"]?.string else {
      throw UsageError("\(path): call \"\(name)\" has no url")
    }
    let request = try converting({ UsageError("\(path): \"\(name)\": \($0)") }) {
      () throws(InputRecordError) in
      let url = try converting(
        { InputRecordError.invalid(field: "url", reason: $0.message) }, url, text)
      return try RequestRecord(object(found, url: url)).specification
    }
    return (request, found["method"] == nil ? nil : request.method)
  }

  static func names(in bytes: [UInt8]) -> [String] {
    (try? JSONView.parse(bytes)).map { names(in: $0) } ?? []
  }

  private static func object(_ call: JSONView, url: String) throws(InputRecordError) -> JSONObject {
    let line = JSONWriter.line { writer in
      writer.fields(of: call, except: JSONNames(["url"]))
      writer.field("url", url)
    }
    return try converting({ InputRecordError.syntax("\($0)") }) { () throws(JSONSyntaxError) in
      try JSONObject(line, names: JSONNames(RequestRecord.names))
    }
  }

  private static func names(in view: JSONView, below prefix: String = "") -> [String] {
    view.fields.flatMap { name, value -> [String] in
      guard value.type == .object else { return [] }
      return value["url"] != nil ? [prefix + name] : names(in: value, below: prefix + name + ".")
    }
  }
}

/// An environment of the configuration file, such as a test server:
/// `{"environments":{"production":{"base_url":"https://…","headers":{"X-A":"b"}}}}`.
struct NamedEnvironment: Sendable, Equatable {
  /// The base of URLs that begin with `/`.
  var baseURL: String?
  /// Default fields of all requests.
  var headers: HeaderFields = [:]

  static func named(
    _ name: String, _ environment: Environment
  ) throws(UsageError) -> NamedEnvironment {
    guard let file = try ConfigurationFile.read(environment) else {
      throw UsageError(
        "unknown environment \"\(name)\": missing configuration file",
        hint: ConfigurationFile.path(environment).map { "define environments in \($0)" })
    }
    return try file.environment(name)
  }

  /// Returns the names of all environments, for completion; empty if the file is invalid.
  static func words(_ environment: Environment) -> [WordList.Word] {
    guard let file = try? ConfigurationFile.read(environment) else { return [] }
    return file.root[ConfigurationFile.environmentsSection]?.fields.map { name, value in
      WordList.Word(name, value["base_url"]?.string)
    } ?? []
  }
}

extension ConfigurationFile {
  func environment(_ name: String) throws(UsageError) -> NamedEnvironment {
    let section = root[Self.environmentsSection]
    guard let found = section?[name] else {
      let known = section?.fields.map(\.0).joined(separator: ", ") ?? ""
      throw UsageError(
        "\(path): unknown environment \"\(name)\"",
        hint: known.isEmpty ? nil : "the environments are \(known)")
    }
    var result = NamedEnvironment()
    for (key, value) in found.fields {
      switch key {
      case "base_url":
        guard let text = value.string else { throw typeError(of: key, in: name, found: value) }
        result.baseURL = text
      case "headers":
        for (field, value) in value.fields {
          guard let text = value.scalarText else {
            throw typeError(of: "headers.\(field)", in: name, found: value)
          }
          result.headers.append(field, text)
        }
      default:
        throw UsageError(
          "\(path): line \(line(of: value)): environment \"\(name)\": unknown key \"\(key)\"",
          hint: "an environment has base_url and headers")
      }
    }
    try converting(
      { UsageError("\(path): environment \"\(name)\": \($0.description)") },
      result.headers.validate)
    return result
  }

  private func typeError(
    of key: String, in name: String, found value: JSONView
  ) -> UsageError {
    UsageError(
      "\(path): line \(line(of: value)): environment \"\(name)\": \(key): expected a string, "
        + "found \(value.type)")
  }
}
