internal import WirelineCore

/// A row of the index, before anyone has looked whether it is sound.
struct CacheRow: Sendable, Equatable {
  var identifier: Int64 = 0
  var key: String
  var variant: String
  var head: [UInt8]
  var seal: String
  var digest: String
  var bytes: Int
  /// The last use, in seconds since 1970.
  var used = 0

  /// A sealed row; nil for a head that cannot be written.
  init?(_ response: StoredResponse, key: String, digest: String, bytes: Int) {
    guard let head = response.coded else { return nil }
    self.key = key
    variant = response.selecting.fingerprint
    self.head = head
    self.digest = digest
    self.bytes = bytes
    seal = ""
    seal = expectedSeal
  }

  init(
    identifier: Int64, key: String, variant: String, head: [UInt8], seal: String, digest: String,
    bytes: Int, used: Int
  ) {
    self.identifier = identifier
    self.key = key
    self.variant = variant
    self.head = head
    self.seal = seal
    self.digest = digest
    self.bytes = bytes
    self.used = used
  }

  /// What the entry counts for in the size of the cache.
  var size: Int { head.count + bytes }

  /// The entry; nil for a row that is not as it was written.
  var entry: CacheEntry? {
    guard seal == expectedSeal, let response = StoredResponse(coded: head) else { return nil }
    return CacheEntry(
      identifier: identifier, key: key, response: response, bodyDigest: digest, bodyBytes: bytes,
      used: used)
  }

  /// SHA-256 over everything that says what the entry is.
  private var expectedSeal: String {
    var hash = SHA256()
    hash.update(data: Array("\(key)\n\(variant)\n\(digest)\n\(bytes)\n".utf8))
    hash.update(data: head)
    return Hexadecimal.encode(hash.finalize())
  }
}
