/// A request that the loopback server received.
package struct ServedRequest: Sendable {
  package let method: String
  /// The request target verbatim: path and query, or an absolute URL.
  package let target: String
  package let version: String
  /// In order, with names verbatim.
  package let headers: [(name: String, value: String)]
  /// The body; empty until it is read.
  package var body: [UInt8] = []
  /// The number of its connection, from 1.
  package let connection: Int
  /// Its number among all requests, from 1.
  package let number: Int
  /// Its number among the requests to its path, from 1.
  package let hit: Int
  /// The time from the start of the server to the end of the request's head.
  package let time: Duration

  /// The target without its query.
  package var path: String { String(target.prefix { $0 != "?" }) }

  /// The query verbatim, without `?`; empty if absent.
  package var query: String { String(target.drop { $0 != "?" }.dropFirst()) }

  package var text: String { String(decoding: body, as: UTF8.self) }

  /// The first value of a header.
  package subscript(header name: String) -> String? {
    headers.first { $0.name.lowercased() == name.lowercased() }?.value
  }

  /// The decoded value of a query parameter; `+` is a space.
  package subscript(query name: String) -> String? {
    for pair in query.split(separator: "&") {
      let parts = pair.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
      if Self.decoded(parts[0]) == name { return parts.count > 1 ? Self.decoded(parts[1]) : "" }
    }
    return nil
  }

  /// The head with LF line ends, for messages and comparisons.
  package var head: String {
    "\(method) \(target) \(version)\n" + headers.map { "\($0.name): \($0.value)\n" }.joined()
  }

  /// Percent-decodes a text, in a form also `+` as a space.
  package static func decoded(_ text: some StringProtocol, isForm: Bool = true) -> String {
    var bytes: [UInt8] = []
    var rest = Array(text.utf8)[...]
    while let byte = rest.popFirst() {
      let digits = String(decoding: rest.prefix(2), as: UTF8.self)
      if byte == UInt8(ascii: "%"), digits.utf8.count == 2, let value = UInt8(digits, radix: 16) {
        bytes.append(value)
        rest = rest.dropFirst(2)
      } else {
        bytes.append(isForm && byte == UInt8(ascii: "+") ? UInt8(ascii: " ") : byte)
      }
    }
    return String(decoding: bytes, as: UTF8.self)
  }
}
