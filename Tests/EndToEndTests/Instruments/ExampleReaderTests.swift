import TestSupport
import Testing

@Suite struct ExampleReaderTests {
  @Test func findsMarkdownBlocks() throws {
    let text = """
      Text.
      ```sh
      not this
      ```
      <!-- test: cities exit=1 prints=Paris -->

      ```console
      $ cities-find paris \\
        | head
      Paris |
      ...
      ```
      <!-- test -->
      ```
      two
      ```
      """

    let examples = ExampleReader.markdown(text, file: "README.md")

    try #require(examples.count == 2)
    #expect(examples[0].script == "cities-find paris \\\n  | head")
    #expect(examples[0].output == ["Paris |", "..."])
    #expect(examples[0].world == .cities && examples[0].exit == 1)
    #expect(examples[0].prints == ["Paris"])
    #expect(examples[0].description == "README.md:5")
    #expect(examples[1].script == "two" && examples[1].world == .empty)
  }

  @Test func findsAndUnescapesManualLines() throws {
    let text = #"""
      .Sh EXAMPLES
      .\" test: server odd
      .Dl req \-\-json \(aq{"a":"\e"}\(aq https://example.com/
      .Pp
      .\" just a comment
      .Dl not this
      .\" test
      .Bd -literal -offset indent
      one
      \&.two
      .Ed
      prints
      .\" output
      .Bd -literal -offset indent
      {"a":"\e"}
      .Ed
      """#

    let examples = ExampleReader.manual(text, file: "man/req.1")

    try #require(examples.count == 2)
    #expect(examples[0].script == #"req --json '{"a":"\"}' https://example.com/"#)
    #expect(examples[0].world == .server && examples[0].unknownWords == ["odd"])
    #expect(examples[1].script == "one\n.two")
    #expect(examples.map(\.output) == [[], [#"{"a":"\"}"#]])
  }

  @Test(arguments: [
    ("a*", "a*", true), ("a*", "ab", false), ("a", "ba", false), ("a...", "abc", true),
    ("...c", "cd", false), ("a...b...c", "axbbc", true), ("a       b", "a\tb", true),
  ])
  func comparesLines(shown: String, printed: String, isMatch: Bool) {
    #expect(Example.matches(shown, printed) == isMatch)
  }
}
