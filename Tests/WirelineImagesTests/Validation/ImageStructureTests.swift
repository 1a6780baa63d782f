import TestSupport
import Testing

@testable import WirelineCore
@testable import WirelineImages

@Suite struct ImageStructureTests {
  @Test(arguments: StructureSample.all)
  func wholeImageHasNoFault(sample: StructureSample) {
    let (fault, structure) = StructureSample.read(sample.bytes, by: sample.validator)

    #expect(fault == nil)
    #expect(structure.fault == nil)
    #expect(structure.frames == sample.frames)
    #expect(!structure.hasTrailingData)
  }

  @Test(arguments: StructureSample.all)
  func whereThePiecesEndMakesNoDifference(sample: StructureSample) {
    let places = Array(sample.bytes.indices)

    let single = StructureSample.read(sample.bytes, by: sample.validator, cuts: places)
    #expect(single.fault == nil)
    #expect(single.structure.frames == sample.frames)
    for place in places {
      let (fault, structure) = StructureSample.read(
        sample.bytes, by: sample.validator, cuts: [place, place])
      #expect(fault == nil, "cut at \(place)")
      #expect(structure.frames == sample.frames, "cut at \(place)")
    }
  }

  @Test(arguments: StructureSample.all)
  func whatIsCutOffIsAFault(sample: StructureSample) {
    for end in sample.bytes.indices {
      let (fault, structure) = StructureSample.read(
        Array(sample.bytes[..<end]), by: sample.validator, cuts: [end / 2])
      #expect(fault?.offset == end, "\(end) bytes: \(fault?.reason ?? "no fault")")
      #expect(structure.fault == fault)
    }
  }

  @Test(arguments: StructureSample.all.filter(\.hasKnownEnd), [1, 3, 40])
  func appendedBytesAreAFlagAndNoFault(sample: StructureSample, count: Int) {
    let junk = [UInt8](repeating: 0, count: count - 1) + [0x7F]

    let (fault, structure) = StructureSample.read(
      sample.bytes + junk, by: sample.validator, cuts: [sample.bytes.count])

    #expect(fault == nil)
    #expect(structure.hasTrailingData)
  }

  /// Nothing that a server sends may end the process, and what is told must
  /// not depend on how the network cut it.
  @Test(arguments: StructureSample.all)
  func mutationsAreToldTheSameInAnyPieces(sample: StructureSample) {
    var random = SeededGenerator(seed: 11)
    for _ in 0..<1100 {
      let bytes = random.mutation(of: sample.bytes)
      let cuts = (0..<4).map { _ in Int.random(in: 0...bytes.count, using: &random) }.sorted()

      let whole = StructureSample.read(bytes, by: sample.validator)
      let cut = StructureSample.read(bytes, by: sample.validator, cuts: cuts)

      #expect(whole.fault == cut.fault, "\(bytes) cut at \(cuts)")
      #expect(whole.structure.frames == cut.structure.frames, "\(bytes) cut at \(cuts)")
      #expect(
        whole.structure.hasTrailingData == cut.structure.hasTrailingData, "\(bytes) cut at \(cuts)")
    }
  }

  @Test(arguments: StructureSample.all)
  func randomBytesBehindABeginningDoNotTrap(sample: StructureSample) {
    var random = SeededGenerator(seed: 12)
    for _ in 0..<300 {
      let start = Int.random(in: 0..<min(64, sample.bytes.count), using: &random)
      let bytes = sample.bytes[..<start] + random.bytes(0...300)

      let whole = StructureSample.read(Array(bytes), by: sample.validator)
      let cut = StructureSample.read(Array(bytes), by: sample.validator, cuts: [bytes.count / 3])

      #expect(whole.fault == cut.fault, "\(Array(bytes))")
    }
  }

  @Test func faultIsThereEarlyAndStays() {
    var structure = ImageStructure(format: .png)
    StructureSample.png.withUnsafeBytes { bytes in
      structure.append(UnsafeRawBufferPointer(rebasing: bytes[..<8]))
      #expect(structure.fault == nil)
      structure.append(UnsafeRawBufferPointer(rebasing: bytes[..<8]))
    }
    let expected = ImageStructure.Fault(offset: 8, reason: "no chunk where one should be")

    #expect(structure.fault == expected)
    StructureSample.png.withUnsafeBytes { structure.append($0) }
    #expect(structure.finish() == expected)
    #expect(structure.finish() == expected)
  }

  @Test(arguments: ImageFormat.allCases)
  func emptyFileOfAFormatWithAValidatorIsAFault(format: ImageFormat) {
    var structure = ImageStructure(format: format)

    #expect(structure.finish() != nil)
  }

  @Test func everyFormatHasAValidator() {
    let samples: [(ImageFormat, [UInt8])] = [
      (.png, StructureSample.png), (.jpeg, StructureSample.jpeg), (.gif, StructureSample.gif),
      (.webp, StructureSample.webp), (.avif, StructureSample.avif), (.heic, StructureSample.avif),
      (.jxl, StructureSample.jpegXL), (.bmp, StructureSample.bmp), (.tiff, StructureSample.tiff),
      (.ico, StructureSample.ico), (.cur, StructureSample.ico), (.psd, StructureSample.psd),
      (.jp2, StructureSample.jpeg2000), (.pnm, StructureSample.text("P5 2 1 9\n12")),
      (.svg, StructureSample.text(StructureSample.svg)),
    ]
    for (format, bytes) in samples {
      var whole = ImageStructure(format: format)
      bytes.withUnsafeBytes { whole.append($0) }
      #expect(whole.finish() == nil, "\(format)")
      var short = ImageStructure(format: format)
      bytes.dropLast().withUnsafeBytes { short.append($0) }
      #expect(short.finish() != nil, "\(format)")
    }
  }
}
