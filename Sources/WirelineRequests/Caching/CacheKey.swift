internal import WirelineCore

/// What a stored response is found by, RFC 9111 §2: method and URL, and, since
/// one file serves all identities of one user, a hash of the credentials.
///
/// Only hashes are kept: neither a secret nor the query of a URL can be read
/// from a cache's index.
package struct CacheKey: Sendable, Hashable {
  /// SHA-256 over method, URL and credentials, hexadecimal.
  package let digest: String
  /// SHA-256 over the URL alone, its query sorted: what invalidation and
  /// clearing go by, whoever asked.
  package let resource: String

  /// The request fields whose values decide whose answer it is.
  static let credentialFields = ["Authorization", "Cookie", "X-API-Key"]

  /// - Parameters:
  ///   - request: with its credentials filled in. HEAD has the key of GET, whose
  ///     response may answer it (RFC 9110 §9.3.2).
  ///   - sortsQuery: whether the order of query parameters makes no difference,
  ///     as with a time to live of our own; RFC 9110 §4.2.3 does not say so.
  ///   - place: where the request goes in the place of its URL's host; empty for
  ///     the host itself.
  package init(_ request: RequestSpecification, sortsQuery: Bool, place: String = "") {
    let target = sortsQuery ? Self.sorted(request.url) : request.url
    let method = request.method == "HEAD" ? "GET" : request.method
    var hash = SHA256()
    hash.update(data: Array("\(method)\n\(target.text)\n".utf8))
    if !place.isEmpty { hash.update(data: Array("at \(place)\n".utf8)) }
    for line in Self.credentials(request) { hash.update(data: Array("\(line)\n".utf8)) }
    digest = Hexadecimal.encode(hash.finalize())
    resource = Self.resource(request.url)
  }

  /// The `resource` of a URL.
  package static func resource(_ url: RequestURL) -> String {
    Hexadecimal.encode(SHA256.hash(data: Array(sorted(url).text.utf8)))
  }

  private static func credentials(_ request: RequestSpecification) -> [String] {
    let fields = credentialFields.flatMap { name in
      request.headers.values(of: name).map { "\(name):\($0.trimmingSpaces)" }
    }
    guard !request.headers.contains("Authorization"), let own = request.url.basicCredentials
    else { return fields }
    return fields + ["Authorization:\(own)"]
  }

  /// The parameters sorted by name; those of one name keep their order, which
  /// often has a meaning.
  private static func sorted(_ url: RequestURL) -> RequestURL {
    guard let query = url.query else { return url }
    let items = query.split(separator: "&", omittingEmptySubsequences: false)
    let named = items.map { (name: $0.prefix { $0 != "=" }, item: $0) }
    let order = named.indices.sorted {
      named[$0].name == named[$1].name ? $0 < $1 : named[$0].name < named[$1].name
    }
    var sorted = url
    sorted.query = order.map { named[$0].item }.joined(separator: "&")
    return sorted
  }
}
