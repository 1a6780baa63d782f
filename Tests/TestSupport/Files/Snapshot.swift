package import Testing

/// Compares a text with the committed one in `Tests/Fixtures/snapshots/`.
///
/// `WIRELINE_UPDATE_SNAPSHOTS=1` updates the file instead; review the difference before committing.
///
/// - Parameters:
///   - name: the file's name without `.txt`.
///   - replacing: texts that vary between runs, such as a port, and their placeholders.
package func expectSnapshot(
  _ text: String, named name: String, replacing: KeyValuePairs<String, String> = [:],
  sourceLocation: SourceLocation = #_sourceLocation
) {
  let stable = replacing.reduce(text) { replaced($0, $1.key, by: $1.value) }
  let path = "\(Project.root)/Tests/Fixtures/snapshots/\(name).txt"
  if Project.environment("WIRELINE_UPDATE_SNAPSHOTS") != nil {
    write(stable, to: path, sourceLocation)
    return
  }
  guard let committed = TextFile.read(path) else {
    Issue.record(
      "no snapshot \(name): run again with WIRELINE_UPDATE_SNAPSHOTS=1",
      sourceLocation: sourceLocation)
    return
  }
  if committed != stable {
    Issue.record(
      "snapshot \(name) differs\n\(difference(committed, stable))", sourceLocation: sourceLocation)
  }
}

private func write(_ text: String, to path: String, _ sourceLocation: SourceLocation) {
  do {
    try TextFile.write(text, to: path)
  } catch {
    Issue.record("\(error)", sourceLocation: sourceLocation)
  }
}

private func replaced(_ text: String, _ part: String, by other: String) -> String {
  text.split(separator: part, omittingEmptySubsequences: false).joined(separator: other)
}

/// The removed and inserted lines, in order.
func difference(_ old: String, _ new: String) -> String {
  let lines = [old, new].map { $0.split(separator: "\n", omittingEmptySubsequences: false) }
  return lines[1].difference(from: lines[0]).map { change in
    switch change {
    case .remove(let offset, let line, _): "-\(offset + 1) \(line)"
    case .insert(let offset, let line, _): "+\(offset + 1) \(line)"
    }
  }.joined(separator: "\n")
}
