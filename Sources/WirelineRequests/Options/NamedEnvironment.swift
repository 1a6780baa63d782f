package import WirelineCore

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
