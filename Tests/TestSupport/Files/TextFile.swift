/// Reads text files of the project.
package enum TextFile {
  /// - Returns: nil if the file cannot be read.
  package static func read(_ path: String) -> String? {
    (try? Descriptor.contents(of: path)).map { String(decoding: $0, as: UTF8.self) }
  }
}
