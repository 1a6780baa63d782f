package import WirelineCore

extension ErrorRecord {
  /// The same with `***` in the place of secrets: a service that refuses a key may say which one it
  /// was, and its words are ours to hand on.
  package func hiding(_ secrets: SentSecrets) -> ErrorRecord {
    var record = self
    record.message = secrets.masked(message, with: "***")
    record.detail = detail.map { secrets.masked($0, with: "***") }
    // What is no JSON any more would spoil the record.
    if let detail = record.detail, (try? JSONView.parse(detail)) == nil { record.detail = nil }
    return record
  }
}
