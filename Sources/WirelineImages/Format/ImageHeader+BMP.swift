extension ImageHeader {
  /// The second header: OS/2's first has 16 bits for each side, all others 32; a negative height
  /// means rows from the top.
  mutating func readBMP(_ bytes: ByteReader) {
    if bytes.little32(14) == 12 {
      setSize(bytes.little16(18), bytes.little16(20))
    } else {
      let signed = { (offset: Int) in
        bytes.little32(offset).map { Int(Int32(truncatingIfNeeded: $0)) }
      }
      setSize(signed(18), signed(22).map(abs))
    }
  }
}
