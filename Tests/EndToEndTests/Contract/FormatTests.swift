import TestSupport
import Testing

/// Files that released versions have written (`Tests/Fixtures/formats`), read by the current tools
/// without a network.
@Suite struct FormatTests {
  private static let url = "http://127.0.0.1:8943"

  private static let readings: [(words: [String], stdin: [String], output: [String])] = [
    (["cities-find", "--fields", "id,name", "mona"], [], [#"{"id":2993457,"name":"Monaco"}"#]),
    (["cities-find", "--favorites", "--fields", "name"], [], [#"{"name":"Vaduz"}"#]),
    (
      ["imgfetch", "-o", "photos", "--offline", "--fields", "source,width", "\(url)/a.png"], [],
      [#"{"source":"storage","width":96}"#]
    ),
    // The second response is only in the journal, the third only on the tape.
    (
      ["req", "--journal", "journal", "--resume", "--replay", "tape", "--fields", "ref,body"],
      ["\(url)/1", "\(url)/2", "\(url)/3"],
      (1...3).map { #"{"ref":\#($0),"body":"body of /\#($0)"}"# }
    ),
    (
      // A field of the configuration, and the cookie.
      ["req", "--cookie", "jar", "--dry-run", "--fields", "headers.X-A,headers.Cookie", url], [],
      [#"{"headers.X-A":"b","headers.Cookie":"REDACTED"}"#]
    ),
    (
      ["yelp-query", "quota", "--base-url", url, "--fields", "remaining"], [],
      [#"{"remaining":123}"#]
    ),
  ]

  @Test(arguments: ["0.1.0"]) func currentToolsReadFiles(version: String) throws {
    let sandbox = try Sandbox()
    // The cookie and the day of the quota must not have expired.
    try sandbox.shell(
      """
      set -e; files='\(Project.root)/Tests/Fixtures/formats/\(version)'
      cp -r "$files/work/." .; cp -r "$files/config" "$files/data" "$files/state" ../home
      find .. -name '*.gz' -exec gunzip {} +
      soon=$(($(date +%s) + 3600))
      sed -i "s/\\t18[0-9]*\\t/\\t$soon\\t/" jar
      sed -i "s/\\(\\"reset_at\\":\\)[0-9]*/\\1$soon/" ../home/state/wireline/yelp-quota/*.json
      """
    ).expect(exit: 0)

    for (words, stdin, output) in Self.readings {
      let result = try Tool(words[0], in: sandbox).run(
        Array(words.dropFirst()), stdin: stdin.isEmpty ? .empty : .lines(stdin),
        environment: ["YELP_API_KEY": "a-key-of-the-tests"])
      #expect(result.exit == 0 && result.lines == output, "\(words)\n\(result.story)")
    }
  }
}
