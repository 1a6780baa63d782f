/// BMP: the file header, the information header, and the raster behind them.
struct BMPFile: StructureWalker {
  private enum Step { case file, information, raster }

  private var step = Step.file
  private var fileBytes = 0
  private var rasterStart = 0
  private var headerBytes = 0
  /// Where the last byte that a reader needs is passed.
  private var end = 0

  /// BITMAPFILEHEADER and the size of the header behind it.
  var first: StructureDemand { .field(18, after: 0) }

  mutating func take(_ field: StructureField, at offset: Int) -> StructureDemand {
    switch step {
    case .file:
      guard field.starts(with: Array("BM".utf8)) else { return .fault("no BMP signature") }
      fileBytes = field.little(2, 4)
      rasterStart = field.little(10, 4)
      headerBytes = field.little(14, 4)
      guard headerBytes == 12 || (16...(1 << 16)).contains(headerBytes) else {
        return .fault("the information header's length is impossible")
      }
      step = .information
      // Up to the profile of BITMAPV5HEADER.
      return .field(min(headerBytes - 4, 120), after: 0)
    case .information:
      step = .raster
      return headerBytes == 12 ? coreHeader(field) : infoHeader(field)
    case .raster: return .run
    }
  }

  func ending(at total: Int) -> StructureEnding {
    guard step == .raster else { return .fault("ends inside the header") }
    guard total >= end else { return .fault("\(total) bytes of the \(end) that the header tells") }
    return total > max(end, fileBytes) ? .trailing : .whole
  }

  private mutating func coreHeader(_ field: StructureField) -> StructureDemand {
    raster(field.little(0, 2), field.little(2, 2), field.little(6, 2))
  }

  private mutating func infoHeader(_ field: StructureField) -> StructureDemand {
    // Past the end of a short OS/2 header all is 0, which is what it means.
    switch field.little(12, 4) {
    // Run lengths, JPEG, PNG; in an OS/2 header 3 is a fax.
    case 1, 2, 4, 5: end = packedEnd(field.little(16, 4))
    case 3 where headerBytes == 64: end = packedEnd(field.little(16, 4))
    default:
      // A negative height means rows from the top.
      let height = Int(Int32(truncatingIfNeeded: field.little(4, 4)).magnitude)
      let next = raster(field.little(0, 4), height, field.little(10, 2))
      guard case .run = next else { return next }
    }
    if headerBytes >= 124 {
      // The profile's place counts from the information header.
      let profile = field.little(108, 4)
      if profile > 0 { end = max(end, 14 + profile + field.little(112, 4)) }
    }
    return .run
  }

  private func packedEnd(_ imageBytes: Int) -> Int {
    imageBytes > 0 ? rasterStart + imageBytes : max(rasterStart, fileBytes)
  }

  /// Each row is filled up to four bytes.
  private mutating func raster(_ width: Int, _ height: Int, _ bits: Int) -> StructureDemand {
    guard width > 0, height > 0, [1, 2, 4, 8, 16, 24, 32].contains(bits) else {
      return .fault("the header's size of the image is impossible")
    }
    let row = (width * bits + 31) / 32 * 4
    let (bytes, isTooLarge) = row.multipliedReportingOverflow(by: height)
    guard !isTooLarge, bytes < 1 << 60 else {
      return .fault("the header's size of the image is impossible")
    }
    end = rasterStart + bytes
    return .run
  }
}
