internal import WirelineCore
internal import WirelineRequests

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
    if records.copy?.names.contains("key") == true {
      throw UsageError(
        "--copy key cannot be used with --tar, whose records have their own key",
        hint: "rename the field, or name it id: the output has it as ref")
    }
  }
}

extension FetchOptions {
  /// Opens the directory of `--tar`.
  ///
  /// - Parameter store: the directory of the images.
  func tarWriter(
    _ context: ToolContext, store: String, _ shard: BatchPart?
  ) throws(TarFailure) -> TarWriter? {
    guard let path = tar.tar else { return nil }
    var options = TarWriter.Options()
    options.size = tar.tarSize?.value ?? options.size
    options.hasCaption = input.captionField != nil
    options.isPrivate = hasSecretHeader
    let directory = try TarDirectory(
      path.count > 1 && path.hasSuffix("/") ? String(path.dropLast()) : path,
      settings: tarSettings(size: options.size, shard))
    return TarWriter(
      directory, store: store, tool: context.tool, options: options,
      now: { context.environment.now })
  }

  /// The options that determine the numbers and the content of the images.
  private func tarSettings(size: Int, _ shard: BatchPart?) -> String {
    var words = ["--tar-size \(size)"]
    if let shard, shard.shard.count > 1 {
      words.append("--shard \(shard.shard.index)/\(shard.shard.count)")
      words.append("--shard-by \(shard.criterion.rawValue)")
    }
    if input.photos == true { words.append("--photos") }
    if let name = input.urlField { words.append("--url-field \(ShellWord.quoted(name))") }
    if let name = input.captionField { words.append("--caption-field \(ShellWord.quoted(name))") }
    if let names = records.copy?.names {
      words.append("--copy \(ShellWord.quoted(names.joined(separator: ",")))")
    }
    if let recipe = pixels.recipe { words.append("processing \"\(recipe.identifier)\"") }
    if let filter = store.filter { words.append("--filter \(ShellWord.quoted(filter))") }
    return words.joined(separator: " ")
  }
}
