package import WirelineCore

/// A whole answer of the API, its objects as they came.
package struct YelpAnswer: Sendable {
  package let endpoint: YelpEndpoint
  /// The answer's results, each an object.
  package let results: [JSONView]
  /// How many there are in all, as the API counts them.
  package let total: Int?
  /// The answer itself.
  package let root: JSONView

  /// Parses the body of an answer with a success status, and checks what a
  /// script relies on.
  ///
  /// - Parameter body: compact or not.
  package init(_ endpoint: YelpEndpoint, body: [UInt8]) throws(YelpFault) {
    self.endpoint = endpoint
    root = try Self.compacted(body)
    try Self.expect(.object, root, "")
    switch endpoint.results {
    case .root:
      try endpoint.check(root, in: nil, path: "")
      if let name = endpoint.essential, root[name] == nil {
        throw .decode(path: "/\(name)", reason: "it is missing")
      }
      results = [root]
    case .member(let name):
      let object = try Self.member(name, of: root)
      try Self.expect(.object, object, "/\(name)")
      try endpoint.check(object, in: name, path: "/\(name)")
      results = [object]
    case .lists(let names):
      var results: [JSONView] = []
      for name in names {
        // Where there are several, what was not found may be left out.
        if names.count > 1, root[name] == nil { continue }
        let list = try Self.member(name, of: root)
        try Self.expect(.array, list, "/\(name)")
        for (index, element) in list.elements.enumerated() {
          try Self.expect(.object, element, "/\(name)/\(index)")
          try endpoint.check(element, in: name, path: "/\(name)/\(index)")
          results.append(element)
        }
      }
      self.results = results
    }
    total = root["total"]?.integer
  }

  private static func member(_ name: String, of root: JSONView) throws(YelpFault) -> JSONView {
    guard let member = root[name] else { throw .decode(path: "/\(name)", reason: "it is missing") }
    return member
  }

  private static func expect(
    _ type: JSONType, _ value: JSONView, _ path: String
  ) throws(YelpFault) {
    guard value.type == type else {
      let article = type == .array || type == .object ? "an" : "a"
      throw .decode(
        path: path, reason: "expected \(article) \(type.rawValue), found \(value.type.rawValue)")
    }
  }

  private static func compacted(_ body: [UInt8]) throws(YelpFault) -> JSONView {
    do throws(JSONSyntaxError) {
      return try JSONView.parse(try JSONScanner.compacted(body))
    } catch {
      throw .decode(path: "", reason: error.description)
    }
  }
}
