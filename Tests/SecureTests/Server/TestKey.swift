import CCrypto
import TestSupport
import Testing

/// A P-256 key pair, made for one test.
final class TestKey: @unchecked Sendable {
  // Never changed after creation, so any thread may sign with it.
  private let key: OpaquePointer

  init() throws {
    let context = EVP_PKEY_CTX_new_id(EVP_PKEY_EC, nil)
    defer { EVP_PKEY_CTX_free(context) }
    var key: OpaquePointer?
    EVP_PKEY_keygen_init(context)
    EVP_PKEY_CTX_set_group_name(context, "P-256")
    EVP_PKEY_keygen(context, &key)
    self.key = try #require(key)
  }

  deinit { EVP_PKEY_free(key) }

  /// The public key as DER, a SubjectPublicKeyInfo of RFC 5280.
  var publicKey: [UInt8] {
    Self.encoded { i2d_PUBKEY(key, $0) }
  }

  /// The private key as PEM, RFC 5958.
  var pem: String {
    let info = EVP_PKEY2PKCS8(key)
    defer { PKCS8_PRIV_KEY_INFO_free(info) }
    let bytes = Self.encoded { i2d_PKCS8_PRIV_KEY_INFO(info, $0) }
    return "-----BEGIN PRIVATE KEY-----\n\(Base64Text.encode(bytes))\n-----END PRIVATE KEY-----\n"
  }

  /// Returns an ECDSA signature of the SHA-256 of the bytes, as DER.
  func signature(for bytes: [UInt8]) throws -> [UInt8] {
    let context = EVP_MD_CTX_new()
    defer { EVP_MD_CTX_free(context) }
    var signature = [UInt8](repeating: 0, count: 80)
    var length = signature.count
    EVP_DigestSignInit(context, nil, EVP_sha256(), nil, key)
    try #require(EVP_DigestSign(context, &signature, &length, bytes, bytes.count) == 1)
    return Array(signature[..<length])
  }

  private static func encoded(
    _ encode: (UnsafeMutablePointer<UnsafeMutablePointer<UInt8>?>?) -> Int32
  ) -> [UInt8] {
    let count = Int(encode(nil))
    return [UInt8](unsafeUninitializedCapacity: max(count, 0)) { bytes, written in
      var end = bytes.baseAddress
      written = count < 0 ? 0 : Int(encode(&end))
    }
  }
}
