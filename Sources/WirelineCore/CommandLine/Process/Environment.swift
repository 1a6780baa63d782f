// `environ` is a variable of C; it is only read, and no tool of ours calls `setenv`.
@preconcurrency internal import Glibc

/// The environment of a process, or what a test puts in its place.
package struct Environment: Sendable {
  /// Nil is the process's own, looked up when asked.
  private let variables: [String: String]?

  /// The environment of this process.
  package static let process = Environment(variables: nil)

  package init(_ variables: [String: String]) { self.init(variables: variables) }

  private init(variables: [String: String]?) { self.variables = variables }

  /// The value of a variable; nil where it is not set. May be empty.
  package subscript(name: String) -> String? {
    if let variables { return variables[name] }
    return getenv(name).map { String(cString: $0) }
  }

  /// The value of a variable; nil where it is not set, or empty.
  package func nonEmpty(_ name: String) -> String? {
    self[name].flatMap { $0.isEmpty ? nil : $0 }
  }

  /// Seconds since 1970: the clock's, or what `WIRELINE_NOW` says, so that a
  /// fortnight can be tried in a minute. What is there and is no whole number
  /// counts for nothing; `EnvironmentSettings.checkClock` tells of it.
  package var now: Int { nonEmpty(Self.nowName).flatMap { Int($0) } ?? time(nil) }

  static let nowName = "WIRELINE_NOW"

  /// The names of the variables that begin so.
  func names(prefix: String) -> [String] {
    if let variables { return variables.keys.filter { $0.hasPrefix(prefix) } }
    var names: [String] = []
    var entry = environ
    while let variable = entry.pointee {
      let name = String(cString: variable).prefix { $0 != "=" }
      if name.hasPrefix(prefix) { names.append(String(name)) }
      entry += 1
    }
    return names
  }

  /// Whether there is a variable whose name begins so; far cheaper than asking for many.
  func hasVariable(prefix: String) -> Bool {
    if let variables { return variables.keys.contains { $0.hasPrefix(prefix) } }
    var entry = environ
    let length = prefix.utf8.count
    while let variable = entry.pointee {
      if strncmp(variable, prefix, length) == 0 { return true }
      entry += 1
    }
    return false
  }
}
