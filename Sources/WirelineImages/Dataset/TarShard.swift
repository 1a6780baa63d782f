internal import Glibc
internal import WirelineCore

/// A shard that is being written: an archive of images and the list of all records.
///
/// The statistics are renamed last: their presence marks the shard as finished.
struct TarShard: Sendable {
  let number: Int
  private let base: String
  private var isPrivate: Bool
  private let hasCaption: Bool
  private var archive: TarArchive
  private var list: BufferedFile
  private var statistics = TarStatistics()
  /// Whether the next run has to write the shard again.
  private var isSpoiled = false

  /// Failures that depend on the run rather than the image.
  private static let circumstances: Set<ErrorCode> = [.cancelled, .read, .write, .internal]

  /// - Parameters:
  ///   - base: the path of the files without their endings.
  ///   - isPrivate: whether only the owner may read the files. A private image restricts them too.
  ///   - hasCaption: whether each image has a text, which may be empty.
  init(_ number: Int, base: String, isPrivate: Bool, hasCaption: Bool) throws(FileError) {
    self.number = number
    self.base = base
    self.isPrivate = isPrivate
    self.hasCaption = hasCaption
    let mode = AtomicFile.mode(isPrivate: isPrivate)
    archive = TarArchive(try AtomicFile(path: "\(base).tar", mode: mode, sweeps: true))
    list = BufferedFile(try AtomicFile(path: "\(base).jsonl", mode: mode, sweeps: true))
  }

  /// Adds an image, or a failure, which only the list contains.
  mutating func append(
    _ sample: TarSample, key: String, image: TarImage?
  ) throws(FileError) {
    if let image, image.isPrivate, !isPrivate {
      try archive.makePrivate()
      try list.makePrivate()
      isPrivate = true
    }
    try list.write(sample.listed(key))
    statistics.add(sample.code)
    if let code = sample.code, Self.circumstances.contains(code) { isSpoiled = true }
    guard let image else { return }
    try archive.append(
      "\(key).\(image.fileExtension)", copying: image.descriptor, bytes: image.bytes,
      path: image.path)
    try archive.append("\(key).json", sample.described(key))
    if hasCaption { try archive.append("\(key).txt", sample.caption) }
  }

  /// Completes the shard.
  ///
  /// - Returns: false if the next run has to write it again; then nothing is written.
  mutating func commit(_ part: TarPart) throws(FileError) -> Bool {
    if isSpoiled { return false }
    try archive.commit()
    try list.commit()
    let mode = AtomicFile.mode(isPrivate: isPrivate)
    let bytes = statistics.lineBytes(part, end: .now)
    try AtomicFile.write(bytes, to: "\(base)_stats.json", mode: mode, sweeps: true, .full)
    return true
  }
}

/// A record on its way to a shard.
struct TarSample: Sendable {
  private enum Field: Int, CaseIterable {
    case url, path, format, bytes, caption, error, input, width, height, sha256, original
  }

  private static let names = JSONNames(
    FieldNames.checked(
      [
        "url", "path", "format", "bytes", "caption", "error", "input", "width", "height", "sha256",
        "original",
      ], Field.allCases))

  private static let input = JSONNames(["input", "input_base64"])
  private static let encodedInput = JSONNames(["input_base64"])

  /// The fields that `addedNames` replace, and those that differ between runs or directories, which
  /// would change the bytes of an archive.
  private static let omitted = JSONNames([
    "final_url", "path", "source", "status", "attempts", "elapsed_ms", "sha256", "original",
  ])

  /// The fields that only shards have.
  static let addedNames = ["key", "status", "error_message", "original_width", "original_height"]

  private let object: JSONObject

  /// - Parameter line: a record; nil for other lines.
  init?(_ line: [UInt8]) {
    guard let object = try? JSONObject(line, names: Self.names) else { return nil }
    self.object = object
  }

  /// The error code; nil for an image.
  var code: ErrorCode? {
    object[Field.error.rawValue].map { error in
      error["code"]?.string.flatMap(ErrorCode.init(rawValue:)) ?? .internal
    }
  }

  var url: String? { object[Field.url.rawValue]?.string }
  var path: String? { object[Field.path.rawValue]?.string }
  var bytes: Int? { object[Field.bytes.rawValue]?.integer }

  var fileExtension: String? {
    object[Field.format.rawValue]?.string.flatMap(ImageFormat.init(rawValue:))?.fileExtension
  }

  /// The text of the caption; empty without one.
  var caption: [UInt8] {
    guard let caption = object[Field.caption.rawValue] else { return [] }
    return caption.unescapedBytes ?? Array(caption.raw)
  }

  /// The record with its key, as the list of the shard has it. Lists are published with the images,
  /// so the input of an error is omitted if a URL in it may have a password, if it has headers, or
  /// if it is not UTF-8.
  func listed(_ key: String) -> [UInt8] {
    let input = object[Field.input.rawValue]?.string ?? ""
    let mayBeSecret = input.contains("@") || input.contains(text: "headers")
    return line(key, except: mayBeSecret ? Self.input : Self.encodedInput)
  }

  /// The record for the archive: without the fields that differ between runs, and with those of
  /// img2dataset, whose hash and original size describe the downloaded image.
  func described(_ key: String) -> [UInt8] {
    let original = object[Field.original.rawValue]
    let sizes: [(Field, StaticString)] = [(.width, "original_width"), (.height, "original_height")]
    return line(key, except: Self.omitted) { writer in
      writer.field("status", "success")
      writer.key("error_message")
      writer.null()
      for (field, name) in sizes {
        let own = object[field.rawValue]
        if let size = original.map({ $0["\(field)"] }) ?? own { writer.field(name, size) }
      }
      if let hash = original?["sha256"] ?? object[Field.sha256.rawValue] {
        writer.field("sha256", hash)
      }
    }
  }

  private func line(
    _ key: String, except names: JSONNames, and write: (inout JSONWriter) -> Void = { _ in }
  ) -> [UInt8] {
    JSONWriter.line { writer in
      writer.fields(of: object.view, except: names)
      writer.field("key", key)
      write(&writer)
    }
  }
}

/// An open image file, closed with its last reference.
final class TarImage: Sendable {
  let descriptor: Int32
  let path: String
  let bytes: Int
  let fileExtension: String
  /// Whether only its owner may read it.
  let isPrivate: Bool

  /// - Parameters:
  ///   - descriptor: is closed by this object.
  ///   - bytes: the expected size.
  /// - Throws: if the file is not a regular file of the expected size.
  init(
    _ descriptor: Int32, path: String, bytes: Int?, fileExtension: String
  ) throws(FileError) {
    self.descriptor = descriptor
    self.path = path
    self.fileExtension = fileExtension
    let attributes = FileAttributes(descriptor: descriptor)
    self.bytes = attributes?.bytes ?? 0
    isPrivate = attributes?.isPrivate ?? true
    // Another process has replaced the image.
    guard let attributes, attributes.isFile, attributes.bytes == bytes else {
      throw FileError(path: path, operation: "read", code: ESTALE)
    }
    guard attributes.bytes <= TarArchive.maximumMemberBytes else {
      throw FileError(path: path, operation: "read", code: EFBIG)
    }
  }

  deinit { close(descriptor) }
}
