internal import WirelineCore

/// The key of a stored response, RFC 9111 §2: method, URL and a hash of the credentials, since all
/// identities of a user share one store.
///
/// Contains only hashes, so the index reveals neither secrets nor query strings.
package struct CacheKey: Sendable, Hashable {
  package let digest: String
  /// SHA-256 of the URL with its query sorted, used to invalidate and clear entries of all
  /// identities.
  package let resource: String

  static let credentialFields = ["Authorization", "Cookie", "X-API-Key"]

  /// - Parameters:
  ///   - request: with its credentials filled in. HEAD uses the key of GET, whose response can
  ///     satisfy it (RFC 9110 §9.3.2).
  ///   - sortsQuery: whether to ignore the order of query parameters. RFC 9110 §4.2.3 does not
  ///     allow that, unless the user sets a time to live.
  ///   - server: the socket or address used instead of the URL's host; empty for the host itself.
  package init(_ request: RequestSpecification, sortsQuery: Bool, server: String = "") {
    let target = sortsQuery ? request.url.withSortedQuery : request.url
    let method = request.method == "HEAD" ? "GET" : request.method
    var hash = SHA256()
    hash.update(data: Array("\(method)\n\(target.text)\n".utf8))
    if !server.isEmpty { hash.update(data: Array("at \(server)\n".utf8)) }
    for line in Self.credentials(request) { hash.update(data: Array("\(line)\n".utf8)) }
    digest = Hexadecimal.encode(hash.finalize())
    resource = Self.resource(request.url)
  }

  package static func resource(_ url: RequestURL) -> String {
    Hexadecimal.encode(SHA256.hash(data: Array(url.withSortedQuery.text.utf8)))
  }

  private static func credentials(_ request: RequestSpecification) -> [String] {
    let fields = credentialFields.flatMap { name in
      request.headers.values(of: name).map { "\(name):\($0.trimmingSpaces)" }
    }
    guard !request.headers.contains("Authorization"), let own = request.url.basicCredentials
    else { return fields }
    return fields + ["Authorization:\(own)"]
  }
}

extension RequestURL {
  /// The URL with its parameters sorted by name. Those of one name keep their order, which often
  /// matters.
  package var withSortedQuery: RequestURL {
    guard let query else { return self }
    let items = query.split(separator: "&", omittingEmptySubsequences: false)
    let named = items.map { (name: $0.prefix { $0 != "=" }, item: $0) }
    let order = named.indices.sorted {
      named[$0].name == named[$1].name ? $0 < $1 : named[$0].name < named[$1].name
    }
    var sorted = self
    sorted.query = order.map { named[$0].item }.joined(separator: "&")
    return sorted
  }
}

/// The request fields that selected a stored response, RFC 9111 §4.1.
///
/// Only a hash of their values is stored, since they may be secret (`Vary: Cookie`).
struct SelectingFields: Sendable, Hashable {
  /// The names in `Vary`, in lower case, sorted and unique.
  let names: [String]
  /// SHA-256 of names and normalized values, hexadecimal.
  let fingerprint: String

  /// Matches no request, since no hash is empty.
  static let never = SelectingFields(names: ["*"], fingerprint: "")
}

extension SelectingFields {
  private init(names: [String], of request: HeaderFields) {
    let text = names.map { "\($0):\(Self.normalized(request.values(of: $0)) ?? "-")\n" }.joined()
    self.init(
      names: names, fingerprint: Hexadecimal.encode(SHA256.hash(data: Array(text.utf8))))
  }

  /// - Returns: nil for `Vary: *`, which matches no request.
  init?(response: HeaderFields, request: HeaderFields) {
    guard let names = Self.names(response) else { return nil }
    self.init(names: names, of: request)
  }

  /// Whether a later request has the same fields: absent in both, or equal after "adding or
  /// removing whitespace, where allowed" and "combining multiple header field lines".
  func matches(_ request: HeaderFields) -> Bool {
    names.isEmpty || self == SelectingFields(names: names, of: request)
  }

  private static func names(_ response: HeaderFields) -> [String]? {
    let names = response.values(of: "Vary").flatMap { $0.split(separator: ",") }
      .map { $0.trimmingSpaces.lowercased() }
    return names.contains("*") ? nil : Set(names.filter { !$0.isEmpty }).sorted()
  }

  /// Returns the value to compare; nil if the field is absent, which differs from an empty value.
  private static func normalized(_ values: [String]) -> String? {
    guard !values.isEmpty else { return nil }
    let whole = values.map(\.trimmingSpaces).joined(separator: ",")
    // White space is significant within quoted strings.
    let value = whole.contains("\"") ? whole : withoutSpaces(whole)
    return "=" + value
  }

  private static func withoutSpaces(_ list: String) -> String {
    list.split(separator: ",", omittingEmptySubsequences: false).map(\.trimmingSpaces)
      .joined(separator: ",")
  }
}
