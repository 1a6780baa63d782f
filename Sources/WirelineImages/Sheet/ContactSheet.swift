package import WirelineCore

/// A page to look at a batch of images: one HTML file that needs nothing else.
///
/// Thumbnails are the stored images themselves, by relative reference, so a folder with the page
/// and the images can be moved. Entries are written as they come, in chunks, each twice: as JSON
/// for the page's script, which keeps only the cells in view in the document, and as plain cells
/// for a reader without JavaScript. Its totals come last in the file and are shown first.
///
/// Not thread-safe: one thread at a time.
package final class ContactSheet {
  private let file: AtomicFile
  private let references: RelativeReference
  private var totals = ContactSheetTotals()
  /// The entries of the chunk, comma-separated arrays.
  private var records: [UInt8] = []
  /// The same as list items.
  private var cells: [UInt8] = []
  private var held = 0

  /// Divisible by every number of columns up to 8, so that chunks leave no gaps in the plain grid.
  private static let chunkEntries = 840
  /// A chunk of long URLs ends earlier.
  private static let chunkBytes = 1 << 20
  /// The plain grid's pictures; later cells only link to theirs. Without JavaScript, browsers
  /// load every picture of a page at once, whatever it says about being lazy.
  static let plainPictures = 1680

  /// Begins the page; nobody sees it before `finish`.
  ///
  /// - Parameters:
  ///   - path: where it will appear; images are referred to from its folder.
  ///   - title: plain text, the heading.
  package init(path: String, title: String) throws(FileError) {
    file = try AtomicFile(path: path, sweeps: true)
    references = RelativeReference(from: path)
    try file.write(Self.opening(title: title))
  }

  /// Adds a cell.
  package func append(_ entry: Entry) throws(FileError) {
    let entry = entry.bounded
    let reference = entry.path.map { references.reference(to: $0) }
    if held > 0 { records.append(contentsOf: ",\n".utf8) }
    HTMLText.append(json: Self.record(entry, reference), to: &records)
    let cell = PlainCell(
      entry: entry, reference: reference, showsPicture: totals.entries < Self.plainPictures)
    cell.append(to: &cells)
    totals.add(entry)
    held += 1
    if held == Self.chunkEntries || records.count > Self.chunkBytes { try writeChunk() }
  }

  /// Ends the page and makes it appear.
  package func finish() throws(FileError) {
    try writeChunk()
    try file.write(Self.closing(totals))
    try file.commit()
  }

  private func writeChunk() throws(FileError) {
    guard held > 0 else { return }
    try file.write(Self.chunkOpening)
    try file.write(cells)
    try file.write(Self.chunkMiddle)
    try file.write(records)
    try file.write(Self.chunkClosing)
    records.removeAll(keepingCapacity: true)
    cells.removeAll(keepingCapacity: true)
    held = 0
  }

  /// `[url, reference, format, width, height, bytes, source, flags, code, message]`: an array,
  /// because ten names a hundred thousand times are half a file. 0 stands for what is unknown.
  private static func record(_ entry: Entry, _ reference: String?) -> [UInt8] {
    var json = JSONWriter()
    json.beginArray()
    json.string(entry.url)
    for text in [reference, entry.format] { append(text, to: &json) }
    for number in [entry.width, entry.height] { json.number(number ?? 0) }
    // An empty file has a size that is known.
    json.number(entry.bytes ?? -1)
    append(entry.source, to: &json)
    json.beginArray()
    for flag in entry.flags { json.string(flag) }
    json.endArray()
    if entry.errorCode != nil || entry.message != nil {
      for text in [entry.errorCode, entry.message] { append(text, to: &json) }
    }
    json.endArray()
    return json.bytes
  }

  private static func append(_ text: String?, to json: inout JSONWriter) {
    if let text { json.string(text) } else { json.number(0) }
  }
}
