/// Small valid images, generated so that no binary files are committed.
package enum SampleImage {
  /// A grey image. `shade` distinguishes its bytes from those of other images.
  package static func png(width: Int, height: Int, shade: UInt8 = 128) -> [UInt8] {
    let row = [0] + [UInt8](repeating: shade, count: width)
    return png(
      width: width, height: height,
      rows: [UInt8]([[UInt8]](repeating: row, count: height).joined()))
  }

  /// A grey image of noise, which cannot be compressed.
  package static func noise(width: Int, height: Int) -> [UInt8] {
    var random = SeededGenerator(seed: 23)
    var rows: [UInt8] = []
    for _ in 0..<height {
      rows.append(0)
      for _ in 0..<width { rows.append(UInt8.random(in: 0...255, using: &random)) }
    }
    return png(width: width, height: height, rows: rows)
  }

  private static func png(width: Int, height: Int, rows: [UInt8]) -> [UInt8] {
    [0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]
      + chunk("IHDR", bigEndian(width) + bigEndian(height) + [8, 0, 0, 0, 0])
      + chunk("IDAT", Gzip.zlib(rows)) + chunk("IEND", [])
  }

  package static func chunk(_ name: String, _ content: [UInt8]) -> [UInt8] {
    let named = Array(name.utf8) + content
    return bigEndian(content.count) + named + bigEndian(Int(Gzip.crc32(named)))
  }

  private static func bigEndian(_ value: Int) -> [UInt8] {
    [24, 16, 8, 0].map { UInt8(truncatingIfNeeded: value >> $0) }
  }

  /// One frame of one colour, up to 255 pixels wide and high.
  package static func gif(width: UInt8, height: UInt8) -> [UInt8] {
    // Two colours and 2-bit LZW. A clear code before each pixel avoids a table.
    Array("GIF89a".utf8) + [width, 0, height, 0, 0x80, 0, 0, 0, 0, 0, 255, 255, 255]
      + [0x2c, 0, 0, 0, 0, width, 0, height, 0, 0, 2] + pixels(Int(width) * Int(height))
      + [0, 0x3b]
  }

  /// Codes of 3 bits: 4 (clear) and 0 for each pixel, then 5 (end), in blocks of at most 255 bytes.
  private static func pixels(_ count: Int) -> [UInt8] {
    var packed: [UInt8] = []
    var (bits, held) = (0, 0)
    for code in (0..<count).flatMap({ _ in [4, 0] }) + [5] {
      bits |= code << held
      held += 3
      while held >= 8 {
        packed.append(UInt8(bits & 0xff))
        (bits, held) = (bits >> 8, held - 8)
      }
    }
    if held > 0 { packed.append(UInt8(bits)) }
    return stride(from: 0, to: packed.count, by: 255).flatMap { start in
      let block = packed[start..<min(start + 255, packed.count)]
      return [UInt8(block.count)] + block
    }
  }

  /// A JPEG with valid headers and a scan of one byte, for tests that only read the headers.
  package static func jpegHeader(width: Int, height: Int) -> [UInt8] {
    let size = Array(bigEndian(height).suffix(2) + bigEndian(width).suffix(2))
    return [0xff, 0xd8, 0xff, 0xe0, 0, 16] + Array("JFIF".utf8) + [0, 1, 1, 0, 0, 1, 0, 1, 0, 0]
      + [0xff, 0xc0, 0, 11, 8] + size + [1, 1, 0x11, 0]
      + [0xff, 0xda, 0, 8, 1, 1, 0, 0, 63, 0, 0x7f, 0xff, 0xd9]
  }
}
