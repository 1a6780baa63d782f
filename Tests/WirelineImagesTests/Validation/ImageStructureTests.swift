import TestSupport
import Testing

@testable import WirelineCore
@testable import WirelineImages

@Suite struct ImageStructureTests {
  @Test(arguments: StructureSample.all)
  func acceptsValidImage(sample: StructureSample) {
    let (issue, structure) = StructureSample.validate(sample.bytes, by: sample.validator)

    #expect(issue == nil)
    #expect(structure.issue == nil)
    #expect(structure.frames == sample.frames)
    #expect(!structure.hasTrailingData)
  }

  @Test(arguments: StructureSample.all)
  func resultIsIndependentOfChunks(sample: StructureSample) {
    let offsets = Array(sample.bytes.indices)

    let single = StructureSample.validate(sample.bytes, by: sample.validator, cuts: offsets)
    #expect(single.issue == nil)
    #expect(single.structure.frames == sample.frames)
    for position in offsets {
      let (issue, structure) = StructureSample.validate(
        sample.bytes, by: sample.validator, cuts: [position, position])
      #expect(issue == nil, "cut at \(position)")
      #expect(structure.frames == sample.frames, "cut at \(position)")
    }
  }

  @Test(arguments: StructureSample.all)
  func detectsTruncation(sample: StructureSample) {
    for end in sample.bytes.indices {
      let (issue, structure) = StructureSample.validate(
        Array(sample.bytes[..<end]), by: sample.validator, cuts: [end / 2])
      #expect(issue?.offset == end, "\(end) bytes: \(issue?.reason ?? "no issue")")
      #expect(structure.issue == issue)
    }
  }

  @Test(arguments: StructureSample.all, [1, 3, 40])
  func flagsTrailingData(sample: StructureSample, count: Int) {
    let junk = [UInt8](repeating: 0, count: count - 1) + [0x7F]

    let (issue, structure) = StructureSample.validate(
      sample.bytes + junk, by: sample.validator, cuts: [sample.bytes.count])

    #expect(issue == nil)
    #expect(structure.hasTrailingData)
  }

  @Test(arguments: [1, 40])
  func junkInsteadOfTrailerIsTrailingData(count: Int) {
    let junk = [UInt8](repeating: 0x47, count: count)
    let bytes = Array(StructureSample.gif.dropLast()) + junk

    for cut in bytes.indices {
      let (issue, structure) = StructureSample.validate(
        bytes, by: GIFBlocks(isStrict: false), cuts: [cut])
      #expect(issue == nil, "cut at \(cut)")
      #expect(structure.frames == 2 && structure.hasTrailingData, "cut at \(cut)")
    }
  }

  /// No input may crash the process, and the result must not depend on how the network divides it.
  @Test(arguments: StructureSample.all)
  func resultOfMutationIsIndependentOfChunks(sample: StructureSample) {
    var random = SeededGenerator(seed: 11)
    for _ in 0..<1100 {
      let bytes = random.mutation(of: sample.bytes)
      let cuts = (0..<4).map { _ in Int.random(in: 0...bytes.count, using: &random) }.sorted()

      let complete = StructureSample.validate(bytes, by: sample.validator)
      let cut = StructureSample.validate(bytes, by: sample.validator, cuts: cuts)

      #expect(complete.issue == cut.issue, "\(bytes) cut at \(cuts)")
      #expect(complete.structure.frames == cut.structure.frames, "\(bytes) cut at \(cuts)")
      let flags = [complete, cut].map(\.structure.hasTrailingData)
      #expect(flags[0] == flags[1], "\(bytes) cut at \(cuts)")
    }
  }

  @Test func reportsFirstIssueImmediately() {
    var structure = ImageStructure(PNGChunks())
    StructureSample.png.withUnsafeBytes { bytes in
      structure.append(UnsafeRawBufferPointer(rebasing: bytes[..<8]))
      #expect(structure.issue == nil)
      structure.append(UnsafeRawBufferPointer(rebasing: bytes[..<8]))
    }
    let expected = ImageStructure.Issue(offset: 8, reason: "expected a chunk")

    #expect(structure.issue == expected)
    StructureSample.png.withUnsafeBytes { structure.append($0) }
    #expect(structure.finish() == expected)
    #expect(structure.finish() == expected)
  }

  @Test(
    arguments: [
      (.png, StructureSample.png), (.jpeg, StructureSample.jpeg), (.gif, StructureSample.gif),
      (.webp, StructureSample.webp), (.avif, StructureSample.avif), (.heic, StructureSample.avif),
    ] as [(ImageFormat, [UInt8])])
  func formatHasValidator(format: ImageFormat, bytes: [UInt8]) throws {
    var complete = try #require(ImageStructure(format, .auto))
    bytes.withUnsafeBytes { complete.append($0) }
    #expect(complete.finish() == nil)
    var short = try #require(ImageStructure(format, .structure))
    bytes.dropLast().withUnsafeBytes { short.append($0) }
    #expect(short.finish() != nil)
    var empty = try #require(ImageStructure(format, .auto))
    #expect(empty.finish() != nil)
    #expect(ImageStructure(format, .header) == nil)
  }

  @Test(arguments: [.bmp, .tiff, .ico, .svg] as [ImageFormat])
  func otherFormatHasNoValidator(format: ImageFormat) {
    #expect(ImageStructure(format, .structure) == nil)
  }
}
