extension Script {
  /// 200 with a text.
  package static func ok(_ text: String, headers: KeyValuePairs<String, String> = [:]) -> Script {
    status(200, text, headers: headers)
  }

  /// 200 with JSON.
  package static func ok(json: String) -> Script { ok(Array(json.utf8), type: "application/json") }

  /// 200 with bytes.
  package static func ok(_ bytes: [UInt8], type: String) -> Script {
    .answer(Answer(headers: ["Content-Type": type], body: bytes))
  }

  /// Any status with a text.
  package static func status(
    _ status: Int, _ text: String = "", headers: KeyValuePairs<String, String> = [:]
  ) -> Script {
    var answer = Answer(status: status, headers: headers, body: Array(text.utf8))
    answer.headers.append(("Content-Type", "text/plain; charset=utf-8"))
    return .answer(answer)
  }

  package static func redirect(to location: String, status: Int = 302) -> Script {
    .status(status, "elsewhere", headers: ["Location": location])
  }

  /// 200 with a text in chunks of these sizes.
  package static func chunked(_ text: String, sizes: Int...) -> Script {
    .answer(
      Answer(
        headers: ["Content-Type": "text/plain"], body: Array(text.utf8), framing: .chunked(sizes)))
  }

  /// 200 with a coded body (see `Gzip`) under its `Content-Encoding`.
  package static func coded(_ coding: String, _ bytes: [UInt8], type: String = "text/plain")
    -> Script
  {
    .answer(Answer(headers: ["Content-Type": type, "Content-Encoding": coding], body: bytes))
  }

  /// The length says more bytes than come before the connection closes.
  package static func truncated(_ text: String, declared: Int) -> Script {
    Script.answer(Answer(body: Array(text.utf8), framing: .declared(declared))).closing()
  }

  /// These bytes and no more; then the connection closes.
  package static func raw(_ text: String) -> Script { .steps(.write(Array(text.utf8)), .close) }

  /// Never a word.
  package static let idle = Script.steps(.idle)
  /// The connection closes with no answer.
  package static let hangUp = Script.steps(.close)
  /// The connection breaks with RST.
  package static let reset = Script.steps(.reset)
}
