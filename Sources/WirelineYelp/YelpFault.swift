/// An invalid question, or a response that cannot be decoded.
package enum YelpFault: Error, Sendable, Equatable, CustomStringConvertible {
  /// - Parameter name: The API's name, such as `sort_by`.
  case parameter(name: String, reason: String, suggestion: String? = nil)
  /// Required parameters without a value.
  case missing([String])
  case placeMissing
  /// - Parameter path: A JSON Pointer into the response.
  case decode(path: String, reason: String)

  package var description: String {
    switch self {
    case .parameter(let name, let reason, let suggestion):
      "invalid \(name): \(reason)" + (suggestion.map { "; did you mean \"\($0)\"" } ?? "")
    case .missing(let names):
      "\(names.joined(separator: ", ")) \(names.count == 1 ? "is" : "are") missing"
    case .placeMissing: "no place: expected location, or latitude and longitude"
    case .decode(let path, let reason):
      "the answer is not a Yelp answer: \(path.isEmpty ? "" : "at \"\(path)\": ")\(reason)"
    }
  }

  /// The reason why the value of a parameter is invalid.
  struct Reason: Error {
    let text: String
    let suggestion: String?

    init(_ text: String, suggestion: String? = nil) {
      self.text = text
      self.suggestion = suggestion
    }
  }
}
