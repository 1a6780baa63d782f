internal import WirelineCore

/// The size to resize to: `256` (a square), `512x384`, or one side, `512x` or `x512`.
struct PixelBox: ArgumentValue, Equatable, BitwiseCopyable {
  let width: Int?
  let height: Int?

  static let maximumSide = 16_384

  init(parsing argument: String) throws(InvalidArgument) {
    let sides = argument.lowercased().split(separator: "x", omittingEmptySubsequences: false)
    let lengths = sides.map { Int(digits: $0) }
    let isValid = zip(sides, lengths).allSatisfy { side, length in
      length.map { (1...Self.maximumSide).contains($0) } ?? side.isEmpty
    }
    guard isValid, sides.count <= 2, let first = lengths.first, let last = lengths.last,
      first != nil || last != nil
    else {
      throw InvalidArgument(
        expected: "a size such as 256, 512x384, 512x or x512, each side 1 to \(Self.maximumSide)")
    }
    (width, height) = (first, last)
  }

  /// `512x384`, `512x` or `x512`.
  var text: String { (width.map { "\($0)" } ?? "") + "x" + (height.map { "\($0)" } ?? "") }
}

/// A rectangle in pixels: `X,Y,WIDTH,HEIGHT`.
struct CropRectangle: ArgumentValue, Equatable, BitwiseCopyable {
  let x: Int
  let y: Int
  let width: Int
  let height: Int

  /// Above the sides of every supported format.
  private static let maximum = 1_000_000

  init(parsing argument: String) throws(InvalidArgument) {
    let numbers = argument.split(separator: ",", omittingEmptySubsequences: false).map {
      Int(digits: $0.trimmingSpaces)
    }
    let values = numbers.compactMap { $0 }.filter { $0 <= Self.maximum }
    guard numbers.count == 4, values.count == 4, values[2] > 0, values[3] > 0 else {
      throw InvalidArgument(
        expected: "left edge, top edge, width and height in pixels, such as 0,0,640,480")
    }
    (x, y, width, height) = (values[0], values[1], values[2], values[3])
  }

  var text: String { "\(x),\(y),\(width),\(height)" }
}

/// Width to height: `16:9`, `9:16`, `1.5`, `2.39:1`. Equal ratios are equal: `32:18` and `16:9`.
struct CropRatio: ArgumentValue, Equatable, BitwiseCopyable {
  let width: Int
  let height: Int

  init(parsing argument: String) throws(InvalidArgument) {
    let parts = argument.split(separator: ":", omittingEmptySubsequences: false).map(Self.decimal)
    guard (1...2).contains(parts.count), let first = parts[0], let second = parts.last ?? nil else {
      throw InvalidArgument(expected: "width to height, such as 16:9, 9:16 or 1.5")
    }
    let divisor = parts.count == 2 ? second : (digits: 1, scale: 1)
    let (width, height) = (first.digits * divisor.scale, first.scale * divisor.digits)
    let common = Self.commonDivisor(width, height)
    (self.width, self.height) = (width / common, height / common)
  }

  var value: Double { Double(width) / Double(height) }

  var text: String { "\(width):\(height)" }

  /// A positive decimal number of at most nine digits: `2.39` is 239 / 100.
  private static func decimal(_ text: Substring) -> (digits: Int, scale: Int)? {
    // Nine digits, so that the product of two numbers stays below 2⁶³.
    let parts = text.split(separator: ".", omittingEmptySubsequences: false)
    let fraction = parts.count == 2 ? parts[1] : ""
    let all = parts.joined()
    guard parts.count <= 2, all.utf8.count <= 9, let digits = Int(digits: all), digits > 0 else {
      return nil
    }
    return (digits, fraction.utf8.reduce(1) { scale, _ in scale * 10 })
  }

  private static func commonDivisor(_ first: Int, _ second: Int) -> Int {
    var (larger, smaller) = (first, second)
    while smaller > 0 { (larger, smaller) = (smaller, larger % smaller) }
    return larger
  }
}
