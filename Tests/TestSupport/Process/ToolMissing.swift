/// The executable under test is not there.
package struct ToolMissing: Error, CustomStringConvertible {
  package let path: String

  package var description: String {
    "no executable at \(path): build the package, or set WIRELINE_BIN to the folder that has it"
  }
}
