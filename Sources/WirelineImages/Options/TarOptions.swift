internal import WirelineCore

/// The shards to write.
struct TarOptions: Sendable {
  @Option(
    "tar", "directory", "Also write the images to tar files for WebDataset", isConfigurable: false)
  var tar: String?
  @Option(
    "tar-size", "n", "Number of images per tar file", default: "\(TarWriter.Options().size)",
    isConfigurable: false)
  var tarSize: PositiveNumber?

  func check(_ records: RecordOptions) throws(UsageError) {
    guard let tar else {
      if tarSize != nil { throw UsageError("--tar-size needs --tar") }
      return
    }
    if tar.isEmpty { throw UsageError("--tar is empty") }
    if let name = records.copy.first(where: TarSample.addedNames.contains) {
      throw UsageError(
        "--copy \(name) cannot be used with --tar, whose records have their own \(name)",
        hint: "rename the field, or name it id: the output has it as ref")
    }
  }
}
