package import WirelineCore

/// A request by its name, from a file of calls in groups:
/// `{"product":{"details":{"url":"/product/{id}","headers":{…}}}}`. A call is a
/// request record whose URL may begin with `/` and have places to fill in.
package enum NamedCall {
  /// Finds a call and makes a request of it.
  ///
  /// - Parameters:
  ///   - name: the groups and the call, with points between: `product.details`.
  ///   - url: makes the record's URL one that can be asked.
  package static func request(
    _ name: String, in bytes: [UInt8], path: String,
    url: (String) throws(UsageError) -> String
  ) throws(UsageError) -> RequestSpecification {
    let view: JSONView
    do throws(JSONSyntaxError) {
      view = try JSONView.parse(bytes)
    } catch {
      throw UsageError("\(path): not valid JSON: \(error)")
    }
    var found = view
    for part in name.split(separator: ".") {
      guard let next = found[String(part)] else {
        throw UsageError(
          "\(path): no call \"\(name)\"",
          hint: "there are: \(names(in: view).joined(separator: ", "))")
      }
      found = next
    }
    guard let text = found["url"]?.string else {
      throw UsageError("\(path): \"\(name)\" is no call: it has no url")
    }
    do throws(RecordFault) {
      return try RequestRecord(object(found, url: try absolute(text, url))).specification
    } catch {
      throw UsageError("\(path): \"\(name)\": \(error)")
    }
  }

  /// The names of all calls of a file, for completion; none where it is not one of calls.
  package static func names(in bytes: [UInt8]) -> [String] {
    (try? JSONView.parse(bytes)).map { names(in: $0) } ?? []
  }

  /// A fault of the URL's is the caller's to tell.
  private static func absolute(
    _ text: String, _ url: (String) throws(UsageError) -> String
  ) throws(RecordFault) -> String {
    do throws(UsageError) {
      return try url(text)
    } catch {
      throw .invalid(field: "url", reason: error.message)
    }
  }

  private static func object(_ call: JSONView, url: String) throws(RecordFault) -> JSONObject {
    var writer = JSONWriter()
    writer.beginObject()
    writer.members(of: call, except: JSONNames(["url"]))
    writer.member("url", url)
    writer.endObject()
    do throws(JSONSyntaxError) {
      return try JSONObject(writer.bytes, names: JSONNames(RequestRecord.names))
    } catch {
      throw .syntax("\(error)")
    }
  }

  /// The names of all calls below an object.
  private static func names(in view: JSONView, below prefix: String = "") -> [String] {
    view.members.flatMap { name, value -> [String] in
      guard value.type == .object else { return [] }
      return value["url"] != nil ? [prefix + name] : names(in: value, below: prefix + name + ".")
    }
  }
}

/// A place that requests go to, by its name in the configuration file:
/// `{"environments":{"production":{"base_url":"https://…","headers":{"X-A":"b"}}}}`.
package struct NamedEnvironment: Sendable, Equatable {
  /// What a URL that begins with `/` is put behind; nil leaves it alone.
  package var baseURL: String?
  /// Fields that every request carries unless it names them itself.
  package var headers: HeaderFields = [:]

  /// One that says nothing.
  package init() {}

  /// Reads one from the configuration file.
  ///
  /// - Throws: where there is no file, no such environment, or it is not one.
  package static func named(
    _ name: String, _ environment: Environment
  ) throws(UsageError) -> NamedEnvironment {
    guard let file = try ConfigurationFile.read(environment) else {
      throw UsageError(
        "there is no environment \"\(name)\": there is no configuration file",
        hint: ConfigurationFile.path(environment).map { "environments stand in \($0)" })
    }
    return try file.environment(name)
  }

  /// The names of all, for completion; none where the file is not as it should be.
  package static func words(_ environment: Environment) -> [WordList.Word] {
    guard let file = try? ConfigurationFile.read(environment) else { return [] }
    return file.root[ConfigurationFile.environmentsSection]?.members.map { name, value in
      WordList.Word(name, value["base_url"]?.string)
    } ?? []
  }
}

extension ConfigurationFile {
  func environment(_ name: String) throws(UsageError) -> NamedEnvironment {
    let section = root[Self.environmentsSection]
    guard let found = section?[name] else {
      let known = section?.members.map(\.0).joined(separator: ", ") ?? ""
      throw UsageError(
        "\(path): no environment \"\(name)\"",
        hint: known.isEmpty ? nil : "there are: \(known)")
    }
    var result = NamedEnvironment()
    for (key, value) in found.members {
      switch key {
      case "base_url":
        guard let text = value.string else { throw fault(name, key, "a string", value) }
        result.baseURL = text
      case "headers":
        for (field, value) in value.members {
          guard let text = value.scalarText else {
            throw fault(name, "headers.\(field)", "a string", value)
          }
          result.headers.append(field, text)
        }
      default:
        throw UsageError(
          "\(path): line \(line(of: value)): environment \"\(name)\": unknown key \"\(key)\"",
          hint: "an environment has base_url and headers")
      }
    }
    do throws(InvalidHeaderField) {
      try result.headers.validate()
    } catch {
      throw UsageError("\(path): environment \"\(name)\": \(error.description)")
    }
    return result
  }

  private func fault(
    _ name: String, _ key: String, _ expected: String, _ value: JSONView
  ) -> UsageError {
    UsageError(
      "\(path): line \(line(of: value)): environment \"\(name)\": \(key): expected \(expected), "
        + "found \(value.type)")
  }
}
