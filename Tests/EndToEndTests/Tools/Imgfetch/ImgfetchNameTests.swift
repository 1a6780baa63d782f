import TestSupport
import Testing

/// Images named by a template.
@Suite struct ImgfetchNameTests: ImgfetchSuite {
  let sandbox: Sandbox

  init() throws { sandbox = try Sandbox() }

  private func serve() throws -> LoopbackServer {
    try LoopbackServer { request in
      let shade = UInt8(truncatingIfNeeded: request.path.utf8.reduce(0) { $0 + Int($1) })
      return .ok(SampleImage.png(width: 7, height: 5, shade: shade), type: "image/png")
    }
  }

  @Test func namesRowsOfTable() throws {
    let server = try serve()
    let rows = ["url,kind,name"] + (1...3).map { "\(server.url("/\($0)")),cups,white \($0)" }
    try sandbox.write("list.csv", rows.joined(separator: "\n") + "\n")

    let result = try fetch("-i", "list.csv", "--name", "{kind}/{name}.{ext}").expect(exit: 0)

    let paths = (1...3).map { "photos/cups/white \($0).png" }
    #expect(result.records(as: .image).map { $0["path"]?.string } == paths)
    #expect(images == paths)
    try fetch("--verify-store").expect(exit: 0)
    let again = try fetch("-i", "list.csv", "--name", "{kind}/{name}.{ext}").expect(exit: 0)
    #expect(again.records(as: .image).map { $0["path"]?.string } == paths)
    #expect(server.requestCount == 3)
  }

  @Test(arguments: ["{paths}", "{basenam}.{ext}"])
  func refusesFieldsOfPlainURLs(template: String) throws {
    let server = try LoopbackServer.forbidden()
    let url = server.url("/cup.png")
    let field = template.prefix { $0 != "}" }.dropFirst()
    let reason = "--name needs the field \"\(field)\", which a plain URL does not have"
    let properties = "use the properties ref, line, host, dir, path, basename, stem, date, ext,"

    let named = try fetch("--name", template, url).expect(exit: 2)
    let listed = try fetch("--name", template, stdin: .lines(["# urls", "", url, url]))

    named.expect(says: reason, properties)
    listed.expect(exit: 26).expect(says: "\(reason); \(properties)")
    #expect(named.lines.isEmpty && listed.lines.isEmpty)
  }
}
