/// An image in `Tests/Fixtures/pixels`, which `make.py` there describes.
///
/// Its upright size is 96x64, and its quadrants have four colours.
package struct PixelFixture: Sendable {
  package let name: String
  package let bytes: [UInt8]

  /// Top left, top right, bottom left, bottom right.
  package static let colours = [[220, 40, 30], [30, 160, 60], [40, 60, 200], [240, 240, 200]]
  package static let greys = [40, 110, 180, 240].map { [$0, $0, $0] }

  package init(_ name: String) throws {
    self.name = name
    bytes = try Descriptor.contents(of: "\(Project.root)/Tests/Fixtures/pixels/\(name)")
  }

  /// The colours in the middle of the quadrants of a result, in the order of `colours`.
  package static func quadrants(of image: DecodedPNG) -> [[Int]] {
    quadrantCentres(of: image).map { image.rgb($0.x, $0.y) }
  }

  package static func quadrantAlphas(of image: DecodedPNG) -> [Int] {
    quadrantCentres(of: image).map { image.alpha($0.x, $0.y) }
  }

  private static func quadrantCentres(of image: DecodedPNG) -> [(x: Int, y: Int)] {
    [1, 3].flatMap { row in
      [1, 3].map { column in (image.width * column / 4, image.height * row / 4) }
    }
  }

  /// Whether every sample differs by at most `tolerance`.
  package static func areClose(_ ones: [[Int]], _ others: [[Int]], tolerance: Int = 6) -> Bool {
    ones.count == others.count
      && zip(ones, others).allSatisfy { one, other in
        one.count == other.count && zip(one, other).allSatisfy { abs($0 - $1) <= tolerance }
      }
  }
}
