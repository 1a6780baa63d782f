internal import WirelineCore
internal import WirelineRequests

/// The source of the URLs, and the fields of a record that have them.
struct ImageInputOptions: Sendable {
  @Option(
    "input", "file", "Read items from a file, which may be gzip or zstd", short: "i",
    isConfigurable: false)
  var input: String?
  @Option(
    "string-columns", "a,b", "Columns of a table whose numbers are strings, such as ids",
    isConfigurable: false)
  var stringColumns: NameList?
  @Flag("null", "Items end in NUL instead of a line feed, as from find -print0", short: "0")
  var null: Bool
  @Option("url-field", "name", "Record field with the URL", default: "image_url, else url")
  var urlField: String?
  @Flag("photos", "Fetch every URL in a record's list of photos") var photos: Bool?
  @Flag("skip-missing", "Skip records without a URL") var skipMissing: Bool?

  @Option("caption-field", "name", "Record field or column to print as the caption of an image")
  var captionField: String?

  /// - Parameters:
  ///   - template: the names of files.
  ///   - now: returns the time, in seconds since 1970.
  func reader(
    _ template: NameTemplate? = nil, now: @escaping @Sendable () -> Int = { 0 }
  ) -> ImageURLReader {
    let location: ImageURLReader.Location =
      photos == true ? .photos : urlField.map { .field($0) } ?? .standard
    return ImageURLReader(
      location: location, captionField: captionField, template: template, now: now)
  }

  /// The accepted forms of input.
  ///
  /// - Parameters:
  ///   - shard: the part of the list that this run handles; nil for all of it.
  ///   - template: the names of files.
  func form(
    _ shard: BatchPart?, urlNames: [String], _ template: NameTemplate?, _ records: RecordOptions
  ) throws(UsageError) -> InputForm {
    var form = InputForm()
    form.format = (records.inputFormat ?? .auto).resolved(forFile: input)
    form.tableColumns = urlNames
    form.textColumns = stringColumns?.names ?? []
    let isTable = form.format.separator != nil
    if stringColumns != nil, !isTable { throw UsageError("--string-columns needs a table") }
    if null, isTable { throw UsageError("--null cannot be used with a table") }
    if let shard { form.reportsInvalidLine = { shard.contains(nil, line: $0) } }
    if null { form.separator = 0 }
    form.hasComments = true
    if form.format.acceptsPlainText, !null {
      form.hasURLs = true
      form.columns = urlNames.map { $0.lowercased() }
      form.refusal = { Self.refusal(of: $0, template) }
    }
    form.makeInputDecoder = { CompressedInput(.lines) }
    return form
  }

  /// Describes a plain URL if the names of files need fields of records; nil for any other line.
  private static func refusal(of line: [UInt8], _ template: NameTemplate?) -> String? {
    let first = line.first { !JSONByte.isSpace($0) }
    guard let first, !"#{[".utf8.contains(first) else { return nil }
    return template?.refusalOfURLs.map { "\($0.message); \($0.hint)" }
  }

  /// Whether a path has the extension of an image format.
  static func isImageName(_ path: String) -> Bool {
    guard let dot = path.lastIndex(of: ".") else { return false }
    let name = path[path.index(after: dot)...].lowercased()
    return ImageFormat.allCases.contains { name == $0.rawValue || name == $0.fileExtension }
  }

  /// Opens the input: the operands, a file or stdin.
  ///
  /// - Returns: nil if the file cannot be read, after reporting it.
  func source(_ operands: [String], _ context: ToolContext) throws(UsageError) -> PipeInput? {
    guard let input else {
      if operands.isEmpty {
        try context.requireInput(hint: "give a URL, or pipe URLs into imgfetch")
      }
      for operand in operands where !operand.contains(":") && Self.isFile(operand) {
        let name = operand.contains(" ") ? "'\(operand)'" : operand
        throw UsageError(
          "\"\(operand)\" is a file, not a URL",
          hint: Self.isImageName(operand)
            ? "imgfetch downloads images; it does not process local files"
            : "to read URLs from it, type: imgfetch --input \(name)")
      }
      return PipeInput(operands: operands, context: context)
    }
    guard operands.isEmpty else { throw UsageError("--input cannot be used with URLs") }
    do throws(FileError) {
      return try PipeInput(file: input, context: context)
    } catch {
      context.diagnostics.error(error.description)
      return nil
    }
  }

  private static func isFile(_ path: String) -> Bool { FileAttributes(path)?.isFile ?? false }
}
