import Testing
import WirelineCore

@Suite struct ExitStatusTests {
  /// The table of the contract.
  static let table: [(codes: String, status: Int32)] = [
    ("no_url invalid_url", 3), ("dns", 6), ("connect offline forbidden_address", 7),
    ("truncated", 18), ("http_status api_error not_found empty_body robots", 22), ("write", 23),
    ("read forbidden_file", 26), ("timeout deadline queue_expired", 28), ("tls", 35),
    ("redirect_limit redirect_forbidden", 47), ("protocol", 56), ("content_encoding", 61),
    ("body_too_large", 63),
    (
      "invalid_input decode not_an_image unsupported_format processing_failed damaged_image "
        + "image_rejected hash_mismatch content_refused replay_miss", 65
    ),
    ("no_data", 69), ("internal", 70), ("locked rate_limited quota_exhausted", 75),
    ("unauthorized", 77), ("favorite_limit not_favorite", 1), ("cancelled", 130),
  ]

  @Test(arguments: table)
  func mapsErrorCodesToStatuses(codes: String, status: Int32) throws {
    for name in codes.split(separator: " ") {
      let code = try #require(ErrorCode(rawValue: String(name)))

      #expect(ExitStatus(code).rawValue == status)
    }
  }

  @Test func coversEveryErrorCode() {
    let names = Self.table.flatMap { $0.codes.split(separator: " ").map(String.init) }

    #expect(Set(names) == Set(ErrorCode.allCases.map(\.rawValue)))
  }

  @Test func distinguishesStatusesOfOneCode() {
    #expect(ExitStatus(.tls, distinction: .peerNotVerified).rawValue == 60)
    #expect(ExitStatus(.truncated, distinction: .noResponse).rawValue == 52)
    #expect(ExitStatus(.internal, distinction: .systemRefusal).rawValue == 71)
    #expect(ExitStatus(.dns, distinction: .noResponse).rawValue == 6)
  }
}
