import Testing

@testable import WirelineCore
@testable import WirelineRequests

/// Provides files from memory.
private struct NamedFiles: ComposedFiles {
  var files: [String: String] = [:]

  func bytes(_ path: String) throws(UsageError) -> [UInt8] {
    guard let text = files[path] else {
      throw UsageError(FileError(path: path, operation: "open", code: 2))
    }
    return Array(text.utf8)
  }

  func mediaType(_ path: String) throws(UsageError) -> String {
    MediaTypeGuess.mediaType(of: try bytes(path), isWhole: true)
  }
}

@Suite struct RequestComposerTests {
  private static let files = NamedFiles(files: [
    "t": "line\nend\n", "j": "{ \"a\" : 1 }", "p.png": "\u{89}PNG\r\n", "-": "from stdin",
  ])

  private func compose(
    _ words: [String], method: String? = nil, url: String = "http://h/",
    _ change: (inout RequestComposer) -> Void = { _ in }
  ) throws -> RequestSpecification {
    var composer = RequestComposer(method: method, url: url, files: Self.files)
    composer.items = try words.map { try RequestItem($0) }
    change(&composer)
    return try composer.specification()
  }

  private func text(_ request: RequestSpecification) -> String {
    guard case .bytes(let bytes, let mediaType) = request.body else { return "" }
    return (mediaType ?? "") + " " + String(decoding: bytes, as: UTF8.self)
  }

  @Test(arguments: [
    (["a=b"], #"{"a":"b"}"#), (["a=1", "b:=1", "c:=true"], #"{"a":"1","b":1,"c":true}"#),
    (["a=1", "a=2"], #"{"a":"2"}"#), (["a[b][]=x", "a[b][]:=true"], #"{"a":{"b":["x",true]}}"#),
    (["a[]=1", "a[]=2"], #"{"a":["1","2"]}"#), (["a[2]=x"], #"{"a":[null,null,"x"]}"#),
    (["[]:=1", "[]:=2"], "[1,2]"), (["a[b]=1", "a[c]=2"], #"{"a":{"b":"1","c":"2"}}"#),
    ([#"a\[b\]=1"#], #"{"a[b]":"1"}"#), (["a=@t"], #"{"a":"line\nend\n"}"#),
    (["a:=@j"], #"{"a":{"a":1}}"#), (["a:={}", "a[b]=1"], #"{"a":{"b":"1"}}"#),
    (["a=é\""], #"{"a":"é\""}"#),
  ])
  func composesJSONFromItems(words: [String], json: String) throws {
    let request = try compose(words)

    #expect(text(request) == "application/json " + json)
    #expect(request.method == "POST")
    #expect(request.headers["Accept"] == "application/json, */*;q=0.5")
  }

  @Test(arguments: [["a[b]=1", "a[]=2"], ["a[b=1"], ["a]b[=1"], ["a[1]b=2"], ["a[99999]=1"]])
  func rejectsContradictoryFields(words: [String]) {
    let error = #expect(throws: UsageError.self) { try compose(words) }
    #expect(error?.status == .usage)
    // The hint explains the separators of items, not brackets.
    #expect(error?.hint == nil)
  }

  @Test func headersAndQueriesAddNoBody() throws {
    let request = try compose(["X-A:1", "x-a:2", "B;", "Accept:", "q==a b"], url: "http://h/?x=1")

    #expect(request.method == "GET")
    #expect(request.body == .none)
    #expect(request.headers == ["x-a": "2", "B": ""])
    #expect(request.suppressedHeaders == ["Accept"])
    #expect(request.url.target == "/?x=1&q=a%20b")
  }

  @Test func fileItemMakesBodyMultipart() throws {
    let request = try compose(["t=x", "p@p.png", "n:={\"a\":1}", "t=y"]) { $0.boundary = "B" }

    guard case .multipart(let multipart) = request.body else {
      Issue.record("no multipart")
      return
    }
    #expect(multipart.mediaType == "multipart/form-data; boundary=B")
    #expect(multipart.parts.map(\.name) == ["t", "p", "n", "t"])
    #expect(multipart.parts.map(\.filename) == [nil, "p.png", nil, nil])
    #expect(multipart.parts[2].mediaType == "application/json")
  }

  @Test func acceptsFormsOfCurl() throws {
    let data = try compose([]) {
      $0.content = .data([.text("a=b"), .file(path: "t"), .binaryFile(path: "t")])
    }
    #expect(text(data) == "application/x-www-form-urlencoded a=b&lineend&line\nend\n")
    let json = try compose([]) { $0.content = .json([.file(path: "j")]) }
    #expect(text(json) == "application/json { \"a\" : 1 }")
    let stdin = try compose([]) { $0.content = .data([ContentArgument("@-")]) }
    #expect(text(stdin).hasSuffix(" from stdin"))
    let head = try compose([]) { $0.isHead = true }
    #expect(head.method == "HEAD")
    let put = try compose(["a=b"], method: "PUT")
    #expect(put.method == "PUT")
  }

  @Test func reportsMissingFile() {
    for word in ["a@none", "a=@none", "a:=@none"] {
      #expect(throws: UsageError(FileError(path: "none", operation: "open", code: 2))) {
        try compose([word])
      }
    }
  }

  @Test func rejectsTwoKindsOfBody() {
    #expect(throws: UsageError.self) {
      try compose(["a=b"]) { $0.content = .data([.text("x")]) }
    }
    #expect(throws: UsageError.self) { try compose([]) { $0.content = .json([.text("x")]) } }
    #expect(throws: Never.self) { try compose(["A:b"]) { $0.content = .data([.text("x")]) } }
  }

  @Test func rejectsLineBreakInField() {
    #expect(throws: UsageError.self) { try compose(["A:b\r\nC: d"]) }
  }
}

@Suite struct MediaTypeGuessTests {
  @Test(arguments: [
    ("{\"a\":1}", "application/json"), (" [1] ", "application/json"),
    ("{no json", "text/plain; charset=utf-8"), ("<!DOCTYPE html>", "text/html"),
    ("<svg xmlns='x'/>", "image/svg+xml"), ("<?xml version='1.0'?><a/>", "application/xml"),
    ("text\n", "text/plain; charset=utf-8"), ("", "text/plain; charset=utf-8"),
    ("%PDF-1.7", "application/pdf"), ("GIF89a", "image/gif"), ("a\0b", "application/octet-stream"),
  ])
  func recognizesTextFiles(text: String, type: String) {
    #expect(MediaTypeGuess.mediaType(of: Array(text.utf8), isWhole: true) == type)
  }

  @Test func acceptsCharacterTruncatedAtEnd() {
    let head = Array("abc€".utf8.dropLast())

    #expect(MediaTypeGuess.mediaType(of: head, isWhole: false) == "text/plain; charset=utf-8")
    #expect(MediaTypeGuess.mediaType(of: head, isWhole: true) == "application/octet-stream")
  }
}

@Suite struct CurlCommandTests {
  @Test func replacesSecretsByVariables() throws {
    var request = RequestSpecification(method: "POST", url: try RequestURL("http://u:p@h/?a={b}"))
    request.headers = ["Authorization": "Bearer s3cret", "X-Empty": "", "Cookie": "c=s3cret"]
    request.body = .bytes(Array("it's".utf8), mediaType: "text/plain")

    #expect(
      CurlCommand(request).text
        == #"curl -H "Authorization: $AUTHORIZATION" -H 'X-Empty;' -H "Cookie: $COOKIE" "#
        + #"--data-raw 'it'\''s' 'http://h/?a=%7Bb%7D'"#)
  }

  @Test func formatsMethodsAndBodies() throws {
    var request = RequestSpecification(method: "DELETE", url: try RequestURL("http://h/"))
    #expect(CurlCommand(request).text == "curl -X DELETE http://h/")
    request.method = "HEAD"
    #expect(CurlCommand(request).text == "curl -I http://h/")
    request.method = "PUT"
    request.body = .file(path: "a b")
    #expect(CurlCommand(request).text == "curl -X PUT --data-binary '@a b' http://h/")
  }

  /// With `-F`, curl adds its own boundary.
  @Test(arguments: [
    ("multipart/form-data; boundary=B", ""),
    ("multipart/related; boundary=B", "-H 'content-type: multipart/related; boundary=B' "),
  ])
  func omitsDefaultContentTypeOfForm(type: String, field: String) throws {
    var request = RequestSpecification(method: "POST", url: try RequestURL("http://h/"))
    let part = Multipart.Part(name: "a", content: .bytes(Array("b".utf8)))
    request.body = .multipart(Multipart(parts: [part], boundary: "B"))
    request.headers = ["X-A": "1", "content-type": type]

    #expect(
      CurlCommand(request).text == "curl -H 'X-A: 1' \(field)-F 'a=\"b\"' http://h/")
  }
}
