package import WirelineCore

extension HTTPOptions {
  package static var declarations: [OptionDeclaration] {
    [
      connectTimeout, timeout, maxTime, deadline, retryPolicy, retry, retryDelay, retryMaxDelay,
      maxBody,
      maxRedirects, header, userAgent, proxy, cacert, insecure, http2, denyPrivate, logRequest,
      logResponse, record, replay,
    ]
  }

  static var connectTimeout: OptionDeclaration {
    shared("connect-timeout", .value("time"), "longest wait for name, connection and TLS") {
      TimeAmount($0.limits.connectTimeout).text
    }
  }
  static var timeout: OptionDeclaration {
    shared("timeout", .value("time"), "longest silence of the other side") {
      TimeAmount($0.limits.silenceTimeout).text
    }
  }
  static var maxTime: OptionDeclaration {
    shared(
      "max-time", .value("time"), "longest time for one attempt, or none", values: .words(.none)
    ) {
      $0.limits.maximumTime.map { TimeAmount($0).text } ?? "none"
    }
  }
  static var deadline: OptionDeclaration {
    shared(
      "deadline", .value("time"), "longest time for all attempts together, or none",
      values: .words(.none)
    ) {
      $0.deadline.map { TimeAmount($0).text } ?? "none"
    }
  }
  static var retryPolicy: OptionDeclaration {
    OptionDeclaration(
      "retry-policy", .value("preset"),
      "retries and waits by name: default, aggressive, conservative, none", scope: .shared,
      values: .choices("presets", RetryPolicy.Preset.self))
  }
  static var retry: OptionDeclaration {
    shared("retry", .value("n"), "attempts after the first that failed") { "\($0.retry.limit)" }
  }
  static var retryDelay: OptionDeclaration {
    shared("retry-delay", .value("time"), "wait before the second attempt, doubled each time") {
      TimeAmount($0.retry.delay).text
    }
  }
  static var retryMaxDelay: OptionDeclaration {
    shared("retry-max-delay", .value("time"), "longest wait between attempts") {
      TimeAmount($0.retry.maximumDelay).text
    }
  }
  package static var maxBody: OptionDeclaration {
    shared(
      "max-body", .value("size"), "largest body after decompression, or none",
      values: .words(.none)
    ) {
      $0.maximumBodyBytes.map { ByteSize(bytes: $0).text } ?? "none"
    }
  }
  static var maxRedirects: OptionDeclaration {
    shared("max-redirects", .value("n"), "redirects to follow; 0 follows none") {
      "\($0.redirect.limit)"
    }
  }
  static var header: OptionDeclaration {
    OptionDeclaration(
      "header", .list("name: value"), "add a header field to every request", scope: .shared,
      secret: .header, values: .beginnings(.headerFields))
  }
  static var userAgent: OptionDeclaration {
    shared("user-agent", .value("text"), "the User-Agent to send") {
      $0.defaultHeaders["User-Agent"]
    }
  }
  static var proxy: OptionDeclaration {
    OptionDeclaration(
      "proxy", .value("url"), "proxy to go through; empty: none, whatever the environment says",
      scope: .shared, secret: .password)
  }
  static var cacert: OptionDeclaration {
    OptionDeclaration(
      "cacert", .value("file"), "trust the certificate authorities in this file", scope: .shared)
  }
  static var insecure: OptionDeclaration {
    OptionDeclaration(
      "insecure", .flag(inverse: "no-insecure"), "do not verify certificates", scope: .shared)
  }
  static var http2: OptionDeclaration {
    OptionDeclaration(
      "http2", .flag(inverse: "no-http2"), "speak HTTP/2 where an https server offers it",
      default: "http2", scope: .shared)
  }
  static var denyPrivate: OptionDeclaration {
    OptionDeclaration(
      "deny-private", .flag(inverse: "no-deny-private"),
      "connect to addresses of the public internet only", scope: .shared)
  }
  static var logRequest: OptionDeclaration {
    OptionDeclaration(
      "log-request", .flag(inverse: "no-log-request"),
      "show each request on stderr before it is sent; -v does too", scope: .shared)
  }
  static var logResponse: OptionDeclaration {
    OptionDeclaration(
      "log-response", .flag(inverse: "no-log-response"),
      "show each answer on stderr; -v does too", scope: .shared)
  }
  static var record: OptionDeclaration {
    OptionDeclaration(
      "record", .value("file"), "append requests and their answers to a file", scope: .shared
    ).excluding("replay")
  }
  static var replay: OptionDeclaration {
    OptionDeclaration(
      "replay", .value("file"), "answer requests from such a file, never from the network",
      scope: .shared
    ).excluding("record")
  }

  private static func shared(
    _ name: String, _ form: OptionDeclaration.Form, _ help: String,
    values: ValueCompletion? = nil, _ describe: (ExecutionPolicy) -> String?
  ) -> OptionDeclaration {
    let one = describe(Defaults.policy)
    let text = one == nil ? nil : Defaults.text { describe($0) ?? "none" }
    return OptionDeclaration(name, form, help, default: text, scope: .shared, values: values)
  }
}
