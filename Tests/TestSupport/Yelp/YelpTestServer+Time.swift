import Glibc

extension YelpTestServer {
  /// The time in 24 hours in the format of the API: `2026-11-22T00:00:00+00:00`.
  ///
  /// The API resets quotas at midnight: in a test that runs across it, the quota would expire.
  static func tomorrow() -> String {
    var seconds = time(nil) + 86_400
    var parts = tm()
    gmtime_r(&seconds, &parts)
    var text = [CChar](repeating: 0, count: 32)
    let count = strftime(&text, text.count, "%Y-%m-%dT%H:%M:%S+00:00", &parts)
    return String(decoding: text.prefix(count).map { UInt8(bitPattern: $0) }, as: UTF8.self)
  }
}
