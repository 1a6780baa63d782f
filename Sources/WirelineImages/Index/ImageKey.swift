internal import WirelineCore
internal import WirelineRequests

/// A SHA-256: the key under which an image is stored, or the hash of its content.
struct ImageKey: Sendable, Hashable {
  // Not an array, which would cost an allocation per key, nor a vector, whose alignment slows each
  // allocation of a value with a key.
  fileprivate var words: (UInt64, UInt64, UInt64, UInt64) = (0, 0, 0, 0)

  /// - Parameters:
  ///   - url: without user, password and ignored parameters.
  ///   - variant: what was done with the image, which produces a different file: the filter command
  ///     or the identifier of a recipe.
  init(url: String, variant: String? = nil) {
    var hash = SHA256()
    hash.update(text: url)
    // No URL contains a line break.
    if let variant { hash.update(text: "\n" + variant) }
    self.init(hash.finalize())
  }

  init(_ digest: SHA256.Digest) {
    digest.withUnsafeBytes { hash in
      withUnsafeMutableBytes(of: &words) { $0.copyMemory(from: hash) }
    }
  }

  init?(_ bytes: UnsafeRawBufferPointer) {
    guard bytes.count == 32 else { return nil }
    withUnsafeMutableBytes(of: &words) { $0.copyMemory(from: bytes) }
  }

  /// Returns nil unless there are 64 lower-case hexadecimal digits.
  init?(hexadecimal digits: UnsafeRawBufferPointer) {
    guard digits.count == 64 else { return nil }
    let isValid = withUnsafeMutableBytes(of: &words) { bytes in
      for index in 0..<32 {
        guard let high = Hexadecimal.value(of: digits[2 * index]),
          let low = Hexadecimal.value(of: digits[2 * index + 1])
        else { return false }
        bytes[index] = high << 4 | low
      }
      return true
    }
    if !isValid { return nil }
  }

  /// The first eight bytes.
  var prefix: UInt64 { UInt64(bigEndian: words.0) }

  /// 64 lower-case hexadecimal digits: the name of the image's file.
  var hexadecimal: String { withUnsafeBytes(of: words) { Hexadecimal.encode(Array($0)) } }

  /// The key of a request that accepts only one content.
  func expecting(_ expected: ExpectedHash) -> ImageKey {
    ImageKey(url: hexadecimal, variant: "\(expected.sha256 ?? "") \(expected.md5 ?? "")")
  }

  static func == (one: ImageKey, other: ImageKey) -> Bool { one.words == other.words }

  // A SHA-256 is distributed evenly, so eight of its bytes are enough.
  func hash(into hasher: inout Hasher) { hasher.combine(words.0) }
}

extension SQLiteStatement {
  func bind(_ index: Int, _ key: ImageKey) throws(SQLiteError) {
    try withUnsafeBytes(of: key.words) { bytes throws(SQLiteError) in try bind(index, blob: bytes) }
  }
}

/// The hash that an image must have, in lower-case hexadecimal digits.
struct ExpectedHash: Sendable, Hashable {
  let sha256: String?
  let md5: String?

  /// Returns nil if both are nil.
  init?(sha256: String?, md5: String?) {
    if sha256 == nil, md5 == nil { return nil }
    (self.sha256, self.md5) = (sha256, md5)
  }

  /// Why an image does not match, or nil.
  func mismatch(sha256: ImageKey, md5: () -> String?) -> String? {
    if let wanted = self.sha256, sha256.hexadecimal != wanted {
      return "the SHA-256 is \(sha256.hexadecimal), not \(wanted)"
    }
    guard let wanted = self.md5, let found = md5(), found != wanted else { return nil }
    return "the MD5 is \(found), not \(wanted)"
  }
}

/// The query parameters that do not identify an image: `signature,expires`, or `all`.
struct IgnoredQuery: ArgumentValue, Equatable {
  let text: String
  /// The parameters to ignore; nil for all.
  private let names: Set<String>?

  init(parsing argument: String) throws(InvalidArgument) {
    let names = argument.split(separator: ",", omittingEmptySubsequences: false)
      .map(\.trimmingSpaces)
    if names.contains("") {
      throw InvalidArgument(
        expected: "names separated by commas, such as signature,expires, or all")
    }
    text = argument
    self.names = names == ["all"] ? nil : Set(names)
  }

  /// The URL without user, password and these parameters.
  func identity(of url: RequestURL) -> String {
    guard let query = url.query else { return url.text }
    var rest = url
    rest.query = nil
    guard let names else { return rest.text }
    let kept = query.split(separator: "&", omittingEmptySubsequences: false).filter { pair in
      !names.contains(
        String(decoding: PercentEncoding.decoded(pair.prefix { $0 != "=" }), as: UTF8.self))
    }
    if !kept.isEmpty { rest.query = kept.joined(separator: "&") }
    return rest.text
  }
}

/// An image's URL and keys. A class, because it is passed on often.
final class ImageAddress: Sendable {
  let key: ImageKey
  /// The key of the request: like `key`, but distinct for each user of the URL and the header
  /// fields.
  let request: ImageKey
  let url: RequestURL
  /// The fields of the input record, which only its request has.
  let headers: HeaderFields

  init(
    _ url: RequestURL, _ ignored: IgnoredQuery? = nil, headers: HeaderFields = [:],
    variant: String? = nil
  ) {
    self.url = url
    self.headers = headers
    let identity = ignored?.identity(of: url) ?? url.text
    key = ImageKey(url: identity, variant: variant)
    // Almost all requests.
    if url.userInformation == nil, headers.fields.isEmpty {
      request = key
      return
    }
    // It is only kept in memory: a stored hash would allow guessing passwords.
    let fields = headers.fields.map { "\n\($0.name): \($0.value)" }.joined()
    let user = url.userInformation.map { "\n" + $0 } ?? ""
    request = ImageKey(url: identity + user + fields, variant: variant)
  }

  /// Whether the response may be private, because the request has credentials.
  var isPrivate: Bool {
    url.userInformation != nil || headers.fields.contains { Secrets.isSecret(header: $0.name) }
  }

  var digits: String { key.hexadecimal }
}
