/// BMP: the file header, the information header, and the raster.
struct BMPFile: StructureValidator {
  private enum Step { case file, information, raster }

  private var step = Step.file
  private var fileBytes = 0
  private var rasterStart = 0
  private var headerBytes = 0
  private var end = 0

  var first: ReadRequest { .field(18, after: 0) }

  mutating func read(_ field: StructureField, at offset: Int) -> ReadRequest {
    switch step {
    case .file:
      guard field.starts(with: Array("BM".utf8)) else { return .invalid("missing BMP signature") }
      fileBytes = field.little(2, 4)
      rasterStart = field.little(10, 4)
      headerBytes = field.little(14, 4)
      guard headerBytes == 12 || (16...(1 << 16)).contains(headerBytes) else {
        return .invalid("invalid length of the information header")
      }
      step = .information
      // Ends with the profile of BITMAPV5HEADER.
      return .field(min(headerBytes - 4, 120), after: 0)
    case .information:
      step = .raster
      return headerBytes == 12 ? coreHeader(field) : infoHeader(field)
    case .raster: return .run
    }
  }

  func result(at total: Int) -> ValidationResult {
    guard step == .raster else { return .invalid("ends inside the header") }
    guard total >= end else { return .invalid("has \(total) of \(end) bytes") }
    return total > max(end, fileBytes) ? .trailing : .complete
  }

  private mutating func coreHeader(_ field: StructureField) -> ReadRequest {
    raster(field.little(0, 2), field.little(2, 2), field.little(6, 2))
  }

  private mutating func infoHeader(_ field: StructureField) -> ReadRequest {
    // A short OS/2 header reads as 0 past its end, which is the default.
    switch field.little(12, 4) {
    // Run lengths, JPEG, PNG. In an OS/2 header 3 means a fax encoding.
    case 1, 2, 4, 5: end = packedEnd(field.little(16, 4))
    case 3 where headerBytes == 64: end = packedEnd(field.little(16, 4))
    default:
      // A negative height means rows from the top.
      let height = Int(Int32(truncatingIfNeeded: field.little(4, 4)).magnitude)
      let next = raster(field.little(0, 4), height, field.little(10, 2))
      guard case .run = next else { return next }
    }
    if headerBytes >= 124 {
      // The profile's offset counts from the information header.
      let profile = field.little(108, 4)
      if profile > 0 { end = max(end, 14 + profile + field.little(112, 4)) }
    }
    return .run
  }

  private func packedEnd(_ imageBytes: Int) -> Int {
    imageBytes > 0 ? rasterStart + imageBytes : max(rasterStart, fileBytes)
  }

  /// Rows are padded to a multiple of four bytes.
  private mutating func raster(_ width: Int, _ height: Int, _ bits: Int) -> ReadRequest {
    guard width > 0, height > 0, [1, 2, 4, 8, 16, 24, 32].contains(bits) else {
      return .invalid("invalid image size in the header")
    }
    let row = (width * bits + 31) / 32 * 4
    let (bytes, isTooLarge) = row.multipliedReportingOverflow(by: height)
    guard !isTooLarge, bytes < 1 << 60 else {
      return .invalid("invalid image size in the header")
    }
    end = rasterStart + bytes
    return .run
  }
}

/// ICO and CUR: a directory, and images anywhere after it.
struct IconDirectory: StructureValidator {
  private var entries: Int?
  private var left = 0
  private var end = 0

  var first: ReadRequest { .field(6, after: 0) }

  mutating func read(_ field: StructureField, at offset: Int) -> ReadRequest {
    guard let entries else {
      let count = field.little(4, 2)
      guard field.little(0, 2) == 0, (1...2).contains(field.little(2, 2)), count > 0 else {
        return .invalid("missing icon directory")
      }
      self.entries = count
      left = count
      return .field(16, after: 0)
    }
    let (bytes, position) = (field.little(8, 4), field.little(12, 4))
    guard bytes > 0, position >= 6 + 16 * entries else {
      return .invalid("invalid location of image \(entries - left + 1)")
    }
    end = max(end, position + bytes)
    left -= 1
    return left > 0 ? .field(16, after: 0) : .run
  }

  func result(at total: Int) -> ValidationResult {
    guard entries != nil, left == 0 else { return .invalid("ends inside the directory") }
    guard total >= end else {
      return .invalid("ends at byte \(total), but its images end at byte \(end)")
    }
    return total > end ? .trailing : .complete
  }
}

/// PSD and PSB: four sections with lengths, and the merged image.
struct PhotoshopSections: StructureValidator {
  private enum Step { case header, colours, resources, layers, compression, rowLengths, image }

  private var step = Step.header
  private var isLarge = false
  private var rows = 0
  private var rowBytes = 0
  private var rowsLeft = 0
  private var end = 0

  var first: ReadRequest { .field(26, after: 0) }

  mutating func read(_ field: StructureField, at offset: Int) -> ReadRequest {
    let position = offset + field.count
    switch step {
    case .header: return header(field)
    case .colours:
      step = .resources
      return .field(4, after: field.big(0, 4))
    case .resources:
      step = .layers
      return .field(isLarge ? 8 : 4, after: field.big(0, 4))
    case .layers:
      step = .compression
      return .field(2, after: field.big(0, field.count))
    case .compression: return compression(field.big(0, 2), at: position)
    case .rowLengths: return rowLength(field.big(0, field.count), at: position)
    case .image: return .run
    }
  }

  func result(at total: Int) -> ValidationResult {
    guard step == .image else { return .invalid("ends before the data of the merged image") }
    guard total >= end else {
      return .invalid("ends at byte \(total), but its image ends at byte \(end)")
    }
    return end > 0 && total > end ? .trailing : .complete
  }

  /// The specification's maximum is 56; some files have 57.
  private static var mostChannels: Int { 100 }

  private mutating func header(_ field: StructureField) -> ReadRequest {
    let (version, channels) = (field.big(4, 2), field.big(12, 2))
    let (height, width, depth) = (field.big(14, 4), field.big(18, 4), field.big(22, 2))
    let sides = 1...(version == 2 ? 300_000 : 30_000)
    guard field.code(0) == "8BPS", (1...2).contains(version),
      (1...Self.mostChannels).contains(channels), sides.contains(width),
      sides.contains(height), [1, 8, 16, 32].contains(depth)
    else { return .invalid("invalid values in the header") }
    isLarge = version == 2
    rows = channels * height
    rowBytes = (width * depth + 7) / 8
    step = .colours
    return .field(4, after: 0)
  }

  private mutating func compression(_ method: Int, at position: Int) -> ReadRequest {
    step = .image
    switch method {
    case 0: end = position + rows * rowBytes
    case 1:
      step = .rowLengths
      rowsLeft = rows
      end = position + rows * (isLarge ? 4 : 2)
      return .field(isLarge ? 4 : 2, after: 0)
    // The length of deflated data is unknown without decompression.
    case 2, 3: return .field(1, after: 0)
    default: return .invalid("unknown compression of the merged image")
    }
    return .run
  }

  private mutating func rowLength(_ bytes: Int, at position: Int) -> ReadRequest {
    end = min(end + bytes, 1 << 60)
    rowsLeft -= 1
    if rowsLeft > 0 { return .field(isLarge ? 4 : 2, after: 0) }
    step = .image
    return .run
  }
}
