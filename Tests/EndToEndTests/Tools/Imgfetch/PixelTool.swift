import TestSupport
import Testing

/// `imgfetch` with a server of the images of `PixelFixture` and the sandbox, each under its name.
struct PixelTool {
  let sandbox: Sandbox
  let server: LoopbackServer

  init() throws {
    let sandbox = try Sandbox()
    self.sandbox = sandbox
    server = try LoopbackServer { request in
      let name = String(request.path.dropFirst())
      let image = (try? sandbox.read("served/\(name)")) ?? (try? PixelFixture(name).bytes)
      return image.map { .ok($0, type: "application/octet-stream") } ?? .status(404)
    }
  }

  func url(_ name: String) -> String { server.url("/\(name)") }

  func fetch(_ names: [String], _ options: [String]) throws -> ToolResult {
    try Tool("imgfetch", in: sandbox).run(
      ["-o", "photos", "--retry", "0"] + options, stdin: .lines(names.map(url)))
  }

  /// The record of one image, which must not fail.
  func record(
    _ name: String, _ options: [String], sourceLocation: SourceLocation = #_sourceLocation
  ) throws -> Record {
    let result = try fetch([name], options).expect(exit: 0, sourceLocation: sourceLocation)
    let records = result.records(as: .image, sourceLocation: sourceLocation)
    return try #require(records.first, "\(result)", sourceLocation: sourceLocation)
  }

  /// The stored bytes of a record.
  func bytes(_ record: Record) throws -> [UInt8] {
    try sandbox.read(record["path"]?.string ?? "")
  }

  /// An image converted to PNG, then decoded.
  func png(
    _ name: String, _ options: String..., sourceLocation: SourceLocation = #_sourceLocation
  ) throws -> DecodedPNG {
    let options = options + ["--encode", "png"]
    let record = try record(name, options, sourceLocation: sourceLocation)
    let image = try DecodedPNG(bytes(record))
    #expect(record["format"]?.string == "png", sourceLocation: sourceLocation)
    #expect(
      record["width"]?.integer == image.width && record["height"]?.integer == image.height,
      sourceLocation: sourceLocation)
    return image
  }

  /// A result in another format, converted to PNG by a second run.
  func decoded(_ record: Record) throws -> DecodedPNG { try png(of: bytes(record)) }

  /// An image that is not a fixture, converted to PNG.
  func png(of image: [UInt8]) throws -> DecodedPNG {
    try sandbox.write("served/image", image)
    let second = try Tool("imgfetch", in: sandbox)(
      "-o", "decoded", "--encode", "png", "--refresh", url("image"))
    let png = try #require(second.expect(exit: 0).records(as: .image).first)
    return try DecodedPNG(bytes(png))
  }

  /// The images in the store; hidden files are others.
  var images: [String] {
    sandbox.files.filter { $0.hasPrefix("work/photos/") && !$0.contains("/.") }
  }
}
