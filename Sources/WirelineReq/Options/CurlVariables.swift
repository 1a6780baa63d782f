internal import Synchronization
internal import WirelineCore
internal import WirelineRequests

/// The variables of curl's `--variable`, which `--expand-…` options insert: `{{name:trim:url}}`.
final class CurlVariables: Sendable {
  static let ofCommandLine = CurlVariables()

  private let values = Mutex<[String: [UInt8]]>([:])

  /// Sets a variable: `name=content`, `name@file`, or `%name` from the environment, with a default
  /// after it. A range of bytes may follow the name: `name[2-4]`.
  func set(_ text: String) throws(UsageError) {
    let isVariable = text.hasPrefix("%")
    let rest = isVariable ? text.dropFirst() : text[...]
    let name = rest.prefix { $0.isASCII && ($0.isLetter || $0.isNumber || $0 == "_") }
    var content = rest[name.endIndex...]
    var range: Substring?
    if content.first == "[", let end = content.firstIndex(of: "]") {
      range = content[content.index(after: content.startIndex)..<end]
      content = content[content.index(after: end)...]
    }
    var bytes: [UInt8]
    let given = isVariable ? Environment.process[String(name)] : nil
    switch (given, content.first) {
    case (let given?, _): bytes = Array(given.utf8)
    case (nil, "="): bytes = Array(content.dropFirst().utf8)
    case (nil, "@"): bytes = try SystemFiles().bytes(String(content.dropFirst()))
    default:
      // The text may contain a secret.
      throw UsageError(
        isVariable
          ? "the variable \"\(name)\" is not set"
          : "invalid value for --variable: expected name=content or name@file")
    }
    if name.isEmpty { throw UsageError("invalid value for --variable: no name") }
    if let range {
      let bounds = range.split(separator: "-", omittingEmptySubsequences: false)
      guard bounds.count == 2, let first = Int(digits: bounds[0]),
        let last = bounds[1].isEmpty ? Int.max - 1 : Int(digits: bounds[1]), first <= last
      else { throw UsageError("invalid range \"[\(range)]\" for --variable") }
      bytes = Array(bytes.dropFirst(first).prefix(last - first + 1))
    }
    values.withLock { $0[String(name)] = bytes }
  }

  /// Inserts the variables into a text. A backslash before the braces makes them ordinary.
  func expanded(_ text: String) throws(UsageError) -> String {
    var out = ""
    var rest = text[...]
    while let open = rest.firstRange(ofText: "{{") {
      let before = rest[..<open.lowerBound]
      let content = rest[open.upperBound...]
      if before.last == "\\" {
        out += before.dropLast() + "{{"
        rest = content
        continue
      }
      guard let close = content.firstRange(ofText: "}}") else { break }
      let name = content[..<close.lowerBound]
      out += try before + (value(name) ?? "{{\(name)}}")
      rest = content[close.upperBound...]
    }
    return out + rest
  }

  /// The value of a name, with the functions after it; nil if this cannot be a name.
  private func value(_ text: Substring) throws(UsageError) -> String? {
    let words = text.split(separator: ":", omittingEmptySubsequences: false).map(String.init)
    let isName = words[0].utf8.allSatisfy { $0.isASCIIAlphanumeric || $0 == 0x5F }
    guard isName, 1..<128 ~= words[0].utf8.count else { return nil }
    var bytes = values.withLock { $0[words[0]] } ?? []
    for function in words.dropFirst() {
      switch function {
      case "trim":
        let isSpace = { (byte: UInt8) in byte == 0x20 || (0x09...0x0D).contains(byte) }
        bytes = Array(bytes.drop(while: isSpace))
        while let last = bytes.last, isSpace(last) { bytes.removeLast() }
      case "json":
        var writer = JSONWriter()
        writer.string(utf8: bytes)
        bytes = Array(writer.bytes.dropFirst().dropLast())
      case "url": bytes = Array(PercentEncoding.component(bytes).utf8)
      case "b64": bytes = Array(Base64.encode(bytes).utf8)
      case "64dec":
        bytes =
          Base64.decode(String(decoding: bytes, as: UTF8.self)) ?? Array("[64dec-fail]".utf8)
      default: throw UsageError("unknown function \"\(function)\" in \"{{\(text)}}\"")
      }
    }
    if bytes.contains(0) { throw UsageError("\"{{\(text)}}\" contains a NUL byte") }
    return String(decoding: bytes, as: UTF8.self)
  }
}
