internal import WirelineCore

extension HeaderFields {
  /// The fields of a response that a cache may keep, RFC 9111 §3.1: not those
  /// of the connection, nor those that `no-cache="…"` names (§5.2.2.4).
  ///
  /// `Set-Cookie` is left out too: it is a secret, and meant for the first
  /// receiver.
  package var storable: HeaderFields {
    var unwanted = Set(Self.neverStored)
    for value in values(of: "Connection") {
      unwanted.formUnion(value.split(separator: ",").map { $0.trimmingSpaces.lowercased() })
    }
    if case .fields(let names)? = CacheControl(response: self).noCache {
      unwanted.formUnion(names.map { $0.lowercased() })
    }
    return HeaderFields(fields.filter { !unwanted.contains($0.name.lowercased()) })
  }

  /// These fields brought up to date by those of a newer response without
  /// content (304, or to HEAD), RFC 9111 §3.2: every field of it replaces all of
  /// that name, but not those that describe the content that is kept.
  package func updated(by newer: HeaderFields) -> HeaderFields {
    var result = self
    // Both speak of the moment of their message, and the older moment is past.
    for name in ["Age", "Date"] { result.remove(name) }
    let taken = newer.fields.filter { !Self.boundToContent.contains($0.name.lowercased()) }
    for field in taken { result.remove(field.name) }
    return HeaderFields(result.fields + taken)
  }

  private static let neverStored = [
    "connection", "keep-alive", "proxy-authenticate", "proxy-authentication-info",
    "proxy-authorization", "proxy-connection", "set-cookie", "set-cookie2", "te", "trailer",
    "transfer-encoding", "upgrade",
  ]

  private static let boundToContent: Set<String> = [
    "content-encoding", "content-length", "content-range", "transfer-encoding",
  ]
}
