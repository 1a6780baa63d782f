import TestSupport
import Testing

/// Hostile, truncated and mutated images, which `Tests/Fuzz/run` generates and serves. `make fuzz`
/// runs more.
@Suite(.needs("python3")) struct ImgfetchPixelFuzzTests {
  @Test(arguments: ["hostile/png", "hostile/jpeg", "hostile/gif", "hostile/webp"])
  func survivesHostileImages(only: String) throws {
    try fuzz("--only", only)
  }

  @Test(arguments: ["cut/rgb.", "cut/lossy.webp"])
  func reportsTruncatedImages(only: String) throws { try fuzz("--only", only) }

  @Test(arguments: ["jpeg", "png", "gif", "webp"])
  func survivesMutatedImages(decoder: String) throws {
    try fuzz("--only", "mutated/\(decoder)", "--count", "100")
  }

  private func fuzz(_ arguments: String...) throws {
    let script = "\(Project.root)/Tests/Fuzz/run"
    let result = try Tool(path: "/usr/bin/python3", in: Sandbox()).run(
      [script, "--bin", Project.binaries] + arguments)

    result.expect(exit: 0)
    #expect(result.text.contains(" passed, 0 failed"))
  }
}
