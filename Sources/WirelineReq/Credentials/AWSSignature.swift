internal import Glibc
internal import WirelineCore
internal import WirelineRequests

/// Signs requests with Signature Version 4 of Amazon Web Services and compatible services.
struct AWSSignature: CredentialSource {
  private let scope: SigningScope
  private let key: String
  private let secret: String
  private let now: @Sendable () -> Int

  /// - Parameters:
  ///   - login: `key:secret`.
  ///   - now: seconds since 1970.
  init(
    _ scope: SigningScope, login: String, now: @escaping @Sendable () -> Int = { time(nil) }
  ) {
    self.scope = scope
    self.now = now
    let parts = login.split(separator: ":", maxSplits: 1, omittingEmptySubsequences: false)
    key = String(parts[0])
    secret = parts.count > 1 ? String(parts[1]) : ""
  }

  func fill(_ request: inout RequestSpecification) throws(RequestError) {
    if request.headers.contains("Authorization") { return }
    let labels = request.url.host.split(separator: ".").map(String.init)
    let service = scope.service ?? labels.first ?? ""
    let region = scope.region ?? labels.dropFirst().first ?? ""
    let digest = try bodyDigest(request.body)
    // 2015-08-30T12:36:00Z
    let date = CivilDate.timestamp(now()).filter { $0 != "-" && $0 != ":" }
    let header = scope.header
    let prefix = "X-\(header.prefix(1).uppercased())\(header.dropFirst().lowercased())-"
    request.headers.set(prefix + "Date", date)
    if service == "s3" { request.headers.set(prefix + "Content-Sha256", digest) }
    let signed = signedFields(request, prefix: prefix)
    let names = signed.map(\.name).joined(separator: ";")
    let canonical = [
      request.method, path(request.url, service), query(request.url),
      signed.map { "\($0.name):\($0.value)\n" }.joined(), names, digest,
    ].joined(separator: "\n")
    let day = String(date.prefix(8))
    let algorithm = "\(scope.algorithm.uppercased())4-HMAC-SHA256"
    let terminator = "\(scope.algorithm.lowercased())4_request"
    let credential = "\(day)/\(region)/\(service)/\(terminator)"
    let text = [
      algorithm, date, credential, Hexadecimal.encode(SHA256.hash(data: Array(canonical.utf8))),
    ].joined(separator: "\n")
    var code = Array("\(scope.algorithm.uppercased())4\(secret)".utf8)
    for part in [day, region, service, terminator, text] {
      code = Self.authenticationCode(Array(part.utf8), key: code)
    }
    request.headers.set(
      "Authorization",
      "\(algorithm) Credential=\(key)/\(credential), SignedHeaders=\(names), "
        + "Signature=\(Hexadecimal.encode(code))")
  }

  /// The host, the content type and all fields of the provider, in the order of their names.
  private func signedFields(
    _ request: RequestSpecification, prefix: String
  ) -> [(name: String, value: String)] {
    var fields = ["host": request.headers["Host"] ?? request.url.authority]
    for field in request.headers.fields {
      let name = field.name.lowercased()
      guard name == "content-type" || name.hasPrefix(prefix.lowercased()) else { continue }
      let value = field.value.split(separator: " ").joined(separator: " ")
      fields[name] = fields[name].map { $0 + "," + value } ?? value
    }
    return fields.sorted { $0.key < $1.key }.map { ($0.key, $0.value) }
  }

  /// For S3 the path in its shortest encoding, for other services the encoded path encoded again.
  private func path(_ url: RequestURL, _ service: String) -> String {
    let segments = url.path.split(separator: "/", omittingEmptySubsequences: false).map { segment in
      service == "s3"
        ? PercentEncoding.component(PercentEncoding.decoded(segment))
        : PercentEncoding.component(String(segment))
    }
    return segments.joined(separator: "/")
  }

  private func query(_ url: RequestURL) -> String {
    url.parameters
      .map { (PercentEncoding.component($0.name), PercentEncoding.component($0.value)) }
      .sorted(by: <).map { "\($0)=\($1)" }.joined(separator: "&")
  }

  private func bodyDigest(_ body: RequestBody) throws(RequestError) -> String {
    var hash = SHA256()
    for segment in body.segments {
      switch segment {
      case .bytes(let bytes): hash.update(data: bytes)
      case .file(let path):
        try converting({ RequestError(.readFailed(path: path, detail: $0.reason), attempts: 0) }) {
          () throws(FileError) in
          try FileBytes.chunks(path) { hash.update(bufferPointer: $0) }
        }
      }
    }
    return Hexadecimal.encode(hash.finalize())
  }

  /// HMAC-SHA256, RFC 2104.
  private static func authenticationCode(_ text: [UInt8], key: [UInt8]) -> [UInt8] {
    let block = 64
    var key = key.count > block ? Array(SHA256.hash(data: key)) : key
    key += [UInt8](repeating: 0, count: block - key.count)
    let inner = Array(SHA256.hash(data: key.map { $0 ^ 0x36 } + text))
    return Array(SHA256.hash(data: key.map { $0 ^ 0x5C } + inner))
  }
}

/// `--aws-sigv4`: `provider1[:provider2[:region[:service]]]`.
struct SigningScope: ArgumentValue, Equatable {
  let text: String
  /// The provider in the name of the algorithm, such as `aws`.
  let algorithm: String
  /// The provider in the names of header fields, such as `amz`.
  let header: String
  /// The region; nil for the second label of the host.
  let region: String?
  /// The service; nil for the first label of the host.
  let service: String?

  init(parsing argument: String) throws(InvalidArgument) {
    let parts = argument.split(separator: ":", omittingEmptySubsequences: false).map(String.init)
    guard (1...4).contains(parts.count), parts.allSatisfy({ $0.utf8.allSatisfy(Self.isAllowed) }),
      !parts[0].isEmpty
    else { throw InvalidArgument(expected: "a scope such as aws:amz:us-east-1:s3") }
    text = argument
    let given = parts.map { $0.isEmpty ? nil : $0 } + [nil, nil, nil]
    algorithm = parts[0]
    header = given[1] ?? parts[0]
    region = given[2]
    service = given[3]
  }

  private static func isAllowed(_ byte: UInt8) -> Bool {
    byte.isASCIIAlphanumeric || "-_.".utf8.contains(byte)
  }
}
