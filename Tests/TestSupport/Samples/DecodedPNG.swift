import CZlib

/// A PNG file with 8 bits per sample, without palette and interlacing, which the tests decode
/// without the tools' libraries.
package struct DecodedPNG: Sendable {
  package let width: Int
  package let height: Int
  /// 1 grey, 2 grey and alpha, 3 RGB, 4 RGBA.
  package let channels: Int
  /// The types of its chunks, in order.
  package let chunks: [String]
  private let pixels: [UInt8]

  package struct Invalid: Error, CustomStringConvertible {
    package let description: String
  }

  package init(_ bytes: [UInt8]) throws(Invalid) {
    guard bytes.starts(with: [0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]) else {
      throw Invalid(description: "not a PNG file")
    }
    let parts = try Self.chunks(of: bytes)
    chunks = parts.map(\.type)
    guard let header = parts.first?.content, header.count == 13, header[8] == 8, header[12] == 0,
      let channels = [0: 1, 2: 3, 4: 2, 6: 4][header[9]]
    else { throw Invalid(description: "not 8 bits without palette and interlacing") }
    self.channels = channels
    width = Self.number(header[0..<4])
    height = Self.number(header[4..<8])
    let data = parts.filter { $0.type == "IDAT" }.flatMap(\.content)
    pixels = try Self.unfiltered(
      Self.inflated(data, count: height * (width * channels + 1)), height: height,
      channels: channels)
  }

  /// The samples of a pixel.
  package subscript(x: Int, y: Int) -> [Int] {
    let start = (y * width + x) * channels
    return pixels[start..<start + channels].map(Int.init)
  }

  /// Red, green and blue of a pixel; of a grey image, three equal values.
  package func rgb(_ x: Int, _ y: Int) -> [Int] {
    let samples = self[x, y]
    return channels < 3 ? [samples[0], samples[0], samples[0]] : Array(samples.prefix(3))
  }

  /// 255 without alpha.
  package func alpha(_ x: Int, _ y: Int) -> Int {
    channels % 2 == 0 ? self[x, y][channels - 1] : 255
  }

  private static func chunks(
    of bytes: [UInt8]
  ) throws(Invalid) -> [(type: String, content: [UInt8])] {
    var parts: [(type: String, content: [UInt8])] = []
    var rest = bytes[8...]
    while rest.count >= 12 {
      let count = number(rest.prefix(4))
      guard rest.count >= 12 + count else { throw Invalid(description: "truncated chunk") }
      let named = rest.dropFirst(4).prefix(4 + count)
      let checksum = number(rest.dropFirst(8 + count).prefix(4))
      guard Int(Gzip.crc32(Array(named))) == checksum else {
        throw Invalid(description: "wrong checksum of a chunk")
      }
      parts.append((String(decoding: named.prefix(4), as: UTF8.self), Array(named.dropFirst(4))))
      rest = rest.dropFirst(12 + count)
    }
    guard rest.isEmpty, parts.first?.type == "IHDR", parts.last?.type == "IEND" else {
      throw Invalid(description: "not from IHDR to IEND")
    }
    return parts
  }

  private static func number(_ bytes: ArraySlice<UInt8>) -> Int {
    bytes.reduce(0) { $0 << 8 | Int($1) }
  }

  private static func inflated(_ data: [UInt8], count: Int) throws(Invalid) -> [UInt8] {
    // One byte more, so that excess data is detected.
    var output = [UInt8](repeating: 0, count: count + 1)
    var size = uLongf(output.count)
    guard uncompress(&output, &size, data, uLong(data.count)) == Z_OK, Int(size) == count else {
      throw Invalid(description: "wrong compressed data")
    }
    return Array(output.prefix(count))
  }

  private static func unfiltered(
    _ data: [UInt8], height: Int, channels: Int
  ) throws(Invalid) -> [UInt8] {
    let stride = height > 0 ? data.count / height - 1 : 0
    var pixels: [UInt8] = []
    var above = [UInt8](repeating: 0, count: stride)
    for y in 0..<height {
      let line = data[y * (stride + 1)..<(y + 1) * (stride + 1)]
      guard let filter = line.first, filter <= 4 else { throw Invalid(description: "filter") }
      var row = Array(line.dropFirst())
      for x in 0..<stride {
        let left = x < channels ? 0 : Int(row[x - channels])
        let upperLeft = x < channels ? 0 : Int(above[x - channels])
        let added = prediction(filter, left: left, up: Int(above[x]), upperLeft: upperLeft)
        row[x] = row[x] &+ UInt8(truncatingIfNeeded: added)
      }
      pixels += row
      above = row
    }
    return pixels
  }

  private static func prediction(_ filter: UInt8, left: Int, up: Int, upperLeft: Int) -> Int {
    switch filter {
    case 1: return left
    case 2: return up
    case 3: return (left + up) / 2
    case 4:
      let estimate = left + up - upperLeft
      let distances = [left, up, upperLeft].map { abs(estimate - $0) }
      if distances[0] <= distances[1], distances[0] <= distances[2] { return left }
      return distances[1] <= distances[2] ? up : upperLeft
    default: return 0
    }
  }
}
