/// ICO and CUR: a directory, and images anywhere behind it.
struct IconDirectory: StructureWalker {
  private var entries: Int?
  private var left = 0
  /// Where the last image ends.
  private var end = 0

  var first: StructureDemand { .field(6, after: 0) }

  mutating func take(_ field: StructureField, at offset: Int) -> StructureDemand {
    guard let entries else {
      let count = field.little(4, 2)
      guard field.little(0, 2) == 0, (1...2).contains(field.little(2, 2)), count > 0 else {
        return .fault("no icon directory")
      }
      self.entries = count
      left = count
      return .field(16, after: 0)
    }
    let (bytes, place) = (field.little(8, 4), field.little(12, 4))
    guard bytes > 0, place >= 6 + 16 * entries else {
      return .fault("image \(entries - left + 1) of the directory has an impossible place")
    }
    end = max(end, place + bytes)
    left -= 1
    return left > 0 ? .field(16, after: 0) : .run
  }

  func ending(at total: Int) -> StructureEnding {
    guard entries != nil, left == 0 else { return .fault("ends inside the directory") }
    guard total >= end else {
      return .fault("ends at byte \(total), and its images at byte \(end)")
    }
    return total > end ? .trailing : .whole
  }
}
