import TestSupport
import Testing
import WirelineCore
import WirelineRequests

@Suite struct SentSecretsTests {
  private static let secret = "hunter2/SECRET+marker=="

  private func secrets(_ headers: HeaderFields = [:], url: String = "http://h/") throws
    -> SentSecrets
  {
    let secrets = SentSecrets()
    secrets.note(headers)
    secrets.note(try RequestURL(url))
    return secrets
  }

  @Test(
    arguments: [
      ["Authorization": "Bearer \(secret)"], ["X-Api-Key": secret],
      ["Cookie": "a=1; sid=\(secret)"],
      ["proxy-authorization": "Basic \(secret)"], ["Authorization": secret],
    ] as [HeaderFields])
  func masksSecretsOfFields(headers: HeaderFields) throws {
    #expect(
      try secrets(headers).masked("got \(Self.secret), twice \(Self.secret)!")
        == "got REDACTED, twice REDACTED!")
  }

  @Test(arguments: ["api_key", "access_token", "key"])
  func masksSecretParameterInAnyEncoding(name: String) throws {
    let secrets = try secrets(url: "http://h/?a=parameter&\(name)=hunter2+SECRET%2Fmarker")

    for text in ["hunter2+SECRET%2Fmarker", "hunter2 SECRET/marker", "hunter2%20SECRET%2fmarker"] {
      #expect(secrets.masked("(\(text))") == "(REDACTED)")
    }
    #expect(secrets.masked("parameter") == "parameter")
  }

  /// JSON with unnecessary escapes, and percent-encoding.
  @Test(arguments: [
    secret, #"hunter2\/SECRET+marker=="#, #"hunter2\/SECRET\u002Bmarker\u003d="#,
    "hunter2%2FSECRET%2bmarker%3D%3D", #"\u0068unter2/SECRET+marker=="#,
    "%68unter2/SECRET+marker==",
  ])
  func masksEscapedSecret(text: String) throws {
    let secrets = try secrets(["Authorization": "Bearer \(Self.secret)"])

    #expect(secrets.masked("\"a \(text)\"") == "\"a REDACTED\"")
  }

  @Test func ignoresEscapedBackslashBeforeSecret() throws {
    let secrets = try secrets(["X-Api-Key": "n0tasecret"])

    #expect(secrets.masked(#""\\n0tasecret""#) == #""\\REDACTED""#)
    #expect(secrets.masked(#""\nn0tasecret""#) == #""\nREDACTED""#)
  }

  @Test func ignoresShortWordsAndSchemes() throws {
    let secrets = try secrets(["Authorization": "Negotiate short", "Cookie": "a=b"])

    #expect(secrets.masked("Negotiate short a=b") == "Negotiate short a=b")
  }

  @Test func masksLongerSecretFirst() throws {
    let secrets = try secrets(["X-Api-Key": "12345678", "Authorization": "12345678abc"])

    #expect(secrets.masked("12345678abc 12345678") == "REDACTED REDACTED")
  }

  /// Cuts the text at every position: the beginning of the secret is never shown.
  @Test(arguments: [secret, #"hunter2\/SECRET\u002Bmarker=="#])
  func hidesPartialSecretAtCut(written: String) throws {
    let secrets = try secrets(["X-Api-Key": Self.secret])
    let text = Array("got: \(written) thanks".utf8)

    for end in 0...text.count {
      let cut = Array(text[..<end])
      let shown = String(decoding: secrets.masked(cut, isCut: true), as: UTF8.self)
      #expect(!shown.contains("hu") && "got: REDACTED thanks".hasPrefix(shown), "\(shown)")
    }
    #expect(secrets.masked("got: h") == "got: h", "the text is complete")
  }

  @Test func remembersLatestSecrets() {
    let secrets = SentSecrets()
    for number in 1000..<1100 {
      secrets.note("the-own-key")
      secrets.note("secret-\(number)")
    }

    #expect(secrets.masked("the-own-key secret-1099 secret-1040") == "REDACTED REDACTED REDACTED")
  }

  @Test func survivesArbitraryBytes() {
    var random = SeededGenerator(seed: 6)
    let secrets = SentSecrets()
    secrets.note(#"\%u00\/"%%"#)
    for _ in 0..<3000 {
      let bytes = (0..<Int.random(in: 0..<40, using: &random)).map { _ in
        Array(#"\%u0/"25cC"#.utf8).randomElement(using: &random) ?? 0
      }
      #expect(secrets.masked(bytes, isCut: true).count <= bytes.count + 8)
    }
  }
}
