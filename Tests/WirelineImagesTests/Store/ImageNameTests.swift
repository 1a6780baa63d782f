import Glibc
import TestSupport
import Testing

@testable import WirelineCore
@testable import WirelineImages

/// Runs with `--name` against an executor in memory.
@Suite struct ImageNameTests {
  private let store: TestStore

  init() throws { store = try TestStore() }

  private func run(
    _ template: String, _ lines: [String], _ executor: MemoryExecutor = MemoryExecutor(),
    options: [String] = []
  ) async throws -> FetchTool.Outcome {
    try await store.run(["--name", template] + options, lines, executor)
  }

  /// The paths below the output directory.
  private func paths(_ outcome: FetchTool.Outcome) -> [String?] {
    outcome.texts("path").map { $0.map { String($0.dropFirst(store.path.count + 1)) } }
  }

  private func digits(_ url: String) -> String { String(ImageKey(url: url).hexadecimal.prefix(8)) }

  private static let long = String(repeating: "é", count: 300)

  /// A template, a line, and the path.
  static let names: [(String, String, String)] = [
    ("{ref}.{ext}", "http://h/a", "1.png"),
    ("{ref}.{ext}", #"{"id":"x y","url":"http://h/a"}"#, "x y.png"),
    ("{host}/{basename}", "http://H.example:8080/x/cup%20a.jpg?q=1", "h.example/cup a.jpg"),
    ("{host}/{stem}.{ext}", "http://h/x/cup.v2.jpg", "h/cup.v2.png"),
    ("{date}/{line}", "http://h/a", "1970-01-12/1"),
    ("{width}x{height}-{format}.{ext}", "http://h/a", "7x5-png.png"),
    ("{{{ref}}}.{ext}", "http://h/a", "{1}.png"),
    ("{n}/{b}.{ext}", #"{"url":"http://h/a","n":5,"b":true}"#, "5/true.png"),
    ("{t}.{ext}", #"{"url":"http://h/a","t":"../../etc/passwd"}"#, "___.._etc_passwd.png"),
    ("{t}/x", #"{"url":"http://h/a","t":".."}"#, "__/x"),
    ("{t}.{ext}", #"{"url":"http://h/a","t":".wireline-index"}"#, "_wireline-index.png"),
    ("{t}", #"{"url":"http://h/a","t":"a:b\u0000\n?. . "}"#, "a_b___"),
    ("{t}", #"{"url":"http://h/a","t":"a\u202Egpj.b\u2028"}"#, "a_gpj.b_"),
    ("{t}", #"{"url":"http://h/a","t":".\u0301a"}"#, "_\u{301}a"),
    ("{ref}", #"{"id":"http://u:secret@h/a","url":"http://h/a"}"#, "http___h_a"),
    ("{t}", #"{"url":"http://h/a","t":"http://u:secret@h/a"}"#, "http___h_a"),
    ("{t}/{t}.{ext}", #"{"url":"http://h/a","t":""}"#, "_/_.png"),
    ("{basename}", "http://h/", "_"),
    ("{path}", "http://h/x/y%20z//cup.jpg?q=1", "x/y z/cup.jpg"),
    ("{host}/{path}.{ext}", "http://h/cup", "h/cup.png"),
    ("{dir}/{stem}.{ext}", "http://h/x/y/cup.jpg", "x/y/cup.png"),
    ("{dir}/{ref}", "http://h/cup.jpg", "1"),
    ("a-{dir}/{ref}", "http://h/x/y/", "a-x_y/1"),
    ("{path}", "http://h/%2e%2e/..%2f..%2fetc%2f/%00.hidden/%5cx", "__/___.._etc_/_.hidden/_x"),
    ("{path}", "http://h/1/2/3/4/5/6/7/8/9", "1/2/3/4/5/6_7_8/9"),
    ("{host}/{path}", "http://h/1/2/3/4/5/6/7/8/9", "h/1/2/3/4/5_6_7_8/9"),
    (
      "{t}.{ext}", "{\"url\":\"http://h/a\",\"t\":\"\(long)\"}",
      String(repeating: "é", count: 90) + ".png"
    ),
    (
      "{t}", "{\"url\":\"http://h/a\",\"t\":\"\(long).jpeg\"}",
      String(repeating: "é", count: 90) + ".jpeg"
    ),
    (
      "{t}/x", "{\"url\":\"http://h/a\",\"t\":\"\(long)\"}",
      String(repeating: "é", count: 100) + "/x"
    ),
  ]

  @Test(arguments: names)
  func namesImage(template: String, line: String, path: String) async throws {
    let outcome = try await run(template, [line])

    #expect(outcome.status == .success && paths(outcome) == [path], "\(outcome.messages)")
    #expect(access("\(store.path)/\(path)", R_OK) == 0)
    let again = try await run(template, [line])
    #expect(again.texts("source") == ["storage"] && paths(again) == [path])
    #expect(store.directory.files(under: "store").count { !$0.contains(".wireline-") } == 1)
  }

  @Test(arguments: [
    ("{ref", "braces in pairs"), ("ref}", "braces in pairs"), ("{}", "a field in braces"),
    ("/x", "below the output directory"), ("a//b", "below the output directory"),
    ("a/", "below the output directory"), ("", "below the output directory"),
    ("{ext}/{ref}", "in the last part only"), ("{ref}/{dir}", "{dir} before the last part"),
    ("{path}/{ref}", "at the beginning of the last part"), ("a{path}", "of the last part only"),
    ("1/2/3/4/5/6/7/8", "at most 6 directories"),
  ])
  func rejectsTemplate(template: String, message: String) async throws {
    let outcome = try await run(template, ["http://h/a"])

    #expect(outcome.status == .usage && outcome.messages.contains(message), "\(outcome.messages)")
  }

  @Test(arguments: [
    ["--layout", "flat"], ["--dry-run"], ["--build"], ["--parse"], ["--remove"],
  ])
  func cannotBeUsedWith(options: [String]) async throws {
    let outcome = try await run("{ref}", ["http://h/a"], options: options)

    #expect(outcome.status == .usage && outcome.messages.contains("cannot be used with --name"))
  }

  @Test func missingFieldIsErrorOfItem() async throws {
    let executor = MemoryExecutor()
    let lines = [#"{"url":"http://h/b","t":[1]}"#, #"{"url":"http://h/c","t":"x"}"#, "http://h/a"]

    let outcome = try await run("{t}.{ext}", lines, executor)

    #expect(outcome.codes == ["invalid_input", nil, "invalid_input"] && executor.paths == ["/c"])
    #expect(outcome.records.last?.message?.contains("field \"t\" is missing") == true)
  }

  /// The first of several images with the same name has it, whichever arrives first.
  @Test func resolvesCollisionsInInputOrder() async throws {
    let urls = [
      "http://h/1/cup.png", "http://h/2/cup.png", "http://h/1/cup.png", "http://h/3/cup.png",
    ]
    let expected = [
      "cup.png", "cup-\(digits(urls[1])).png", "cup.png", "cup-\(digits(urls[3])).png",
    ]
    let other = SampleImage.png(width: 7, height: 5, shade: 1)

    let executor = MemoryExecutor(["/2/cup.png": (200, other)], delayed: 3)
    let first = try await run("{basename}", urls, executor)
    #expect(paths(first) == expected)
    // The files are known to the next run, whatever its order.
    let second = try await run("{basename}", urls.reversed())
    #expect(second.status == .success && executor.paths.count == 3)
    #expect(store.directory.files(under: "store").count { $0.hasSuffix("/cup.png") } == 1)
    #expect(try store.directory.read("store/\(expected[1])") == other)
  }

  /// Names that only become equal when they are made safe collide too.
  @Test func resolvesCollisionsOfSafeNames() async throws {
    let urls = ["http://h/1/.cup", "http://h/2/_cup", "http://h/3/_cup.%20"]

    let outcome = try await run("{basename}", urls, MemoryExecutor(delayed: 3))

    #expect(paths(outcome) == ["_cup", "_cup-\(digits(urls[1]))", "_cup. -\(digits(urls[2]))"])
  }

  /// Otherwise a change of one image would replace the other.
  @Test func imagesOfTwoRunsWithEqualContentHaveTheirOwnFiles() async throws {
    let urls = ["http://h/1/cup.png", "http://h/2/cup.png"]
    _ = try await run("{basename}", [urls[0]])

    let outcome = try await run("{basename}", [urls[1]])

    #expect(paths(outcome) == ["cup-\(digits(urls[1])).png"])
    let again = try await run("{basename}", urls, MemoryExecutor())
    #expect(paths(again) == ["cup.png", "cup-\(digits(urls[1])).png"])
    #expect(again.texts("source") == ["storage", "storage"])
  }

  /// Each variant of an image has its own files, also under a second name.
  @Test func variantsHaveOwnNames() async throws {
    let lines = ["a", "b"].map { #"{"id":"\#($0)","url":"http://h/x"}"# }
    _ = try await run("{ref}.{ext}", lines)

    let outcome = try await run("{ref}.{ext}", lines, options: ["--filter", "cat"])

    let digits = ImageKey(url: "http://h/x", variant: "cat").hexadecimal.prefix(8)
    #expect(paths(outcome) == ["a-\(digits).png", "b-\(digits).png"])
  }

  private static let large = SampleImage.png(width: 9, height: 9)
  private static let cups = ["http://h/1/cup.png", "http://h/2/cup.png"]

  private static var executor: MemoryExecutor {
    MemoryExecutor(["/2/cup.png": (200, large)])
  }

  /// The index still has the names of files that the user has deleted, and other images may get
  /// them.
  @Test func deletedFilesGiveUpTheirNames() async throws {
    let first = try await run("{basename}", Self.cups, Self.executor)
    for path in first.texts("path") { unlink(path ?? "") }

    let second = try await run("{basename}", Self.cups.reversed(), Self.executor)

    #expect(paths(second) == ["cup.png", "cup-\(digits(Self.cups[0])).png"])
    #expect(try store.directory.read("store/cup.png") == Self.large)
    let third = try await run("{basename}", Self.cups)
    #expect(paths(third) == Array(paths(second).reversed()))
    #expect(third.texts("source") == ["storage", "storage"])
  }

  /// The first image loses its file, whose name the second one gets in a run without the first.
  private func takeName() async throws {
    let first = try await run("{basename}", [Self.cups[0]])
    unlink(first.texts("path")[0] ?? "")
    let second = try await run("{basename}", [Self.cups[1]], Self.executor)
    #expect(paths(second) == ["cup.png"])
  }

  @Test func keepsTakenName() async throws {
    try await takeName()

    let outcome = try await run("{basename}", Self.cups, Self.executor)

    #expect(paths(outcome) == ["cup-\(digits(Self.cups[0])).png", "cup.png"])
    #expect(try store.directory.read("store/cup.png") == Self.large)
  }

  @Test func removalKeepsImageWithTakenName() async throws {
    try await takeName()

    let outcome = try await store.run(["--remove"], [Self.cups[0]])

    #expect(outcome.codes == ["not_found"])
    #expect(try store.directory.read("store/cup.png") == Self.large)
  }

  @Test func evictionKeepsImageWithTakenName() async throws {
    try await takeName()

    // The entry without a file is the older one.
    let limit = "\(Self.large.count)"
    let outcome = try await FetchTool.run(
      ["-o", store.path, "--max-store", limit], input: [Self.cups[1]],
      environment: ["WIRELINE_NOW": "2000000"])

    #expect(outcome.texts("source") == ["storage"])
    #expect(try store.directory.read("store/cup.png") == Self.large)
  }

  /// Options of the run in which an image has another format, and its path then.
  @Test(arguments: [(["--name", "{basename}"], "cup.png"), ([], "cup-DIGITS.gif")])
  func newFormatDoesNotOverwriteOtherImage(options: [String], path: String) async throws {
    let urls = ["http://h/cup.png", "http://h/cup.gif"]
    let small = SampleImage.gif(width: 3, height: 2)
    let large = SampleImage.gif(width: 5, height: 4)
    _ = try await run("{basename}", urls, MemoryExecutor(["/cup.gif": (200, small)]))

    let outcome = try await store.run(
      ["--refresh"] + options, [urls[0]], MemoryExecutor(["/cup.png": (200, large)]))

    let expected = path.replacing("DIGITS", with: digits(urls[0]))
    #expect(paths(outcome) == [expected])
    #expect(try store.directory.read("store/\(expected)") == large)
    #expect(try store.directory.read("store/cup.gif") == small)
  }

  @Test func keepsFilesOfOthers() async throws {
    try store.directory.makeDirectory("store")
    try store.directory.write("store/cup.png", "mine")

    let outcome = try await run("{basename}", ["http://h/cup.png"])

    #expect(paths(outcome) == ["cup-\(digits("http://h/cup.png")).png"])
    #expect(try store.directory.text("store/cup.png") == "mine")
  }

  /// One download, and a link for each further name.
  @Test func linksSecondName() async throws {
    let executor = MemoryExecutor()
    let lines = ["a", "b", "a"].map { #"{"id":"\#($0)","url":"http://h/x"}"# }

    let outcome = try await run("{ref}.{ext}", lines, executor)

    #expect(paths(outcome) == ["a.png", "b.png", "a.png"] && executor.paths == ["/x"])
    let (first, second) = (FileIdentity("\(store.path)/a.png"), FileIdentity("\(store.path)/b.png"))
    #expect(first != nil && first == second)
    let again = try await run("{ref}.{ext}", lines, executor)
    #expect(paths(again) == ["a.png", "b.png", "a.png"] && executor.paths == ["/x"])
  }

  /// An image of a layout keeps its file, and the name is a link to it.
  @Test func linksStoredImage() async throws {
    let executor = MemoryExecutor()
    let before = try await store.run([], ["http://h/x"], executor)

    let outcome = try await run("{ref}.{ext}", ["http://h/x"], executor)

    #expect(paths(outcome) == ["1.png"] && executor.paths == ["/x"])
    #expect(access(before.texts("path")[0] ?? "", F_OK) == 0)
  }
}
