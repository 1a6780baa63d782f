internal import Glibc
internal import WirelineCore
internal import WirelineRequests

/// The source of the URLs, and the fields of a record that have them.
struct ImageInputOptions: Sendable {
  @Option(
    "input", "file", "Read URLs or records from a file, which may be gzip", isConfigurable: false)
  var input: String?
  @Flag("null", "Items end in NUL instead of a line feed, as from find -print0", short: "0")
  var null: Bool
  @Option("url-field", "name", "Record field with the URL", default: "image_url, else url")
  var urlField: String?
  @Flag("photos", "Fetch every URL in a record's list of photos") var photos: Bool?
  @Flag("skip-missing", "Skip records without a URL") var skipMissing: Bool?
  @Option("priority-field", "name", "Record field with the priority", default: "priority")
  var priorityField: String?

  var separator: UInt8 { null ? 0 : 0x0A }

  func reader() -> ImageURLReader {
    let location: ImageURLReader.Location =
      photos == true ? .photos : urlField.map { .field($0) } ?? .standard
    return ImageURLReader(location: location, priorityField: priorityField ?? "priority")
  }

  /// The accepted forms of input.
  ///
  /// - Parameters:
  ///   - shard: the part of the list that this run handles; nil for all of it.
  ///   - maximumLineBytes: longer lines are errors.
  func form(
    _ shard: BatchPart?, _ fields: ShardFields?, maximumLineBytes: Int,
    makeDecoder: @escaping @Sendable () -> any ContentDecoder
  ) -> InputForm {
    var form = InputForm()
    shard?.apply(to: &form, fields, maximumLineBytes: maximumLineBytes)
    form.separator = separator
    form.hasComments = true
    form.hasStrings = true
    form.makeInputDecoder = { GzipInput(makeDecoder) }
    return form
  }

  /// Opens the input: the operands, a file or stdin.
  ///
  /// - Returns: nil if the file cannot be read, after reporting it.
  func source(_ operands: [String], _ context: ToolContext) throws(UsageError) -> PipeInput? {
    guard let input else {
      if operands.isEmpty {
        try context.requireInput(hint: "give a URL, or pipe URLs into imgfetch")
      }
      return PipeInput(operands: operands, context: context)
    }
    guard operands.isEmpty else { throw UsageError("--input cannot be used with URLs") }
    if input == "-" { return PipeInput(operands: [], context: context) }
    do throws(FileError) {
      return .descriptor(try Self.open(input))
    } catch {
      context.diagnostics.error(error.description)
      return nil
    }
  }

  private static func open(_ path: String) throws(FileError) -> Int32 {
    let descriptor = try FileBytes.open(path)
    var facts = stat()
    guard fstat(descriptor, &facts) == 0, facts.st_mode & S_IFMT == S_IFDIR else {
      return descriptor
    }
    close(descriptor)
    throw FileError(path: path, operation: "read", code: EISDIR)
  }
}
