internal import CCrypto

/// SHA-256 from libcrypto, which uses the processor's SHA instructions.
///
/// The state is a value of 112 bytes; hashing does not allocate.
package struct SHA256: Sendable {
  package static let byteCount = 32

  private var context = SHA256_CTX()

  package init() { SHA256_Init(&context) }

  package mutating func update(bufferPointer bytes: UnsafeRawBufferPointer) {
    SHA256_Update(&context, bytes.baseAddress, bytes.count)
  }

  package mutating func update(data: [UInt8]) {
    data.withUnsafeBytes { update(bufferPointer: $0) }
  }

  /// Returns the digest of the bytes so far. More bytes may follow.
  package func finalize() -> Digest {
    var context = context
    var digest = Digest()
    withUnsafeMutableBytes(of: &digest.words) { words in
      _ = SHA256_Final(words.baseAddress?.assumingMemoryBound(to: UInt8.self), &context)
    }
    return digest
  }

  package static func hash(data: [UInt8]) -> Digest {
    var hash = SHA256()
    hash.update(data: data)
    return hash.finalize()
  }

  package struct Digest: RandomAccessCollection, Sendable {
    /// The bytes in order of memory; a tuple, because an array would need heap memory per digest.
    fileprivate var words: (UInt64, UInt64, UInt64, UInt64) = (0, 0, 0, 0)

    package var startIndex: Int { 0 }
    package var endIndex: Int { byteCount }
    package subscript(position: Int) -> UInt8 { withUnsafeBytes { $0[position] } }

    package func withUnsafeBytes<Result, Failure>(
      _ body: (UnsafeRawBufferPointer) throws(Failure) -> Result
    ) throws(Failure) -> Result {
      try Swift.withUnsafeBytes(of: words, body)
    }
  }
}

/// MD5 from libcrypto, for digest authentication (RFC 7616 §3.3) and hashes that others have
/// published.
package struct MD5: Sendable {
  private var context = MD5_CTX()

  package init() { MD5_Init(&context) }

  package static func hexadecimal(of text: String) -> String {
    var hash = MD5()
    Array(text.utf8).withUnsafeBytes { hash.update($0) }
    return hash.hexadecimal()
  }

  package mutating func update(_ bytes: UnsafeRawBufferPointer) {
    MD5_Update(&context, bytes.baseAddress, bytes.count)
  }

  /// Returns the digest of the bytes so far, as 32 hexadecimal digits.
  package func hexadecimal() -> String {
    var context = context
    var digest = [UInt8](repeating: 0, count: 16)
    MD5_Final(&digest, &context)
    return Hexadecimal.encode(digest)
  }
}
