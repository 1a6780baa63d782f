/// The values, in the form of a key.
struct ScanKey: CodingKey {
  let values: ScannedValues

  var stringValue: String { "" }
  var intValue: Int? { nil }

  init(values: ScannedValues) { self.values = values }
  init?(stringValue: String) { nil }
  init?(intValue: Int) { nil }
}
