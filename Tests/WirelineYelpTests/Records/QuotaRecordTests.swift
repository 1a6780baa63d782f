import Testing

@testable import WirelineCore
@testable import WirelineYelp

@Suite struct QuotaRecordTests {
  private func text(_ quota: YelpQuota, now: Int) -> String {
    String(decoding: quota.recordBytes(now: now), as: UTF8.self)
  }

  @Test func writesAllKnownFields() {
    var quota = YelpQuota()
    quota.note(
      YelpRateHeaders(
        dailyLimit: 500, remaining: 490, resourceDailyLimit: 100, resourceRemaining: 99,
        resetAt: 1_711_584_000), now: 1_711_540_800)

    #expect(
      text(quota, now: 1_711_540_860)
        == #"{"ref":1,"daily_limit":500,"remaining":490,"resource_daily_limit":100,"#
        + #""resource_remaining":99,"reset_at":"2024-03-28T00:00:00Z","#
        + #""updated_at":"2024-03-27T12:00:00Z","age_s":60}"# + "\n")
  }

  @Test func omitsUnknownFields() {
    var quota = YelpQuota()
    #expect(text(quota, now: 0) == "{\"ref\":1}\n")
    _ = quota.exhaust(YelpRateHeaders(), now: 50)
    #expect(
      text(quota, now: 40)
        == #"{"ref":1,"remaining":0,"reset_at":"1970-01-02T00:00:00Z","#
        + #""updated_at":"1970-01-01T00:00:50Z","age_s":0}"# + "\n")
  }
}
