/// PBM, PGM, PPM, PAM and PFM: a header of words, then the samples as bytes, or as decimal words in
/// the plain variants P1 to P3.
struct NetpbmRaster: StructureValidator {
  private enum Step { case kind, header, digits, words, end }

  private static let maximumWordBytes = 64

  private var step = Step.kind
  private var kind: UInt8 = 0
  private var isComment = false
  private var word: [UInt8] = []
  /// Width, height and largest sample. PAM names them; the other formats have them in this order.
  private var numbers: [String: Int] = [:]
  private var names = ["WIDTH", "HEIGHT", "MAXVAL"]
  private var key: String?
  private var samplesLeft = 0
  private var isInSample = false
  private var hasTrailingData = false

  var first: ReadRequest { .field(2, after: 0) }

  mutating func read(_ field: StructureField, at offset: Int) -> ReadRequest {
    kind = field[1]
    guard field[0] == UInt8(ascii: "P"), "1234567Ff".utf8.contains(kind) else {
      return .invalid("missing Netpbm signature")
    }
    if kind == UInt8(ascii: "1") || kind == UInt8(ascii: "4") { names.removeLast() }
    step = .header
    return .run
  }

  mutating func scan(
    _ bytes: UnsafeRawBufferPointer, at offset: Int
  ) -> (used: Int, next: ReadRequest)? {
    for (position, byte) in bytes.enumerated() {
      if step == .header {
        if let next = header(byte) { return (position + 1, next) }
      } else {
        sample(byte)
      }
    }
    return nil
  }

  func result(at total: Int) -> ValidationResult {
    switch step {
    case .kind, .header: .invalid("ends inside the header")
    case .words where samplesLeft == 1 && isInSample: .complete
    case .words, .digits: .invalid("\(samplesLeft) samples missing")
    case .end where samplesLeft > 0: .invalid("ends inside the raster")
    case .end: hasTrailingData ? .trailing : .complete
    }
  }

  /// Returns the next request at the end of the header, otherwise nil.
  private mutating func header(_ byte: UInt8) -> ReadRequest? {
    if isComment {
      isComment = byte != UInt8(ascii: "\n")
      return nil
    }
    if byte == UInt8(ascii: "#") {
      isComment = true
      return nil
    }
    guard byte.isASCIISpace else {
      word.append(byte)
      return word.count > Self.maximumWordBytes ? .invalid("word too long in the header") : nil
    }
    guard !word.isEmpty else { return nil }
    let text = String(decoding: word, as: UTF8.self)
    word.removeAll(keepingCapacity: true)
    return kind == UInt8(ascii: "7") ? named(text, endedBy: byte) : numbered(text)
  }

  private mutating func numbered(_ text: String) -> ReadRequest? {
    guard !names.isEmpty else { return nil }
    let name = names.removeFirst()
    // PFM has a scale instead of the largest sample.
    let isScale = name == "MAXVAL" && (kind | 0x20) == UInt8(ascii: "f")
    guard let number = isScale ? 1 : Int(text), number > 0 else {
      return .invalid("invalid number in the header")
    }
    numbers[name] = number
    return names.isEmpty ? raster() : nil
  }

  private mutating func named(_ text: String, endedBy byte: UInt8) -> ReadRequest? {
    if let key {
      guard let number = Int(text), number > 0 else {
        return .invalid("invalid number in the header")
      }
      numbers[key] = number
      self.key = nil
      return nil
    }
    switch text {
    case "WIDTH", "HEIGHT", "DEPTH", "MAXVAL": key = text
    case "ENDHDR": return raster()
    // The rest of the line is free text.
    case "TUPLTYPE": isComment = byte != UInt8(ascii: "\n")
    default: return .invalid("unknown word in the header")
    }
    return nil
  }

  private mutating func raster() -> ReadRequest {
    guard let width = numbers["WIDTH"], let height = numbers["HEIGHT"] else {
      return .invalid("missing size in the header")
    }
    let wide = numbers["MAXVAL", default: 1] > 255 ? 2 : 1
    let factors: [Int]
    switch kind {
    case UInt8(ascii: "1"), UInt8(ascii: "2"): factors = [width, height]
    case UInt8(ascii: "3"): factors = [width, height, 3]
    case UInt8(ascii: "4"): factors = [width / 8 + (width % 8 > 0 ? 1 : 0), height]
    case UInt8(ascii: "5"): factors = [width, height, wide]
    case UInt8(ascii: "6"): factors = [width, height, 3 * wide]
    case UInt8(ascii: "7"): factors = [width, height, numbers["DEPTH", default: 1], wide]
    case UInt8(ascii: "F"): factors = [width, height, 12]
    default: factors = [width, height, 4]
    }
    guard let count = Self.product(factors) else {
      return .invalid("invalid image size in the header")
    }
    samplesLeft = count
    switch kind {
    case UInt8(ascii: "1"): step = .digits
    case UInt8(ascii: "2"), UInt8(ascii: "3"): step = .words
    default:
      step = .end
      return .done(after: count)
    }
    return .run
  }

  private static func product(_ factors: [Int]) -> Int? {
    var product = 1
    for factor in factors {
      let (next, isTooLarge) = product.multipliedReportingOverflow(by: factor)
      if isTooLarge { return nil }
      product = next
    }
    return product
  }

  private mutating func sample(_ byte: UInt8) {
    if isComment {
      isComment = byte != UInt8(ascii: "\n")
      return
    }
    if byte == UInt8(ascii: "#") { isComment = true }
    let isPart = !isComment && !byte.isASCIISpace
    switch step {
    case .digits where isPart: samplesLeft -= 1
    // A word counts when it ends.
    case .words where isInSample && !isPart: samplesLeft -= 1
    case .end where isPart: hasTrailingData = true
    default: break
    }
    isInSample = isPart
    if samplesLeft == 0 { step = .end }
  }
}
