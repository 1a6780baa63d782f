/// How an error record holds the item that failed, so that it can be taken up again.
struct ErrorInput: Equatable, Sendable {
  /// A line longer than this is left out, in bytes.
  static let maximumBytes = 1 << 20

  private let bytes: [UInt8]

  init(_ bytes: [UInt8]) { self.bytes = bytes }

  /// Writes `input` or `input_base64`, or nothing, into an object that is open.
  ///
  /// | the line is | member |
  /// |---|---|
  /// | JSON | `"input":` and the line itself |
  /// | other text | `"input":` and a string |
  /// | not UTF-8 | `"input_base64":` and a string |
  /// | over 1 MB | none |
  func write(to writer: inout JSONWriter) {
    guard bytes.count <= Self.maximumBytes else { return }
    if isEmbeddable {
      writer.member("input", raw: bytes)
    } else if let text = String(validating: bytes, as: UTF8.self) {
      writer.member("input", text)
    } else {
      writer.member("input_base64", Base64.encode(bytes))
    }
  }

  /// The line is JSON, and still within the depth limit one object further in: otherwise the next
  /// tool could not read the record.
  private var isEmbeddable: Bool {
    // A lone carriage return is white space to JSON, but a line break to some readers.
    guard !bytes.contains(0x0A), !bytes.contains(0x0D), Self.isJSON(bytes) else { return false }
    return Self.isJSON([0x5B] + bytes + [0x5D])
  }

  private static func isJSON(_ bytes: [UInt8]) -> Bool {
    do throws(JSONSyntaxError) {
      _ = try JSONView.parse(bytes)
      return true
    } catch {
      return false
    }
  }
}
