import Glibc
import TestSupport
import Testing

/// The seven paths of a requested image.
@Suite struct ImgfetchFlowTests: ImgfetchSuite {
  let sandbox: Sandbox

  init() throws { sandbox = try Sandbox() }

  private func start(_ arguments: String...) throws -> LiveTool {
    try Tool("imgfetch", in: sandbox).start(["--output-dir", "photos"] + arguments)
  }

  /// Waits until all lines so far wait for their images. The next line fails immediately, before
  /// them.
  private func readAll(_ tool: LiveTool) {
    tool.write("htp:/x\n")
    #expect(tool.readLine()?.contains("invalid_url") == true)
    #expect(tool.waitUntilIdle())
  }

  private func source(_ record: Record?) -> String? { record?["source"]?.string }

  /// The memory of the run is used while the file exists.
  @Test func memoryHit() throws {
    let server = try LoopbackServer(["/a": Self.picture])
    let tool = try start()
    let fetch = { () -> Record in
      tool.write(server.url("/a\n"))
      return try Record(try #require(tool.readLine()))
    }

    let first = try fetch()
    let second = try fetch()
    #expect(server.requestCount == 1)
    let path = try #require(first["path"]?.string)
    #expect(unlink(sandbox.directory.path("work/\(path)")) == 0)
    let third = try fetch()
    let fourth = try fetch()
    try tool.finish().expect(exit: 0)

    let sources = [first, second, third, fourth].map(source)
    #expect(sources == ["network", "memory", "network", "memory"])
    for name in ["path", "sha256", "bytes", "width", "format"] {
      #expect(second[name] == first[name], "\(name)")
    }
    #expect(second.ref == "2" && second["attempts"] == nil)
    #expect(try sandbox.read(path) == Self.png && server.requestCount == 2)
  }

  /// Requests for an image in progress join it, even if it fails.
  @Test(arguments: [true, false])
  func wait(isFound: Bool) throws {
    let gate = try Gate()
    let first = isFound ? Self.picture : .status(404)
    let server = try LoopbackServer(["/a": .sequence(first.behind(gate), Self.picture)])
    let tool = try start("--unordered")
    for _ in 1...10 { tool.write(server.url("/a\n")) }
    readAll(tool)
    #expect(server.waitForRequests(1))
    gate.open()
    let lines = (1...10).compactMap { _ in tool.readLine() }
    tool.write(server.url("/a\n"))
    let result = try tool.finish().expect(exit: 1)

    let records = try lines.map { line throws(StrictJSONError) in try Record(line) }
    #expect(Set(records.map(\.ref)) == Set((1...10).map(String.init)))
    if isFound {
      #expect(records.count { source($0) == "network" } == 1)
      #expect(records.count { source($0) == "joined" } == 9)
      #expect(Set(records.map { $0["path"]?.string }).count == 1)
    } else {
      #expect(records.map(\.code) == [String](repeating: "not_found", count: 10))
    }
    // A later line retries only a failure.
    #expect(source(result.records(as: .image).first) == (isFound ? "memory" : "network"))
    #expect(server.requestCount == (isFound ? 1 : 2))
  }

  /// A second run sends no request unless a file has changed.
  @Test(arguments: [nil, 0, -1, 1])
  func storageHit(change: Int?) throws {
    let server = try LoopbackServer(["/a": Self.picture])
    let first = try #require(try fetch(server.url("/a")).expect(exit: 0).records(as: .image).first)
    let path = try #require(first["path"]?.string)
    if let change {
      let other = change > 0 ? Self.png + [0] : Array(Self.png.dropLast(-change))
      try sandbox.write(path, change == 0 ? [] : other)
    }

    let second = try #require(try fetch(server.url("/a")).expect(exit: 0).records(as: .image).first)

    #expect(source(second) == (change == nil ? "storage" : "network"))
    #expect(server.requestCount == (change == nil ? 1 : 2))
    #expect(second["path"] == first["path"] && second["sha256"] == first["sha256"])
    #expect(try sandbox.read(path) == Self.png)
  }

  /// Other images are fetched with the policy of all requests.
  @Test func network() throws {
    let server = try LoopbackServer(["/old": .redirect(to: "/new"), "/new": Self.picture])
    let record = try #require(
      try fetch(server.url("/old")).expect(exit: 0).records(as: .image).first)

    #expect(source(record) == "network" && record["status"]?.integer == 200)
    #expect(record["attempts"]?.integer == 1 && record["elapsed_ms"] != nil)
    #expect(record["final_url"]?.string == server.url("/new"))
    #expect(server.requests.map(\.method) == ["GET", "GET"])
    #expect(server.requests.allSatisfy { $0[header: "Accept"]?.hasPrefix("image/*") == true })

    let forbidden = try LoopbackServer.forbidden()
    let refused = try fetch("--deny-private", forbidden.url("/a")).expect(exit: 7)
    #expect(refused.records(as: .image).first?.code == "forbidden_address")
  }

  /// At most N concurrent requests, those with the highest priority first.
  @Test func queue() throws {
    let gate = try Gate()
    let server = try LoopbackServer { request in
      request.target.hasPrefix("/first") ? Self.picture.behind(gate) : Self.picture.afterRequests(4)
    }
    let tool = try start("--jobs", "2", "--unordered")
    tool.write(server.url("/first1\n") + server.url("/first2\n"))
    #expect(server.waitForRequests(2))
    for (name, priority) in [("low", "-1"), ("a", "0"), ("b", "0"), ("c", "\"high\"")] {
      tool.write(#"{"url":"\#(server.url("/\(name)"))","priority":\#(priority)}"# + "\n")
    }
    readAll(tool)
    #expect(server.requestCount == 2)
    gate.open()
    let result = try tool.finish().expect(exit: 1)

    #expect(result.records(as: .image).count == 6)
    let targets = server.targets.dropFirst(2)
    #expect(Set(targets.prefix(2)) == ["/c", "/a"], "\(targets)")
    #expect(Set(targets.suffix(2)) == ["/b", "/low"], "\(targets)")
    #expect(server.peakRequests == 2)
  }

  /// Files have the received bytes and the extension of their format, and no others remain.
  @Test func save() throws {
    // The last image does not fit in memory.
    let images: [(bytes: [UInt8], format: String)] = [
      (Self.png, "png"), (SampleImage.gif(width: 9, height: 4), "gif"),
      (SampleImage.jpegHeader(width: 64, height: 48), "jpg"),
      (SampleImage.png(width: 900, height: 900), "png"),
    ]
    let server = try LoopbackServer { request in
      let number = Int(request.path.dropFirst().prefix { $0.isNumber }) ?? 0
      return images.indices.contains(number)
        ? .ok(images[number].bytes, type: "text/plain") : .ok("<html>", headers: [:])
    }
    let lines = ["/0.webp", "/1", "/2.png", "/3.gif", "/4.png"].map { server.url($0) }
    let records = try fetch(stdin: .lines(lines)).expect(exit: 1).records(as: .image)

    let paths = records.compactMap { $0["path"]?.string }
    #expect(records.map(\.code) == [nil, nil, nil, nil, "not_an_image"] && Set(paths).count == 4)
    for (path, image) in zip(paths, images) {
      #expect(try sandbox.read(path) == image.bytes && path.hasSuffix(".\(image.format)"))
    }
    let left = sandbox.files.filter { !$0.contains("/.wireline-") }
    #expect(left == paths.map { "work/\($0)" }.sorted())
  }
}
