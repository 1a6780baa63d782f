import TestSupport
import Testing

extension Sandbox {
  /// Fails the test if the output of a run or a file contains a secret.
  ///
  /// - Parameters:
  ///   - except: files that contain the secret on purpose.
  ///   - exceptInput: whether the `input` of records may contain it.
  func expectNoSecret(
    _ secrets: [String], _ result: ToolResult, except: [String] = [],
    exceptInput: Bool = false, sourceLocation: SourceLocation = #_sourceLocation
  ) throws {
    let shown = result.lines.map { line in
      guard exceptInput, let members = (try? Record(line))?.json.members, !members.isEmpty
      else { return line }
      return members.filter { !$0.name.hasPrefix("input") }.map(\.value.text).joined(separator: " ")
    }.joined(separator: "\n")
    for secret in secrets {
      #expect(!shown.contains(secret), "\(result.story)", sourceLocation: sourceLocation)
      #expect(!result.messages.contains(secret), "\(result.story)", sourceLocation: sourceLocation)
      for file in files where !except.contains(file) {
        let content = String(decoding: try directory.read(file), as: UTF8.self)
        #expect(!content.contains(secret), "in \(file)", sourceLocation: sourceLocation)
        #expect(!file.contains(secret), sourceLocation: sourceLocation)
      }
    }
  }
}
