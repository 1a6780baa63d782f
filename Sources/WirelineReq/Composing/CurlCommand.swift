internal import WirelineCore
internal import WirelineRequests

/// Formats a request as an equivalent curl command.
///
/// Secrets are replaced by shell variables.
struct CurlCommand: Sendable {
  let request: RequestSpecification
  var options: [String] = []

  /// The command for a POSIX shell, without a line break.
  var text: String {
    var words = bytesFromPipe + ["curl"] + options.map(ShellWord.quoted)
    if request.method == "HEAD" {
      words.append("-I")
    } else if request.method != (request.body == .none ? "GET" : "POST") {
      words += ["-X", ShellWord.quoted(request.method)]
    }
    words += headers
    words += body
    // curl would interpret brackets and braces as patterns.
    if request.url.text.contains(where: { "[]{}".contains($0) }) { words.append("-g") }
    words.append(ShellWord.quoted(request.url.text))
    return words.joined(separator: " ")
  }

  private var headers: [String] {
    request.headers.fields.flatMap { field -> [String] in
      if isGeneratedByCurl(field) { return [] }
      if Secrets.isSecret(header: field.name) {
        return ["-H", "\"\(field.name): $\(Self.variable(field.name))\""]
      }
      // `Name;` is curl's syntax for an empty field.
      let text = field.value.isEmpty ? "\(field.name);" : "\(field.name): \(field.value)"
      return ["-H", ShellWord.quoted(text)]
    } + request.suppressedHeaders.flatMap { ["-H", ShellWord.quoted("\($0):")] }
  }

  /// Whether curl generates this field: with `-F` it chooses the boundary and appends it even to a
  /// given content type.
  private func isGeneratedByCurl(_ field: HeaderFields.Field) -> Bool {
    guard case .multipart(let multipart) = request.body else { return false }
    return field.name.isSameFieldName(as: "Content-Type") && field.value == multipart.mediaType
  }

  private var body: [String] {
    switch request.body {
    case .none: []
    case .file(let path, nil): ["--upload-file", ShellWord.quoted(path)]
    case .file(let path, _): ["--data-binary", ShellWord.quoted("@" + path)]
    case .bytes(let bytes, _): Self.data(bytes)
    case .multipart(let multipart): multipart.parts.flatMap(Self.part)
    }
  }

  private static func data(_ bytes: [UInt8]) -> [String] {
    if let text = String(validating: bytes, as: UTF8.self), !bytes.contains(0) {
      return ["--data-raw", ShellWord.quoted(text)]
    }
    return ["--data-binary", "@-"]
  }

  private var bytesFromPipe: [String] {
    guard case .bytes(let bytes, _) = request.body, Self.data(bytes).last == "@-" else { return [] }
    return ["echo", Base64.encode(bytes), "|", "base64", "-d", "|"]
  }

  private static func part(_ part: Multipart.Part) -> [String] {
    var text: String
    switch part.content {
    case .file(let path): text = "\(part.name)=@\"\(path)\""
    case .bytes(let bytes):
      text = "\(part.name)=\"\(String(decoding: bytes, as: UTF8.self).escapedQuotes)\""
    }
    if let mediaType = part.mediaType { text += ";type=\(mediaType)" }
    if let filename = part.filename { text += ";filename=\"\(filename.escapedQuotes)\"" }
    for line in part.headers { text += ";headers=\"\(line.escapedQuotes)\"" }
    return ["-F", ShellWord.quoted(text)]
  }

  /// `Authorization` → `AUTHORIZATION`, `X-API-Key` → `X_API_KEY`.
  private static func variable(_ name: String) -> String {
    String(name.uppercased().map { $0 == "-" ? "_" : $0 })
  }
}
