internal import WirelineCore

extension YelpQuotaLedger {
  /// A file that is longer is not one of ours, in bytes: enough for a thousand
  /// processes.
  static let maximumBytes = 1 << 16
  private static let version = 1
  /// Numbers of calls, moments: with these no sum overflows.
  private static let range = -YelpRateHeaders.largestCount...YelpRateHeaders.largestCount

  /// The ledger in a file; nil for what is none, or not a whole one.
  init?(file bytes: [UInt8]) {
    guard bytes.count <= Self.maximumBytes, let root = try? JSONView.parse(bytes),
      root["quota_version"]?.integer == Self.version
    else { return nil }
    var isSound = true
    let number = { (view: JSONView, name: String) -> Int? in
      guard let member = view[name] else { return nil }
      if let value = member.integer, Self.range.contains(value) { return value }
      isSound = false
      return nil
    }
    quota.dailyLimit = number(root, "daily_limit")
    quota.remaining = number(root, "remaining")
    quota.resourceDailyLimit = number(root, "resource_daily_limit")
    quota.resourceRemaining = number(root, "resource_remaining")
    quota.resetAt = number(root, "reset_at")
    quota.updatedAt = number(root, "updated_at")
    quota.exhaustedUntil = number(root, "exhausted_until")
    quota.lost = max(number(root, "lost") ?? 0, 0)
    quota.isOvertaken = root["overtaken"]?.boolean ?? true
    for view in root["calls"]?.elements ?? [] {
      guard let owner = view["owner"]?.integer, let count = number(view, "count"),
        let changedAt = number(view, "changed_at"), owner > 0, count > 0
      else { return nil }
      calls.append(Calls(owner: owner, count: count, changedAt: changedAt))
    }
    // What has no end would hold for ever.
    guard isSound, quota.remaining == nil || quota.resetAt != nil else { return nil }
  }

  /// The file's content.
  var fileBytes: [UInt8] {
    var writer = JSONWriter()
    writer.beginObject()
    writer.member("quota_version", Self.version)
    let numbers = [
      ("daily_limit", quota.dailyLimit), ("remaining", quota.remaining),
      ("resource_daily_limit", quota.resourceDailyLimit),
      ("resource_remaining", quota.resourceRemaining), ("reset_at", quota.resetAt),
      ("updated_at", quota.updatedAt), ("exhausted_until", quota.exhaustedUntil),
      ("lost", quota.lost == 0 ? nil : quota.lost),
    ]
    for case (let name, let number?) in numbers { writer.member(name, number) }
    writer.member("overtaken", quota.isOvertaken)
    writer.key("calls")
    writer.beginArray()
    for calls in calls {
      writer.beginObject()
      writer.member("owner", calls.owner)
      writer.member("count", calls.count)
      writer.member("changed_at", calls.changedAt)
      writer.endObject()
    }
    writer.endArray()
    writer.endObject()
    writer.endLine()
    return writer.bytes
  }
}
