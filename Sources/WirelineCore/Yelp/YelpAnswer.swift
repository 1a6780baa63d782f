/// A whole answer of the API, its objects as they came.
package struct YelpAnswer: Sendable {
  /// The answer's results, each an object.
  package let results: [JSONView]
  /// How many there are in all, as the API counts them.
  package let total: Int?
  /// The answer itself.
  package let root: JSONView

  /// Parses the body of an answer with a success status.
  ///
  /// - Parameter body: compact or not.
  package init(_ endpoint: YelpEndpoint, body: [UInt8]) throws(YelpFault) {
    root = try Self.compacted(body)
    guard root.type == .object else {
      throw .decode(path: "", reason: "expected an object, found \(root.type.rawValue)")
    }
    let name = endpoint.resultsName
    guard let list = root[name] else { throw .decode(path: "/\(name)", reason: "it is missing") }
    guard list.type == .array else {
      throw .decode(path: "/\(name)", reason: "expected an array, found \(list.type.rawValue)")
    }
    results = Array(list.elements)
    if let bad = results.firstIndex(where: { $0.type != .object }) {
      throw .decode(
        path: "/\(name)/\(bad)", reason: "expected an object, found \(results[bad].type.rawValue)")
    }
    total = root["total"]?.integer
  }

  private static func compacted(_ body: [UInt8]) throws(YelpFault) -> JSONView {
    do throws(JSONSyntaxError) {
      return try JSONView.parse(try JSONScanner.compacted(body))
    } catch {
      throw .decode(path: "", reason: error.description)
    }
  }
}
