/// Where the value of an option comes from, other than the command line.
enum SettingOrigin: Equatable, Sendable, CustomStringConvertible {
  case variable(String)
  /// The line counts from 1.
  case file(path: String, line: Int, key: String)

  /// For messages: `environment variable WIRELINE_RETRY`.
  var description: String {
    switch self {
    case .variable(let name): "environment variable \(name)"
    case .file(let path, let line, let key): "\(path): line \(line): key \"\(key)\""
    }
  }

  var isVariable: Bool {
    if case .variable = self { true } else { false }
  }

  /// For `--print-config`.
  var name: String {
    switch self {
    case .variable: "environment"
    case .file: "config"
    }
  }
}
