import TestSupport
import Testing

@testable import WirelineCore
@testable import WirelineReq
@testable import WirelineRequests

@Suite struct PartialDownloadTests {
  private let part = PartialDownload(length: 5, validator: "\"v1\"")

  @Test func requestsRestOfSameVersion() {
    #expect(part.headers == ["Range": "bytes=5-", "If-Range": "\"v1\""])
  }

  @Test(
    arguments: [
      (206, "bytes 5-9/10", "\"v1\"", PartialDownload.Use.append(total: 10)),
      (206, "bytes 5-9/*", nil, .append(total: nil)), (206, "bytes 5-7/10", "\"v1\"", .useless),
      (206, "bytes 0-9/10", "\"v1\"", .useless), (206, "bytes 6-9/10", "\"v1\"", .useless),
      (206, "bytes 5-9/10", "\"v2\"", .useless), (206, "bytes 5-9/10", "W/\"v1\"", .useless),
      (206, "nonsense", nil, .useless), (206, nil, nil, .useless), (200, nil, "\"v1\"", .restart),
      (416, "bytes */5", nil, .complete), (416, "bytes */5", "\"v2\"", .useless),
      (416, "bytes */9", nil, .useless), (416, nil, nil, .useless), (404, nil, nil, .restart),
    ] as [(Int, String?, String?, PartialDownload.Use)])
  func interpretsResponses(status: Int, range: String?, tag: String?, use: PartialDownload.Use) {
    var headers = HeaderFields()
    if let range { headers.append("Content-Range", range) }
    if let tag { headers.append("ETag", tag) }

    #expect(part.use(of: ResponseHead(status: status, headers: headers)) == use)
  }

  @Test(
    arguments: [
      (["ETag": "\"a\""], "\"a\""), (["ETag": "W/\"a\""], nil), ([:], nil),
      (
        [
          "Last-Modified": "Sun, 06 Nov 1994 08:49:37 GMT", "Date": "Sun, 06 Nov 1994 08:50:37 GMT",
        ], "Sun, 06 Nov 1994 08:49:37 GMT"
      ),
      (
        [
          "Last-Modified": "Sun, 06 Nov 1994 08:49:37 GMT", "Date": "Sun, 06 Nov 1994 08:50:36 GMT",
        ], nil
      ),
      (["Last-Modified": "Sun, 06 Nov 1994 08:49:37 GMT"], nil),
    ] as [(HeaderFields, String?)])
  func usesOnlyStrongValidators(headers: HeaderFields, validator: String?) {
    #expect(PartialDownload.validator(of: headers) == validator)
  }

  @Test(
    arguments: [
      (["ETag": "\"a\""], "\"a\""), (["ETag": "\"a\"", "Content-Encoding": "identity"], "\"a\""),
      (["ETag": "\"a\"", "Content-Encoding": "gzip"], nil), ([:], nil),
    ] as [(HeaderFields, String?)])
  func encodedResponseIsNotResumable(headers: HeaderFields, mark: String?) {
    #expect(PartialDownload.mark(of: headers) == mark)
  }

  @Test func doesNotAppendEncodedRange() {
    let head = ResponseHead(
      status: 206, headers: ["Content-Range": "bytes 5-9/10", "Content-Encoding": "gzip"])
    #expect(part.use(of: head) == .useless)
  }

  @Test(arguments: [
    "bytes", "bytes 5-9", "bytes 9-5/10", "bytes 5-10/10", "bytes */*", "items 1-2/3", "bytes -5/9",
    "bytes 99999999999999999999-1/2", "",
  ])
  func rejectsInvalidContentRange(text: String) { #expect(ContentRange(text) == nil) }

  @Test func survivesArbitraryContentRange() {
    for text in SeededGenerator.texts(like: "bytes 5-9/10") { _ = ContentRange(text) }
  }
}
