internal import WirelineCore

/// A digest challenge of a server, RFC 7616.
struct DigestChallenge: Sendable, Equatable {
  private enum Algorithm: String, Sendable {
    case md5 = "md5"
    case sha256 = "sha-256"
    case sha512 = "sha-512-256"

    func hash(_ text: String) -> String {
      switch self {
      case .md5: MD5.hexadecimal(of: text)
      case .sha256: Hexadecimal.encode(SHA256.hash(data: Array(text.utf8)))
      case .sha512: SHA512.hexadecimal(of: text)
      }
    }
  }

  let nonce: String
  /// Whether the server rejected an old nonce rather than the password.
  let isStale: Bool
  private let realm: String
  private let opaque: String?
  private let algorithm: Algorithm
  /// The algorithm as the server wrote it, which the response repeats.
  private let algorithmName: String?
  private let isSession: Bool
  private let hasQuality: Bool
  private let hashesUser: Bool

  /// Returns the strongest supported challenge of a response; nil without one.
  static func strongest(_ headers: HeaderFields) -> DigestChallenge? {
    let challenges = Self.challenges(of: headers).compactMap { scheme, parameters in
      scheme == "digest" ? DigestChallenge(parameters) : nil
    }
    return challenges.first { $0.algorithm != .md5 } ?? challenges.first
  }

  /// Whether a response offers basic authentication.
  static func offersBasic(_ headers: HeaderFields) -> Bool {
    challenges(of: headers).contains { $0.scheme == "basic" }
  }

  /// Returns the parts of an `Authorization` value that a server must not repeat; the others are
  /// those of its challenge. Empty for other schemes.
  static func secrets(in authorization: String) -> [String] {
    guard let digest = parsed([authorization]).first, digest.scheme == "digest" else { return [] }
    return ["response", "cnonce"].compactMap { digest.parameters[$0] }
  }

  /// Whether this challenge differs from `used`, so that credentials that were rejected for `used`
  /// may still be accepted.
  func differs(from used: DigestChallenge) -> Bool {
    nonce != used.nonce || realm != used.realm
  }

  private init?(_ parameters: [String: String]) {
    guard let nonce = parameters["nonce"], let realm = parameters["realm"] else { return nil }
    let name = parameters["algorithm"]?.lowercased() ?? "md5"
    isSession = name.hasSuffix("-sess")
    let base = isSession ? String(name.dropLast("-sess".count)) : name
    guard let algorithm = Algorithm(rawValue: base) else { return nil }
    let qualities = parameters["qop"]?.lowercased().split { $0 == "," || $0 == " " }
    guard qualities?.contains("auth") ?? true else { return nil }
    hasQuality = qualities != nil
    self.algorithm = algorithm
    algorithmName = parameters["algorithm"]
    self.nonce = nonce
    self.realm = realm
    opaque = parameters["opaque"]
    isStale = parameters["stale"]?.lowercased() == "true"
    hashesUser = parameters["userhash"]?.lowercased() == "true"
  }

  /// Returns the `Authorization` value for a request.
  ///
  /// - Parameters:
  ///   - count: the number of requests with this nonce, from 1.
  ///   - clientNonce: a random text.
  func authorization(
    user: String, password: String, method: String, target: String, count: Int, clientNonce: String
  ) -> String {
    let counter = count.text(digits: 8, radix: 16)
    var secret = algorithm.hash("\(user):\(realm):\(password)")
    if isSession { secret = algorithm.hash("\(secret):\(nonce):\(clientNonce)") }
    let request = algorithm.hash("\(method):\(target)")
    let middle = hasQuality ? "\(nonce):\(counter):\(clientNonce):auth" : nonce
    let shownUser = hashesUser ? algorithm.hash("\(user):\(realm)") : user
    var fields = [
      ("username", shownUser), ("realm", realm), ("nonce", nonce), ("uri", target),
      ("response", algorithm.hash("\(secret):\(middle):\(request)")),
    ]
    if let opaque { fields.append(("opaque", opaque)) }
    if hasQuality || isSession { fields.append(("cnonce", clientNonce)) }
    var text = fields.map { "\($0.0)=\"\($0.1.escapedQuotes)\"" }.joined(separator: ", ")
    if hasQuality { text += ", nc=\(counter), qop=auth" }
    if let algorithmName { text += ", algorithm=\(algorithmName)" }
    if hashesUser { text += ", userhash=true" }
    return "Digest " + text
  }

  private static func challenges(
    of headers: HeaderFields
  ) -> [(scheme: String, parameters: [String: String])] {
    parsed(headers.values(of: "WWW-Authenticate"))
  }

  /// Splits fields in the form of `WWW-Authenticate`, RFC 9110 §11.6.1. Each may contain several
  /// challenges.
  private static func parsed(
    _ fields: [String]
  ) -> [(scheme: String, parameters: [String: String])] {
    var found: [(scheme: String, parameters: [String: String])] = []
    for field in fields {
      var scanner = FieldScanner(field)
      while scanner.next != nil {
        while scanner.skipSpaces() || scanner.skip(",") {}
        let word = scanner.take(until: " ,=\t").lowercased()
        scanner.skipSpaces()
        guard !found.isEmpty, scanner.skip("=") else {
          // A scheme. Padding after its token is skipped.
          if word.isEmpty { _ = scanner.skip("=") } else { found.append((word, [:])) }
          continue
        }
        scanner.skipSpaces()
        found[found.count - 1].parameters[word] = scanner.quoted() ?? scanner.take(until: " ,\t")
      }
    }
    return found
  }
}
