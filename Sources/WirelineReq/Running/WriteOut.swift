internal import WirelineCore
internal import WirelineRequests

/// A `--write-out` text, in curl's syntax: `%{http_code}`, `%header{date}`, `\n`, `%%`.
struct WriteOut: Sendable {
  /// The exchange that variables refer to.
  struct Values: Sendable {
    /// With all fields that were sent.
    var request: RequestSpecification
    /// The response; nil after a failure.
    var response: Response?
    var error: ErrorRecord?
    var status = ExitStatus.success
    /// The file of the body; nil for stdout.
    var path: String?
    /// The number of the URL, from 0.
    var number = 0
    /// Those of redirects too.
    var heads: [ResponseHead] = []
    /// The number of connections of all attempts.
    var connections = 0
  }

  let format: String

  struct Output {
    var text = ""
    /// The part after `%{stderr}`.
    var errorText = ""
    /// The parts after each `%output{file}`; `>>` before the name appends to the file.
    var files: [(path: String, text: String)] = []
    var unknown: [String] = []
  }

  private enum Target { case output, error, file }

  func output(_ values: Values) -> Output {
    var output = Output()
    var target = Target.output
    func append(_ text: String) {
      switch target {
      case .output: output.text += text
      case .error: output.errorText += text
      case .file: output.files[output.files.count - 1].text += text
      }
    }
    var rest = format[...]
    while let character = rest.popFirst() {
      switch (character, rest.first) {
      case ("\\", let next?):
        rest = rest.dropFirst()
        append(Self.escapes[next] ?? "\\\(next)")
      case ("%", "%"):
        rest = rest.dropFirst()
        append("%")
      case ("%", "{"):
        guard let name = Self.braced(&rest) else { return output }
        switch name {
        case "stdout": target = .output
        case "stderr": target = .error
        case "onerror": if values.status == .success { return output }
        default:
          if let value = values.value(name) { append(value) } else { output.unknown.append(name) }
        }
      case ("%", "h") where rest.hasPrefix("header{"):
        rest = rest.dropFirst("header".count)
        guard let name = Self.braced(&rest) else { return output }
        append(values.header(name))
      case ("%", "o") where rest.hasPrefix("output{"):
        rest = rest.dropFirst("output".count)
        guard let path = Self.braced(&rest) else { return output }
        output.files.append((path, ""))
        target = .file
      default: append(String(character))
      }
    }
    return output
  }

  private static let escapes: [Character: String] = ["n": "\n", "r": "\r", "t": "\t", "\\": "\\"]

  /// Removes `{name}`; nil if the brace is not closed.
  private static func braced(_ rest: inout Substring) -> String? {
    guard let end = rest.firstIndex(of: "}") else { return nil }
    defer { rest = rest[rest.index(after: end)...] }
    return String(rest.dropFirst()[..<end])
  }
}

extension WriteOut.Values {
  /// Returns the value of a variable; nil for an unknown one.
  func value(_ name: String) -> String? {
    switch name {
    case "json": return json
    case "header_json": return headerJSON
    default: break
    }
    guard let find = Self.variables.first(where: { $0.name == name })?.value else {
      return name.hasPrefix("urle.")
        ? component(name.dropFirst(5), of: response?.url ?? request.url)
        : name.hasPrefix("url.") ? component(name.dropFirst(4), of: request.url) : nil
    }
    return find(self)
  }

  /// The value of `%header{…}`: of the last response's first field, or with `:all:` and a separator
  /// after the name, of all fields.
  func header(_ text: String) -> String {
    let parts = text.split(separator: ":", maxSplits: 2, omittingEmptySubsequences: false)
    guard parts.count == 3, parts[1] == "all" else { return response?.head.headers[text] ?? "" }
    return heads.flatMap { $0.headers.values(of: String(parts[0])) }
      .joined(separator: String(parts[2]))
  }

  private typealias Variable = (name: String, value: @Sendable (Self) -> String)

  /// In the order of `%{json}`.
  private static let variables: [Variable] = [
    ("content_type", { $0.response?.head.headers["Content-Type"] ?? "" }),
    ("errormsg", { $0.error?.message ?? "" }), ("exitcode", { "\($0.status.rawValue)" }),
    ("filename_effective", { $0.path ?? "" }), ("ftp_entry_path", { _ in "" }),
    ("http_code", { $0.code }), ("http_connect", { _ in "000" }),
    ("http_version", { $0.response?.head.httpVersion ?? "0" }),
    ("local_ip", { $0.timing.localAddress ?? "" }),
    ("local_port", { "\($0.timing.localPort ?? 0)" }),
    ("method", { $0.response?.method ?? $0.request.method }),
    ("num_connects", { "\($0.connections)" }),
    ("num_headers", { "\($0.response?.head.headers.fields.count ?? 0)" }),
    ("num_redirects", { "\($0.response?.redirects.count ?? 0)" }),
    ("num_retries", { "\($0.retries)" }), ("proxy_ssl_verify_result", { _ in "0" }),
    ("redirect_url", { $0.redirectTarget }), ("referer", { $0.request.headers["Referer"] ?? "" }),
    ("remote_ip", { $0.timing.remoteAddress ?? "" }),
    ("remote_port", { "\($0.timing.remotePort ?? 0)" }), ("response_code", { $0.code }),
    ("scheme", { ($0.response?.url ?? $0.request.url).scheme.rawValue }),
    ("size_delivered", { "\($0.response?.bodyBytes ?? 0)" }),
    ("size_download", { "\($0.response?.bodyBytes ?? 0)" }),
    ("size_header", { "\($0.heads.reduce(0) { $0 + $1.fullText.utf8.count })" }),
    ("size_upload", { "\($0.uploaded)" }),
    ("speed_download", { $0.speed($0.response?.bodyBytes ?? 0) }),
    ("speed_upload", { $0.speed($0.uploaded) }), ("ssl_verify_result", { _ in "0" }),
    ("time_appconnect", { seconds($0.timing.tls) }),
    ("time_connect", { seconds($0.timing.connect) }),
    ("time_namelookup", { seconds($0.timing.nameLookup) }),
    ("time_pretransfer", { seconds($0.pretransfer) }),
    ("time_redirect", { seconds($0.redirectTime) }),
    ("time_starttransfer", { seconds($0.timing.firstByte ?? $0.response?.firstByte) }),
    ("time_total", { seconds($0.total) }), ("url", { $0.request.url.text }),
    ("url_effective", { ($0.response?.url ?? $0.request.url).text }),
    ("urlnum", { "\($0.number)" }),
  ]

  /// Variables that are numbers in `%{json}`.
  private static let numbers: Set<String> = [
    "exitcode", "http_code", "http_connect", "local_port", "num_connects", "num_headers",
    "num_redirects", "num_retries", "proxy_ssl_verify_result", "remote_port", "response_code",
    "ssl_verify_result", "urlnum",
  ]

  private var timing: RequestTiming { response?.timing ?? RequestTiming() }

  private var code: String { (response?.status ?? 0).text(digits: 3) }

  /// Redirects do not count as attempts.
  private var retries: Int { max(0, (response?.attempts ?? error?.attempts ?? 1) - 1) }

  /// The URL of a redirect that was not followed.
  private var redirectTarget: String {
    guard let response, (300..<400).contains(response.status),
      let location = response.head.headers["Location"]
    else { return "" }
    return (try? response.url.resolving(location))?.text ?? location
  }

  private var uploaded: Int {
    request.body.segments.reduce(0) { total, segment in
      switch segment {
      case .bytes(let bytes): total + bytes.count
      case .file(let path): total + (FileAttributes(path)?.bytes ?? 0)
      }
    }
  }

  private var total: Duration? { response?.elapsed }

  /// The time of the attempts before the last one.
  private var redirectTime: Duration? {
    guard let response, !response.redirects.isEmpty, let last = timing.total else { return nil }
    return max(.zero, response.elapsed - last)
  }

  private var pretransfer: Duration? { timing.tls ?? timing.connect }

  private func speed(_ bytes: Int) -> String {
    guard let total, total > .zero else { return "0" }
    return "\(Int(Double(bytes) / (total / .seconds(1))))"
  }

  /// Seconds with six digits, as curl prints them.
  private static func seconds(_ time: Duration?) -> String {
    let microseconds = Int((time ?? .zero) / .microseconds(1))
    return "\(microseconds / 1_000_000)." + (microseconds % 1_000_000).text(digits: 6)
  }

  private func component(_ name: Substring, of url: RequestURL) -> String? {
    switch name {
    case "scheme": url.scheme.rawValue
    case "host": url.host
    case "port": "\(url.port)"
    case "path": url.path
    case "query": url.query ?? ""
    case "user", "password", "options", "fragment", "zoneid": ""
    default: nil
    }
  }

  private var json: String {
    let line = JSONWriter.line { writer in
      for variable in Self.variables {
        let value = variable.value(self)
        writer.key(named: variable.name)
        if Self.numbers.contains(variable.name), let number = Int(value) {
          writer.number(number)
        } else if ["time_", "size_", "speed_"].contains(where: variable.name.hasPrefix) {
          writer.raw(value)
        } else {
          writer.string(value)
        }
      }
    }
    return String(decoding: line.dropLast(), as: UTF8.self)
  }

  private var headerJSON: String {
    let headers = response?.head.headers ?? [:]
    var written: Set<String> = []
    let line = JSONWriter.line { writer in
      for name in headers.fields.map({ $0.name.lowercased() })
      where written.insert(name).inserted {
        writer.key(named: name)
        writer.strings(headers.values(of: name))
      }
    }
    return String(decoding: line.dropLast(), as: UTF8.self)
  }
}
