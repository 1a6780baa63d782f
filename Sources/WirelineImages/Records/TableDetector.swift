internal import Synchronization
internal import WirelineCore

/// Refuses input that begins like a table, whose rows would be taken for URLs, and plain URLs if
/// the names of files need fields of records.
final class TableDetector: InputDecoder {
  private let source: any InputDecoder
  private let urlNames: [String]
  private let template: NameTemplate?
  /// The bytes before the end of the first line; nil after it was examined.
  private let beginning = Mutex<[UInt8]?>([])

  /// Longer first lines are not those of a table.
  private static let maximumBytes = 16 << 10

  init(_ source: any InputDecoder, urlNames: [String], _ template: NameTemplate? = nil) {
    self.source = source
    self.template = template
    self.urlNames = urlNames.map { $0.lowercased() }
  }

  func unpack(
    _ bytes: UnsafeRawBufferPointer, _ body: (UnsafeRawBufferPointer) -> Void
  ) throws(ReadError) {
    guard beginning.withLock({ $0 != nil }) else { return try source.unpack(bytes, body) }
    var failure: ReadError?
    do throws(ReadError) {
      try source.unpack(bytes) { piece in beginning.withLock { $0?.append(contentsOf: piece) } }
    } catch {
      failure = error
    }
    // Bytes before an error are valid.
    try examine(isComplete: failure != nil, body)
    if let failure { throw failure }
  }

  func finish(_ body: (UnsafeRawBufferPointer) -> Void) throws(ReadError) {
    guard beginning.withLock({ $0 != nil }) else { return try source.finish(body) }
    var failure: ReadError?
    do throws(ReadError) {
      try source.finish { piece in beginning.withLock { $0?.append(contentsOf: piece) } }
    } catch {
      failure = error
    }
    try examine(isComplete: true, body)
    if let failure { throw failure }
  }

  private func examine(
    isComplete: Bool, _ body: (UnsafeRawBufferPointer) -> Void
  ) throws(ReadError) {
    let bytes = beginning.withLock { $0 ?? [] }
    var lines = bytes.split(separator: JSONByte.lineFeed)
    if !isComplete, bytes.last != JSONByte.lineFeed { lines = lines.dropLast() }
    let first = lines.lazy.map { String(decoding: $0, as: UTF8.self).trimmingSpaces }
      .first { !$0.isEmpty && !$0.hasPrefix("#") }
    guard first != nil || isComplete || bytes.count > Self.maximumBytes else { return }
    if let format = first.flatMap({ Self.table($0, urlNames) }) {
      throw ReadError(
        detail: "the input is a table, not a list of URLs; use --input-format \(format)")
    }
    if let first, !first.hasPrefix("{"), !first.hasPrefix("["),
      let refusal = template?.refusalOfURLs
    {
      throw ReadError(detail: "\(refusal.message); \(refusal.hint)")
    }
    beginning.withLock { $0 = nil }
    bytes.withUnsafeBytes { body($0) }
  }

  /// The format of a table, by its first line; nil for a URL, a record or anything else.
  static func table(_ line: String, _ urlNames: [String]) -> String? {
    // A JSON string stands for a URL, which may contain commas.
    let isJSON = line.hasPrefix("{") || line.hasPrefix("[")
    if isJSON || (try? JSONView.parse(Array(line.utf8)))?.type == .string { return nil }
    // A URL does not contain tabs.
    if line.contains("\t") { return "tsv" }
    let cells = line.lowercased().split(separator: ",", omittingEmptySubsequences: false)
    guard cells.count > 1, let start = cells.first, !start.contains("://") || start.hasPrefix("\"")
    else { return nil }
    let isNamed = cells.contains { cell in
      urlNames.contains(String(cell)) || urlNames.contains { cell == "\"\($0)\"" }
        || cell.contains("://")
    }
    let areWords = cells.allSatisfy { cell in
      !cell.isEmpty
        && cell.allSatisfy { $0.isLetter || $0.isNumber || "\"_-".contains($0) }
    }
    return isNamed || areWords ? "csv" : nil
  }
}
