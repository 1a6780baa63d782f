extension ImageHeader {
  /// Netpbm: two numbers behind the magic number, or in a PAM the lines WIDTH and HEIGHT.
  mutating func readPNM(_ bytes: ByteReader) {
    var header = PNMHeader(bytes, from: 2)
    guard bytes.byte(1) == 0x37 else {
      guard let width = header.number(), let height = header.number() else { return }
      return setSize(width, height)
    }
    var sides: (width: Int?, height: Int?)
    while let word = header.word(), !word.matches("ENDHDR") {
      if word.matches("WIDTH") {
        sides.width = header.number()
      } else if word.matches("HEIGHT") {
        sides.height = header.number()
      } else {
        header.skipLine()
      }
    }
    setSize(sides.width, sides.height)
  }
}
