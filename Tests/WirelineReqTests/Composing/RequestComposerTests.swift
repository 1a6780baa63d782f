import Testing

@testable import WirelineCore
@testable import WirelineReq
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

  func isRegular(_ path: String) throws(UsageError) -> Bool {
    _ = try bytes(path)
    return path != "-"
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
    var composer = RequestComposer(method: method, urls: [url], files: Self.files)
    composer.items = try words.map { try RequestItem($0) }
    change(&composer)
    return try #require(composer.specifications().first)
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
    (
      ["a:={\"p\":{\"x\":1.0},\"q\":1}", "a[q]=2", "a[p][y]=3"],
      #"{"a":{"p":{"x":1.0,"y":"3"},"q":"2"}}"#
    ),
    (["a:=[1, {}]", "a[]=2", "a[1][b]=3"], #"{"a":[1,{"b":"3"},"2"]}"#),
    (["a:={\"b\":1,\"b\":2}", "a[b]=3"], #"{"a":{"b":1,"b":"3"}}"#),
    (["a=é\""], #"{"a":"é\""}"#),
  ])
  func composesJSONFromItems(words: [String], json: String) throws {
    let request = try compose(words)

    #expect(text(request) == "application/json " + json)
    #expect(request.method == "POST")
    #expect(request.headers["Accept"] == "application/json, */*;q=0.5")
  }

  @Test(arguments: [
    ["a[b]=1", "a[]=2"], ["a:={}", "a[]=2"], ["a[b=1"], ["a]b[=1"], ["a[1]b=2"], ["a[99999]=1"],
  ])
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

  @Test(arguments: [
    ("a b", "a+b"), ("=a=b", "a%3Db"), ("n=a&b", "n=a%26b"), ("n@t", "n=line%0Aend%0A"),
    ("@t", "line%0Aend%0A"), ("n=é~", "n=%C3%A9~"), ("n=", "n="),
  ])
  func encodesDataLikeCurl(argument: String, encoded: String) throws {
    let request = try compose([]) { $0.content = .data([.encoded(argument)]) }
    #expect(text(request) == "application/x-www-form-urlencoded " + encoded)
  }

  @Test func appendsDataToQuery() throws {
    let request = try compose(["q==1"], url: "http://h/x?a=1") {
      $0.content = .data([.text("b=2"), .encoded("c= ")])
      $0.sendsDataAsQuery = true
      $0.query = [.encoded("d=/")]
    }
    #expect(request.method == "GET")
    #expect(request.body == .none)
    #expect(request.url.target == "/x?a=1&b=2&c=+&d=%2F&q=1")
    let head = try compose([]) {
      $0.content = .data([.text("b=2")])
      ($0.sendsDataAsQuery, $0.isHead) = (true, true)
    }
    #expect(head.method == "HEAD")
    #expect(head.url.target == "/?b=2")
  }

  /// Otherwise it would begin a fragment, which is not sent.
  @Test func encodesNumberSignInQuery() throws {
    let request = try compose([]) {
      $0.content = .data([.text("a=#1")])
      $0.sendsDataAsQuery = true
      $0.query = [.text("b=#")]
    }
    #expect(request.url.target == "/?a=%231&b=%23")
  }

  @Test(arguments: [
    ("t", "http://h/x", "/x?q"), ("dir/t", "http://h/up/", "/up/t?q"), ("t", "http://h", "/t?q"),
  ])
  func uploadsFile(path: String, url: String, target: String) throws {
    var composer = RequestComposer(method: nil, urls: [url])
    composer.files = NamedFiles(files: ["t": "x", "dir/t": "x", "-": "stdin"])
    composer.content = .upload([path])
    composer.query = [.text("q")]
    let request = try #require(composer.specifications().first)

    #expect(request.method == "PUT")
    #expect(request.body == .file(path: path, mediaType: nil))
    #expect(request.url.target == target)
    composer.content = .upload(["-"])
    #expect(
      try composer.specifications().first?.body == .bytes(Array("stdin".utf8), mediaType: nil))
    // A named call has one URL.
    (composer.base, composer.urls) = (RequestSpecification(url: request.url), [])
    #expect(try composer.specifications().map(\.method) == ["PUT"])
  }

  @Test func uploadsRestOfInput() throws {
    var composer = RequestComposer(method: nil, urls: ["http://h/"])
    composer.files = NamedFiles(files: ["-": "stdin"])
    (composer.content, composer.streamsInput, composer.offset) = (.upload(["-"]), true, 2)
    let request = try #require(composer.specifications().first)

    #expect(request.body == .bytes(Array("din".utf8), mediaType: nil))
    #expect(request.headers["Content-Range"] == "bytes 2-4/5")
  }

  @Test func sendsRawFileWithTypeOfName() throws {
    let request = try compose(["@p.png"])

    #expect(request.method == "POST")
    #expect(request.body == .file(path: "p.png", mediaType: "image/png"))
    #expect(request.headers["Accept"] == nil)
    #expect(throws: UsageError.self) { try compose(["@p.png", "a=b"]) }
  }

  @Test func sendsItemsAsForm() throws {
    let request = try compose(["a=b c", "n:=1", "t=@t"]) { $0.makesForm = true }

    #expect(text(request) == "application/x-www-form-urlencoded a=b%20c&n=1&t=line%0Aend%0A")
    #expect(request.headers["Accept"] == nil)
  }

  @Test(arguments: [
    ("{\"a\": 1}\n", "application/json"), ("plain", "text/plain; charset=utf-8"), ("", nil),
  ])
  func readsBodyFromInput(input: String, type: String?) throws {
    var composer = RequestComposer(method: "PUT", urls: ["http://h/"])
    composer.files = NamedFiles(files: ["-": input])
    #expect(try composer.specifications().first?.body == RequestBody.none)
    composer.readsInput = true
    let body = try composer.specifications().first?.body
    #expect(body == type.map { .bytes(Array(input.utf8), mediaType: $0) } ?? RequestBody.none)
  }

  @Test func givenAcceptReplacesDefault() throws {
    let request = try compose(["a=b"]) { $0.isGiven = { $0 == "Accept" } }
    #expect(request.headers["Accept"] == nil)
    let json = try compose([]) { $0.content = .json([.text("{}")]) }
    #expect(json.headers["Accept"] == "application/json")
  }

  @Test func composesRequestForEachURL() throws {
    var composer = RequestComposer(method: nil, urls: ["http://h/1?a", "http://h/2"])
    composer.items = [try RequestItem("q==x")]
    #expect(try composer.specifications().map(\.url.target) == ["/1?a&q=x", "/2?q=x"])
  }

  @Test(
    arguments: [
      ("a=b;type=t/x", FormArgument.Content.text("b"), "t/x", nil),
      ("a=\"b;type=c\";type=t/x", .text("b;type=c"), "t/x", nil),
      ("a=@\"b;c.png\";filename=\"d\\\"e\"", .file(path: "b;c.png"), nil, "d\"e"),
      ("a=<t", .textFile(path: "t"), nil, nil), ("a=\"open", .text("\"open"), nil, nil),
    ] as [(String, FormArgument.Content, String?, String?)])
  func parsesFormArgument(
    text: String, content: FormArgument.Content, type: String?, filename: String?
  ) {
    let argument = FormArgument(text)
    #expect(argument?.content == content)
    #expect(argument?.mediaType == type)
    #expect(argument?.filename == filename)
  }

  @Test func literalFormArgumentHasNoSpecialCharacters() {
    #expect(FormArgument("a=@b;type=c", isLiteral: true)?.content == .text("@b;type=c"))
    #expect(FormArgument("=b", isLiteral: true)?.name == "")
    #expect(FormArgument("b", isLiteral: true) == nil)
  }

  @Test func parsesParametersOfFormArgument() throws {
    let argument = try #require(
      FormArgument(
        "a={\"x\":1};type=application/json; charset=utf-8;headers=\"X: 1;2\";b;encoder=base64"))
    #expect(argument.content == .text("{\"x\":1}"))
    #expect(argument.mediaType == "application/json; charset=utf-8")
    #expect(argument.headers == ["X: 1;2"] && argument.ignored == ["b"])
    let body = try compose([]) { $0.content = .form([argument]) }.body
    let form = if case .multipart(let multipart) = body { multipart } else { nil as Multipart? }
    let part = try #require(form?.parts.first)
    #expect(part.content == .bytes(Array("eyJ4IjoxfQ==".utf8)))
    #expect(part.headers == ["X: 1;2", "Content-Transfer-Encoding: base64"])
  }

  @Test(arguments: [
    ("a\r\n b \r\n=\n", "a\r\n b=20\r\n=3D=0A"),
    (String(repeating: "x", count: 77), String(repeating: "x", count: 75) + "=\r\nxx"),
  ])
  func encodesQuotedPrintable(text: String, encoded: String) {
    #expect(PartEncoder.quotedPrintable.encode?(Array(text.utf8)) == Array(encoded.utf8))
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

@Suite struct FileMediaTypeTests {
  @Test(arguments: [
    ("photo.JPG", "image/jpeg", "image/jpeg"), ("dir.d/a.tar.gz", "application/gzip", ""),
    ("mydata.jsonl", "application/jsonl", ""), ("a.json", "application/json", ""),
    ("audio.mp3", "audio/mpeg", ""), ("a.txt", "text/plain", "text/plain"),
    ("x.svg", "image/svg+xml", "image/svg+xml"), (".png", "", ""), ("png", "", ""), ("a.", "", ""),
  ])
  func derivesTypeFromName(path: String, type: String, formType: String) {
    let binary = "application/octet-stream"

    #expect(FileMediaType.of(path) == (type.isEmpty ? binary : type))
    #expect(FileMediaType.of(path, isForm: true) == (formType.isEmpty ? binary : formType))
  }
}

@Suite struct CurlCommandTests {
  @Test func replacesSecretsByVariables() throws {
    var request = RequestSpecification(method: "POST", url: try RequestURL("http://u:p@h/?a={b}"))
    request.headers = ["Authorization": "Bearer s3cret", "X-Empty": "", "Cookie": "c=s3cret"]
    request.body = .bytes(Array("it's".utf8), mediaType: "text/plain")

    #expect(
      CurlCommand(request: request).text
        == #"curl -H "Authorization: $AUTHORIZATION" -H 'X-Empty;' -H "Cookie: $COOKIE" "#
        + #"--data-raw 'it'\''s' 'http://h/?a=%7Bb%7D'"#)
  }

  @Test func formatsMethodsAndBodies() throws {
    var request = RequestSpecification(method: "DELETE", url: try RequestURL("http://h/"))
    #expect(CurlCommand(request: request).text == "curl -X DELETE http://h/")
    request.method = "HEAD"
    #expect(CurlCommand(request: request).text == "curl -I http://h/")
    request.method = "PUT"
    request.body = .file(path: "a b")
    #expect(CurlCommand(request: request).text == "curl -X PUT --data-binary '@a b' http://h/")
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
      CurlCommand(request: request).text == "curl -H 'X-A: 1' \(field)-F 'a=\"b\"' http://h/")
  }
}
