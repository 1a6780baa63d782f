/// An option of the command line, as it would be said again somewhere else.
package struct GivenOption: Sendable {
  /// Without its dashes: `ttl`; also where it was given as `--no-…` or as a letter.
  package let name: String
  /// The value holds what must not be shown.
  package let isSecret: Bool
  /// The words, in the long form, with paths that do not depend on where they are said.
  package let words: [String]

  init(_ occurrence: ArgumentScan.Occurrence) {
    let option = occurrence.option
    name = option.name
    isSecret = occurrence.value.map { ConfigurationReport.shown($0, option) != $0 } ?? false
    let isPath = ["file", "directory"].contains(option.valueName)
    let value = occurrence.value.map { isPath ? WorkingDirectory.absolute($0) : $0 }
    words = ["--\(occurrence.name)"] + [value].compactMap { $0 }
  }
}
