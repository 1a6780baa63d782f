/// The first directory of a TIFF file (TIFF 6.0 §2), a BigTIFF file, or EXIF data.
struct TIFFDirectory {
  private let bytes: ByteReader
  private let isBigEndian: Bool
  private let isBigTIFF: Bool
  private let first: Int

  /// Nil for other content, and if the bytes end inside the header.
  init?(_ bytes: ByteReader) {
    guard let order = bytes.big16(0), order == 0x4949 || order == 0x4D4D else { return nil }
    self.bytes = bytes
    isBigEndian = order == 0x4D4D
    let number = { [isBigEndian] (offset: Int, width: Int) in
      bytes.number(offset, bytes: width, isBigEndian: isBigEndian)
    }
    switch number(2, 2) {
    case 42:
      guard let offset = number(4, 4) else { return nil }
      (isBigTIFF, first) = (false, offset)
    case 43:
      guard number(4, 2) == 8, number(6, 2) == 0, let offset = number(8, 8) else { return nil }
      (isBigTIFF, first) = (true, offset)
    default: return nil
    }
  }

  /// The first value of each given tag that has an integer type.
  func values(of tags: Set<Int>) -> [Int: Int] {
    var found: [Int: Int] = [:]
    guard let count = number(first, countBytes) else { return found }
    var entry = first + countBytes
    for _ in 0..<count {
      // Ends with the bytes, whatever the count is.
      guard let tag = number(entry, 2) else { break }
      if tags.contains(tag), found[tag] == nil { found[tag] = value(entry) }
      entry += entryBytes
    }
    return found
  }

  /// The number of directories; nil if the chain leaves the available bytes or is circular.
  var chainLength: Int? {
    var (offset, length) = (first, 0)
    while offset != 0 {
      guard let count = number(offset, countBytes),
        let next = number(offset + countBytes + min(count, 1 << 40) * entryBytes, offsetBytes)
      else { return nil }
      length += 1
      // More directories than bytes: the chain is circular.
      guard length <= bytes.count else { return nil }
      offset = next
    }
    return length
  }

  /// The EXIF orientation, 1…8 (EXIF 2.32 §4.6.4).
  var orientation: Int? {
    values(of: [274])[274].flatMap { (1...8).contains($0) ? $0 : nil }
  }

  private var countBytes: Int { isBigTIFF ? 8 : 2 }
  private var offsetBytes: Int { isBigTIFF ? 8 : 4 }
  private var entryBytes: Int { isBigTIFF ? 20 : 12 }

  private func number(_ offset: Int, _ width: Int) -> Int? {
    bytes.number(offset, bytes: width, isBigEndian: isBigEndian)
  }

  /// The value of an entry; if the values are stored elsewhere, the first of them.
  private func value(_ entry: Int) -> Int? {
    let widths = [1: 1, 3: 2, 4: 4, 9: 4, 16: 8]
    guard let type = number(entry + 2, 2), let width = widths[type],
      let count = number(entry + 4, offsetBytes), count > 0
    else { return nil }
    let field = entry + 4 + offsetBytes
    if min(count, 8) * width <= offsetBytes { return number(field, width) }
    return number(field, offsetBytes).flatMap { number($0, width) }
  }
}
