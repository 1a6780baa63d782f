import TestSupport
import Testing

@testable import WirelineCore

@Suite struct ImageHeaderTests {
  private static let webpLossless: [UInt8] =
    Array("RIFF".utf8) + [20, 0, 0, 0] + Array("WEBPVP8L".utf8) + [8, 0, 0, 0, 0x2F]
    // 14 bits of width - 1, 14 of height - 1: 300 × 200.
    + [0x2B, 0xC1, 0x31, 0x00]
  private static let bitmap: [UInt8] =
    Array("BM".utf8) + [UInt8](repeating: 0, count: 16) + [7, 0, 0, 0, 0xFB, 0xFF, 0xFF, 0xFF]

  private static let samples: [(bytes: [UInt8], format: ImageFormat, width: Int, height: Int)] = [
    (SampleImage.png(width: 300, height: 2), .png, 300, 2),
    (webpLossless, .webp, 300, 200),
    (bitmap, .bmp, 7, 5),
    (
      [
        0xFF, 0xD8, 0xFF, 0xE1, 0, 4, 0xFF, 0xC0, 0xFF, 0xFF, 0xC2, 0, 11, 8, 1, 0, 2, 0, 1, 1,
        0x11, 0,
      ],
      .jpeg, 512, 256
    ),
    (Array("GIF89a".utf8) + [9, 0, 4, 0], .gif, 9, 4),
  ]

  @Test(arguments: samples.indices)
  func formatAndSize(index: Int) {
    let sample = Self.samples[index]
    let header = ImageHeader(sample.bytes[...])

    #expect(header?.format == sample.format)
    #expect(header?.width == sample.width)
    #expect(header?.height == sample.height)
    #expect(header?.isCutShort == false)
  }

  @Test(
    arguments: [
      ("<!DOCTYPE html><html></html>", nil), ("{\"a\":1}", nil), ("", nil), ("RIFF....WAVE", nil),
      ("<svg xmlns='http://www.w3.org/2000/svg'/>", .svg), ("....ftypavif", .avif),
      ("....ftypheic", .heic), ("....ftypmp42", nil),
    ] as [(String, ImageFormat?)])
  func formatIsToldFromTheBytes(text: String, format: ImageFormat?) {
    #expect(ImageFormat(Array(text.utf8)[...]) == format)
  }

  /// Nothing that a server sends may end the process.
  @Test func noPrefixAndNoMutationTraps() {
    var random = SeededGenerator(seed: 5)
    for sample in Self.samples {
      for end in sample.bytes.indices { _ = ImageHeader(sample.bytes[..<end]) }
      for _ in 0..<2000 {
        var bytes = sample.bytes
        for _ in 0..<4 {
          bytes[Int.random(in: 0..<bytes.count, using: &random)] = .random(
            in: 0...255, using: &random)
        }
        _ = ImageHeader(bytes[...])
      }
    }
  }

  @Test func pathIsTheHashOfTheURL() {
    let place = StoragePath(url: "http://example.com/a.jpg")

    #expect(place.identifier.count == 64)
    #expect(place.name(for: .png) == "\(place.identifier.prefix(2))/\(place.identifier).png")
    #expect(
      StoragePath(url: "abc").identifier
        == "ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad")
  }
}
