import Glibc
import TestSupport
import Testing

/// A suite that runs `imgfetch` with the store `photos` in its sandbox.
protocol ImgfetchSuite {
  var sandbox: Sandbox { get }
  /// Options of every run.
  static var options: [String] { get }
}

extension ImgfetchSuite {
  static var options: [String] { [] }

  /// An image of 7×5 pixels.
  static var png: [UInt8] { SampleImage.png(width: 7, height: 5) }
  static var picture: Script { .ok(png, type: "image/png") }

  /// The beginning of a command that drops root, who may read, write and remove everything.
  static var asUser: String {
    geteuid() == 0
      ? "chown -R 65534 .. && setpriv --reuid=65534 --regid=65534 --clear-groups" : ""
  }

  func fetch(_ arguments: String..., stdin: ToolInput = .empty) throws -> ToolResult {
    try fetch(arguments, stdin: stdin)
  }

  func fetch(
    _ arguments: [String], stdin: ToolInput = .empty, environment: [String: String] = [:]
  ) throws -> ToolResult {
    try Tool("imgfetch", in: sandbox).run(
      ["--output-dir", "photos"] + Self.options + arguments, stdin: stdin,
      environment: environment)
  }

  /// The path of the first image of a run.
  func path(_ result: ToolResult) throws -> String {
    try #require(result.expect(exit: 0).records(as: .image).first?["path"]?.string)
  }

  /// All files of the store, complete or not, without the index.
  var images: [String] {
    sandbox.files.filter { $0.hasPrefix("work/photos/") && !$0.contains("/.wireline-") }
      .map { String($0.dropFirst("work/".count)) }
  }

  /// The records of a plan, or of an operation on the store.
  func parsedLines(_ result: ToolResult) throws -> [Record] {
    try result.lines.map { line throws(StrictJSONError) in try Record(line) }
  }
}
