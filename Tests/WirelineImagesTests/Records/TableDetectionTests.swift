import Testing

@testable import WirelineImages

@Suite struct TableDetectionTests {
  static let firstLines: [(String, String?)] = [
    ("http://h/a,b.jpg", nil), ("http://h/a,http://h/b", nil), ("{\"url\":\"x\",\"b\":1}", nil),
    ("\"http://h/a\"", nil), ("\"http://h/w_9,h_9/a.jpg\"", nil),
    ("example.com/a,b.jpg", nil), ("hello, world", nil), ("", nil), ("# id,url", nil),
    ("\"http://h/a\",\"b\"", "csv"),
    ("id,url,caption", "csv"), ("URL,TEXT", "csv"), ("SAMPLE_ID,link", "csv"),
    ("\"url\",\"text\"", "csv"), ("1,http://h/a.jpg,A cat", "csv"), ("url\tcaption", "tsv"),
    ("url", "csv"), ("url;caption", "csv"), ("url;size (px)", "csv"), ("photo", nil),
    ("http://h/a;b", nil), ("example.com/a;b", nil), ("http://h/a.jpg\tA cat", "tsv"),
    ("Image Name,url", "csv"),
  ]

  @Test(arguments: firstLines) func recognizesTable(line: String, format: String?) {
    let refusal = ImageInputOptions.refusal(
      of: Array(line.utf8), urlNames: ["image_url", "URL"], nil)

    #expect(
      refusal
        == format.map { "the input is a table, not a list of URLs; use --input-format \($0)" })
  }
}
