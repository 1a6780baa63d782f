/// The version that all five executables share.
package enum ToolVersion {
  package static let number = "0.1.0"

  /// `req 0.1.0 (wireline)`
  package static func text(tool: String) -> String { "\(tool) \(number) (wireline)" }
}
