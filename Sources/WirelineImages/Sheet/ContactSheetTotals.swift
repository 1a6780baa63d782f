/// What a contact sheet counts.
struct ContactSheetTotals {
  private(set) var entries = 0
  private(set) var failures = 0
  /// Of all files, as far as their sizes are known.
  private(set) var bytes = 0
  private(set) var formats: [String: Int] = [:]
  private(set) var codes: [String: Int] = [:]

  mutating func add(_ entry: ContactSheet.Entry) {
    entries += 1
    if let code = entry.errorCode {
      failures += 1
      Self.count(code, in: &codes)
      return
    }
    let (sum, overflows) = bytes.addingReportingOverflow(entry.bytes ?? 0)
    bytes = overflows ? .max : sum
    if let format = entry.format { Self.count(format, in: &formats) }
  }

  /// `1,200 entries · 1,150 images · 50 failed · 1.2 GB`.
  var summary: String {
    [
      "\(Self.grouped(entries)) \(entries == 1 ? "entry" : "entries")",
      "\(Self.grouped(entries - failures)) \(entries - failures == 1 ? "image" : "images")",
      "\(Self.grouped(failures)) failed", Self.size(bytes),
    ].joined(separator: " · ")
  }

  /// `1,000 jpeg · 150 png`, the most frequent first.
  static func list(_ counts: [String: Int]) -> String {
    counts.sorted { ($1.value, $0.key) < ($0.value, $1.key) }
      .map { "\(grouped($0.value)) \($0.key)" }.joined(separator: " · ")
  }

  /// Decimal units: 999 B, 1.5 kB, 15 kB, 1.2 GB.
  static func size(_ bytes: Int) -> String {
    guard bytes >= 1000 else { return "\(bytes) B" }
    var value = Double(bytes) / 1000
    var units = ["kB", "MB", "GB", "TB"][...]
    while value >= 999.5, units.count > 1 {
      value /= 1000
      units.removeFirst()
    }
    let tenths = (value * 10).rounded()
    let digits =
      tenths < 100 ? "\(Int(tenths) / 10).\(Int(tenths) % 10)" : grouped(Int(value.rounded()))
    return "\(digits) \(units.first ?? "")"
  }

  /// `1,234,567`.
  static func grouped(_ number: Int) -> String {
    var text = ""
    let digits = String(number.magnitude)
    for (place, digit) in zip((0..<digits.utf8.count).reversed(), digits) {
      text.append(digit)
      if place > 0, place % 3 == 0 { text.append(",") }
    }
    return number < 0 ? "-\(text)" : text
  }

  /// Formats and codes are few; should a caller think otherwise, memory stays bounded.
  private static func count(_ name: String, in counts: inout [String: Int]) {
    if counts.count < 256 || counts[name] != nil { counts[name, default: 0] += 1 }
  }
}
