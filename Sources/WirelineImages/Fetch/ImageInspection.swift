internal import WirelineCore

/// Examines an image as it arrives: its format and size, its structure, and its hashes.
struct ImageInspection: Sendable {
  private let rules: ImageRules
  private let expected: ExpectedHash?
  /// Why the image is not accepted, as soon as that is known.
  var rejection: ImageFailure?
  private var digest = SHA256()
  /// Only if the request expects one.
  private var md5: MD5?
  /// The structural validation, if enabled and once the format is known.
  private var structure: ImageStructure?
  private var parsedBytes = 0
  private var header: ImageHeader?

  /// - Parameter robots: the directive that forbids the image.
  init(_ rules: ImageRules, expected: ExpectedHash?, robots: String?) {
    self.rules = rules
    self.expected = expected
    rejection = robots.map { .robots($0) }
    if expected?.md5 != nil { md5 = MD5() }
  }

  /// - Parameters:
  ///   - bytes: the new bytes, with which `pending` ends.
  ///   - isWhole: whether `pending` begins with the first byte of the image.
  mutating func append(_ bytes: UnsafeRawBufferPointer, _ pending: [UInt8], isWhole: Bool) {
    if isWhole { parseHeader(pending) }
    if rejection == nil { validate(bytes, pending) }
  }

  /// Parses the beginning, again whenever it has doubled.
  private mutating func parseHeader(_ pending: [UInt8]) {
    let enough = ImageHeader.maximumBytes
    guard parsedBytes < enough,
      pending.count >= min(enough, max(ImageFormat.sniffBytes, 2 * parsedBytes))
    else { return }
    parsedBytes = pending.count
    guard let header = ImageHeader(pending[...]) else {
      rejection = .notAnImage(pending)
      return
    }
    self.header = header
    if let reason = rules.rejection(of: header, isComplete: false) { rejection = .rejected(reason) }
  }

  private mutating func validate(_ bytes: UnsafeRawBufferPointer, _ pending: [UInt8]) {
    if structure != nil {
      structure?.append(bytes)
    } else if let header {
      beginValidation(header.format, pending)
    }
    if let issue = structure?.issue { rejection = .broken(issue) }
  }

  private mutating func beginValidation(_ format: ImageFormat, _ pending: [UInt8]) {
    structure = ImageStructure(format, rules.validation)
    pending.withUnsafeBytes { structure?.append($0) }
  }

  /// Examines all that there is of an image, before it is moved to a file.
  ///
  /// - Returns: false if it is not an image.
  mutating func begin(_ pending: [UInt8]) -> Bool {
    guard let header = ImageHeader(pending[...]) else { return false }
    self.header = header
    parsedBytes = pending.count
    if structure == nil { beginValidation(header.format, pending) }
    return true
  }

  mutating func hash(_ bytes: [UInt8]) {
    digest.update(data: bytes)
    bytes.withUnsafeBytes { md5?.update($0) }
  }

  // MARK: The complete image

  func completeHeader(_ pending: [UInt8], isWhole: Bool) throws(ImageFailure) -> ImageHeader {
    let known = isWhole && parsedBytes < pending.count ? nil : header
    guard let header = known ?? ImageHeader(pending[...]) else { throw .notAnImage(pending) }
    return header
  }

  /// Checks the image, whose last bytes are `pending`.
  mutating func finish(
    _ header: ImageHeader, _ pending: [UInt8]
  ) throws(ImageFailure) -> (header: ImageHeader, sha256: ImageKey) {
    var header = header
    if rules.validation != .none, header.isTruncated { throw .damaged(header.format) }
    if let reason = rules.rejection(of: header, isComplete: true) { throw .rejected(reason) }
    if structure == nil { beginValidation(header.format, pending) }
    if let issue = structure?.finish() { throw .broken(issue) }
    if header.frames == nil, let frames = structure?.frames { header.setFrames(frames) }
    hash(pending)
    let sha256 = ImageKey(digest.finalize())
    if let reason = expected?.mismatch(sha256: sha256, md5: { md5?.hexadecimal() }) {
      throw .hashMismatch(reason)
    }
    return (header, sha256)
  }

  /// Whether bytes follow the end of the image.
  var hasTrailingData: Bool { structure?.hasTrailingData == true }
}
