extension ImageHeader {
  /// SVG 2 §8.2: `width` and `height` where they are in pixels; where one is missing or in another
  /// unit, the size of `viewBox`.
  mutating func readSVG(_ head: ArraySlice<UInt8>) {
    guard let root = SVGRoot(head), let attributes = root.attributes else { return }
    setNoSize()
    if let width = attributes["width"].flatMap(Self.pixels),
      let height = attributes["height"].flatMap(Self.pixels)
    {
      return setSize(width, height)
    }
    guard let box = attributes["viewBox"] else { return }
    let numbers = box.split { $0 == "," || $0.isWhitespace }.map(Self.pixels)
    if numbers.count == 4 { setSize(numbers[2], numbers[3]) }
  }

  /// A length without a unit, or in px, rounded, and 1 where that would be 0; nil for others, and
  /// for what is no size of anything.
  private static func pixels(_ text: some StringProtocol) -> Int? {
    var number = text.drop(while: \.isWhitespace)
    while number.last?.isWhitespace == true { number.removeLast() }
    if number.lowercased().hasSuffix("px") { number.removeLast(2) }
    // Swift also takes hexadecimal numbers and names for one.
    guard number.utf8.allSatisfy({ (0x2B...0x39).contains($0) || $0 == 0x65 || $0 == 0x45 }),
      let value = Double(String(number)), value > 0, value < 1e9
    else { return nil }
    return max(1, Int(value.rounded()))
  }
}
