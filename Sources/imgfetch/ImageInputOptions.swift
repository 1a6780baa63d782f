import Glibc
import WirelineCore
import WirelineHTTP
import WirelineImages
import WirelineRequests

/// Where the URLs come from, and where in a record they are.
struct ImageInputOptions: Sendable {
  @Option(
    "input", "file", "read URLs or records from this file, gzip or not", isConfigurable: false)
  var input: String?
  @Flag("null", "items end in NUL, as those of find -print0", short: "0") var null: Bool
  @Option(
    "url-field", "name", "the member of a record with the URL", default: "image_url, else url")
  var urlField: String?
  @Flag("photos", "fetch each of a record's photos") var photos: Bool?
  @Flag("skip-missing", "drop records without a URL") var skipMissing: Bool?
  @Option("priority-field", "name", "the member of a record with the priority", default: "priority")
  var priorityField: String?

  var exclusiveOptions: [[OptionDeclaration]] { [[$photos, $urlField]] }

  /// What input looks like beside records.
  ///
  /// - Parameters:
  ///   - part: the part of the list that is this run's; nil for all of it.
  ///   - reader: what reads the URLs.
  ///   - maximumLineBytes: a longer line is an error.
  func form(
    _ part: BatchPart?, _ reader: ImageURLReader, maximumLineBytes: Int
  ) -> InputForm {
    var form = InputForm()
    part?.apply(to: &form, Self.members(reader), maximumLineBytes: maximumLineBytes)
    form.separator = separator
    form.hasComments = true
    form.hasStrings = true
    form.makeUnpacker = { GzipInput { GzipDecoder() } }
    return form
  }

  /// What ends an item.
  var separator: UInt8 { null ? 0 : 0x0A }

  /// The members of a record that decide its shard; nil if it may name several URLs.
  static func members(_ reader: ImageURLReader) -> BatchPart.Members? {
    reader.urlNames.map { BatchPart.Members(urls: $0, all: reader.names) }
  }

  /// What reads the URLs of an item.
  func reader() -> ImageURLReader {
    let place: ImageURLReader.Place =
      photos == true ? .photos : urlField.map { .member($0) } ?? .usual
    return ImageURLReader(place: place, priorityField: priorityField ?? "priority")
  }

  /// - Parameter operands: the URLs of the command line.
  /// - Returns: nil where the file cannot be read, which is told.
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

  /// A directory can be opened too, but what reads it does not know its name.
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
