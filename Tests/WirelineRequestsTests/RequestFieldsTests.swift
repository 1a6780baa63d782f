import Testing

@testable import WirelineCore
@testable import WirelineRequests

@Suite struct RequestFieldsTests {
  private struct Key: CredentialSource {
    func fill(_ request: inout RequestSpecification) throws(RequestError) {
      request.headers.set("Authorization", "Bearer secret-token")
    }
  }

  private func request(
    _ url: String = "http://h/", headers: HeaderFields = [:]
  ) throws -> RequestSpecification {
    RequestSpecification(url: try RequestURL(url), headers: headers)
  }

  @Test func prefersFieldsOfTheRequest() throws {
    let fields = RequestFields(["Accept": "*/*", "User-Agent": "run"])

    let complete = fields.complete(try request(headers: ["accept": "text/html"]))

    #expect(complete.headers == ["accept": "text/html", "User-Agent": "run"])
  }

  @Test func derivesFieldsFromBodyAndURL() throws {
    var request = try request("http://u:p@h/")
    request.body = .bytes([1], mediaType: "a/b")

    let headers = RequestFields(["Accept": "*/*"]).complete(request).headers

    #expect(headers == ["Accept": "*/*", "Content-Type": "a/b", "Authorization": "Basic dTpw"])
  }

  @Test func omitsSuppressedFields() throws {
    var fields = RequestFields(["Accept": "*/*"])
    fields.suppressed = ["authorization", "content-type"]
    var request = try request("http://u:p@h/")
    request.body = .bytes([1], mediaType: "a/b")
    request.suppressedHeaders = ["accept"]

    #expect(fields.complete(request).headers.isEmpty)
  }

  @Test func sendsNoCredentialsOfTheRunToAnotherOrigin() throws {
    let fields = RequestFields(["Authorization": "Bearer secret-token", "Accept": "*/*"])
    var request = try request()
    request.isCrossOrigin = true

    #expect(fields.complete(request).headers == ["Accept": "*/*"])
  }

  @Test func answersChallengesWithLoginOfEachURL() throws {
    var fields = RequestFields()
    fields.answersBasic = true

    let login = fields.login(for: try RequestURL("http://u:p@a/"))

    #expect(login?.password == "p")
    #expect(fields.login(for: try RequestURL("http://b/")) == nil)
    #expect(fields.complete(try request("http://u:p@a/")).headers.isEmpty)
  }

  @Test func showsAndMasksCredentials() throws {
    var fields = RequestFields()
    #expect(!fields.isAuthorized(try request()))

    fields.credentials = Key()

    #expect(fields.isAuthorized(try request()))
    #expect(fields.complete(try request()).headers.isEmpty)
    #expect(fields.sent(try request()).headers["Authorization"] == "Bearer secret-token")
    #expect(fields.secrets(of: try request()).masked("a secret-token", with: "***") == "a ***")
  }

  @Test func describesFieldsOfRecords() throws {
    var fields = RequestFields(["A": "1", "B": "2"])
    fields.suppressed = ["B", "C"]
    var request = try request()
    request.suppressedHeaders = ["A"]

    let described = fields.described(request)

    #expect(described.headers == ["B": "2"])
    #expect(described.suppressedHeaders == ["A", "C"])
  }

  @Test(arguments: [(nil, [], "gzip"), ("br", [], "br"), (nil, ["accept-encoding"], nil)])
  func acceptsEncodings(given: String?, suppressed: [String], accepted: String?) {
    var fields = RequestFields(given.map { ["Accept-Encoding": $0] } ?? [:])
    fields.suppressed = suppressed

    fields.accept(encodings: "gzip")

    #expect(fields.defaults["Accept-Encoding"] == accepted)
  }
}
