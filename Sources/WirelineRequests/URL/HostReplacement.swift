package import WirelineCore

/// A host and port to connect to instead of others, in the syntax of curl's `--connect-to`:
/// `HOST1:PORT1:HOST2:PORT2`.
package struct HostReplacement: ArgumentValue, Equatable {
  package let text: String
  /// The host and port to match, and those to use; nil matches any, or keeps that of the URL.
  private let parts: [String?]

  package init(parsing argument: String) throws(InvalidArgument) {
    let invalid = InvalidArgument(
      expected: "host:port:host:port, such as example.com:443:127.0.0.1:8443")
    var parts: [String?] = []
    var rest = argument[...]
    while parts.count < 4 {
      let isBracketed = rest.first == "["
      let end = isBracketed ? rest.firstIndex(of: "]").map { rest.index(after: $0) } : nil
      let part = isBracketed ? end.map { rest[..<$0] } : rest.prefix { $0 != ":" }
      guard let part else { throw invalid }
      rest = rest[part.endIndex...]
      guard rest.isEmpty ? parts.count == 3 : rest.first == ":" else { throw invalid }
      rest = rest.dropFirst()
      let name = isBracketed ? part.dropFirst().dropLast() : part
      parts.append(name.isEmpty ? nil : name.lowercased())
    }
    let ports = [parts[1], parts[3]].compactMap(\.self)
    guard rest.isEmpty,
      ports.allSatisfy({ Int(digits: $0[...]).map { (1...65535).contains($0) } ?? false })
    else { throw invalid }
    text = argument
    self.parts = parts
  }

  /// Returns the host and port to connect to; nil if the replacement does not match.
  package func destination(of host: String, port: Int) -> (host: String, port: Int)? {
    guard parts[0] ?? host == host, parts[1] ?? String(port) == String(port) else { return nil }
    return (parts[2] ?? host, parts[3].flatMap { Int($0) } ?? port)
  }
}
