/// Reads the members of a ustar archive, independently of the code under test.
struct TarReader {
  struct Member: Equatable {
    let name: String
    let content: [UInt8]

    var text: String { String(decoding: content, as: UTF8.self) }
  }

  struct Invalid: Error {
    let reason: String
  }

  private(set) var members: [Member] = []

  init(_ bytes: [UInt8]) throws {
    var offset = 0
    while true {
      guard offset + 512 <= bytes.count else { throw Invalid(reason: "no end") }
      let header = Array(bytes[offset..<(offset + 512)])
      if header.allSatisfy({ $0 == 0 }) { break }
      let size = try Self.number(header[124..<136])
      let sum =
        header.reduce(0) { $0 + Int($1) } - header[148..<156].reduce(0) { $0 + Int($1) } + 8 * 32
      guard try Self.number(header[148..<156]) == sum else { throw Invalid(reason: "checksum") }
      guard Self.text(header[257..<265]) == "ustar\u{0}00" else { throw Invalid(reason: "magic") }
      let end = offset + 512 + size
      guard end <= bytes.count else { throw Invalid(reason: "truncated") }
      members.append(
        Member(
          name: Self.text(header[..<100].prefix { $0 != 0 }),
          content: Array(bytes[(offset + 512)..<end])))
      offset = (end + 511) / 512 * 512
    }
    let rest = bytes[offset...]
    guard rest.count >= 1024, rest.allSatisfy({ $0 == 0 }) else { throw Invalid(reason: "end") }
  }

  var names: [String] { members.map(\.name) }

  subscript(name: String) -> Member? { members.first { $0.name == name } }

  private static func text(_ bytes: some Sequence<UInt8>) -> String {
    String(decoding: Array(bytes), as: UTF8.self)
  }

  private static func number(_ field: ArraySlice<UInt8>) throws -> Int {
    let digits = text(field.prefix { (0x30...0x37).contains($0) })
    guard let number = Int(digits, radix: 8) else { throw Invalid(reason: "number") }
    return number
  }
}
