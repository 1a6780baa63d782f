import TestSupport
import Testing

/// A tool under the contract. To add another one, add a value here and to `streaming`.
struct ToolUnderTest: Sendable, CustomTestStringConvertible {
  let name: String
  /// Whether the tool prints exactly one record per item.
  let maps: Bool
  /// The record of a successful item.
  let shape: RecordShape
  /// The arguments that make it read records from stdin.
  ///
  /// - Parameter url: the URL of the loopback server; empty for a tool without network.
  let arguments: @Sendable (_ url: String) -> [String]
  var environment: [String: String] = [:]
  /// Prepares the sandbox.
  var prepare: @Sendable (Sandbox) throws -> Void = { _ in }
  var usesNetwork = true
  /// Returns the fields that identify an item in an input record, as JSON text.
  let input: @Sendable (_ number: Int, _ url: String) -> String
  /// Returns a plain line for an item.
  let text: @Sendable (_ number: Int, _ url: String) -> String
  /// Returns the server's response for a request.
  var answer: @Sendable (ServedRequest) -> Script = { _ in "" }
  /// Returns the number of the item that a request is for.
  var item: @Sendable (ServedRequest) -> Int = { _ in 0 }
  /// An invalid record, and its error code.
  let failingLine: String
  let failingCode: String

  var testDescription: String { name }

  static let streaming = [req, imgfetch, yelpSearch, citiesFind]
  static let networked = streaming.filter(\.usesNetwork)
  static let expanding = streaming.filter { !$0.maps }
}

extension ToolUnderTest {
  static let req = ToolUnderTest(
    name: "req", maps: true, shape: .response,
    arguments: { _ in [] },
    input: { #""url":"\#($1)/item/\#($0)""# },
    text: { "\($1)/item/\($0)" },
    answer: { .ok(json: #"{"item": "\#($0.path)"}"#) },
    item: { Int($0.path.split(separator: "/").last ?? "") ?? 0 },
    failingLine: #"{"url":"htp:/x"}"#, failingCode: "invalid_url")

  static let imgfetch = ToolUnderTest(
    name: "imgfetch", maps: true, shape: .image,
    arguments: { _ in ["--output-dir", "photos"] },
    input: { #""image_url":"\#($1)/\#($0).png""# },
    text: { "\($1)/\($0).png" },
    answer: { _ in .ok(SampleImage.png(width: 3, height: 2), type: "image/png") },
    item: { Int($0.path.dropFirst().prefix { $0 != "." }) ?? 0 },
    failingLine: #"{"image_url":""}"#, failingCode: "no_url")

  static let yelpSearch = ToolUnderTest(
    name: "yelp-query", maps: false, shape: .business,
    arguments: { ["search", "--term", "coffee", "--no-unique", "--base-url", "\($0)/v3"] },
    environment: ["YELP_API_KEY": "test-api-key"],
    input: { number, _ in
      // The latitude encodes the number in thousandths of a degree.
      #""name":"Town","country":"US","latitude":\#(Double(number) / 1000),"longitude":2.5"#
    },
    text: { number, _ in "\(Double(number) / 1000),2.5" },
    answer: { request in
      let number = item(ofSearch: request)
      let businesses = ["a", "b"].map {
        SampleYelp.business("\($0)\(number)", imageURL: "https://img.example/\($0)\(number).jpg")
      }
      return .ok(json: SampleYelp.search(businesses))
    },
    item: { item(ofSearch: $0) },
    failingLine: #"{"unrelated":true}"#, failingCode: "invalid_input")

  static let citiesFind = ToolUnderTest(
    name: "cities-find", maps: false, shape: .city,
    arguments: { _ in [] },
    prepare: { try $0.addCities() },
    usesNetwork: false,
    input: { number, _ in #""query":"\#(number % 2 == 0 ? "paris" : "london")""# },
    text: { number, _ in number % 2 == 0 ? "paris" : "london" },
    failingLine: #"{"unrelated":true}"#, failingCode: "invalid_input")

  private static func item(ofSearch request: ServedRequest) -> Int {
    Int(((Double(request[query: "latitude"] ?? "") ?? 0) * 1000).rounded())
  }
}
