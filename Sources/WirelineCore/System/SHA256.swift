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

  package mutating func update(text: String) {
    var text = text
    text.withUTF8 { update(bufferPointer: UnsafeRawBufferPointer($0)) }
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

/// SHA-512/256 from libcrypto, for digest authentication.
package enum SHA512 {
  /// The initial state, FIPS 180-4 §5.3.6.2.
  private static let start: [UInt64] = [
    0x2231_2194_FC2B_F72C, 0x9F55_5FA3_C84C_64C2, 0x2393_B86B_6F53_B151, 0x9638_7719_5940_EABD,
    0x9628_3EE2_A88E_FFE3, 0xBE5E_1E25_5386_3992, 0x2B01_99FC_2C85_B8AA, 0x0EB7_2DDC_81C5_2CA2,
  ]

  /// Returns the digest, as 64 hexadecimal digits.
  package static func hexadecimal(of text: String) -> String {
    var context = SHA512_CTX()
    SHA512_Init(&context)
    withUnsafeMutableBytes(of: &context.h) { state in
      start.withUnsafeBytes { state.copyMemory(from: $0) }
    }
    var digest = [UInt8](repeating: 0, count: SHA256.byteCount)
    context.md_len = UInt32(digest.count)
    SHA512_Update(&context, Array(text.utf8), text.utf8.count)
    SHA512_Final(&digest, &context)
    return Hexadecimal.encode(digest)
  }
}
