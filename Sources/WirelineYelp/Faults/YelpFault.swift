/// Why a question cannot be asked, or an answer not be used.
package enum YelpFault: Error, Sendable, Equatable, CustomStringConvertible {
  /// By the API's name, such as `sort_by`.
  case parameter(name: String, reason: String, suggestion: String? = nil)
  /// Parameters that the endpoint needs.
  case missing([String])
  case placeMissing
  /// The body is not what the endpoint answers; `path` is a JSON Pointer.
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

  /// What is wrong with a value, whosever it is.
  struct Reason: Error {
    let text: String
    let suggestion: String?

    init(_ text: String, suggestion: String? = nil) {
      self.text = text
      self.suggestion = suggestion
    }
  }
}
