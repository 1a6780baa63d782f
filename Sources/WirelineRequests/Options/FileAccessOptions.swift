package import WirelineCore

/// The option of tools whose records may name local files.
package struct FileAccessOptions: Sendable {
  @Option("allow-files", "directory", "let records name files below this directory", scope: .shared)
  package var allowFiles: [String]

  package init() {}

  /// - Parameter maximumBytes: the largest file to read; nil is no limit.
  package func files(maximumBytes: Int?) throws(UsageError) -> RecordFiles {
    do throws(FileError) {
      return try RecordFiles(allowed: allowFiles, maximumBytes: maximumBytes)
    } catch {
      throw UsageError("invalid --allow-files: \(error.description)")
    }
  }
}
