// `environ` is a C variable, which is only read: the tools do not call `setenv`.
@preconcurrency internal import Glibc

/// The environment of the process, or a fixed one for tests.
package struct Environment: Sendable {
  /// The variables; nil for those of the process.
  private let variables: [String: String]?

  package static let process = Environment(nil)

  package init(_ variables: [String: String]?) { self.variables = variables }

  /// The value of a variable, which may be empty; nil if it is not set.
  package subscript(name: String) -> String? {
    if let variables { return variables[name] }
    return getenv(name).map { String(cString: $0) }
  }

  /// The value of a variable; nil if it is not set or empty.
  package func nonEmpty(_ name: String) -> String? {
    self[name].flatMap { $0.isEmpty ? nil : $0 }
  }

  /// Seconds since 1970. Tests override the clock with `WIRELINE_NOW`, which
  /// `EnvironmentSettings.checkClock` validates.
  package var now: Int { clock() }

  /// The same for many calls: reads the environment once.
  package var clock: @Sendable () -> Int {
    let fixed = nonEmpty(Self.nowName).flatMap { Int($0) }
    return { fixed ?? time(nil) }
  }

  static let nowName = "WIRELINE_NOW"

  func names(prefix: String) -> [String] {
    if let variables { return variables.keys.filter { $0.hasPrefix(prefix) } }
    return prefix.withCString { start in
      var names: [String] = []
      var entry = environ
      while let variable = entry.pointee {
        if strncmp(variable, start, prefix.utf8.count) == 0 {
          names.append(String(String(cString: variable).prefix { $0 != "=" }))
        }
        entry += 1
      }
      return names
    }
  }
}
