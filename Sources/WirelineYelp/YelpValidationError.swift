/// An invalid query, or a response that cannot be decoded.
enum YelpValidationError: Error, Sendable, Equatable, CustomStringConvertible {
  /// - Parameter name: the API's name, such as `sort_by`.
  case parameter(name: String, reason: String, suggestion: String? = nil)
  /// Required parameters without a value.
  case missing([String])
  case missingLocation
  /// - Parameter path: a JSON Pointer into the response.
  case decode(path: String, reason: String)

  var description: String {
    switch self {
    case .parameter(let name, let reason, let suggestion):
      "invalid \(name): \(reason)" + (suggestion.map { "; did you mean \"\($0)\"" } ?? "")
    case .missing(let names):
      "missing \(names.joined(separator: ", "))"
    case .missingLocation: "missing location, or latitude and longitude"
    case .decode(let path, let reason):
      "cannot decode the response: \(path.isEmpty ? "" : "at \"\(path)\": ")\(reason)"
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
