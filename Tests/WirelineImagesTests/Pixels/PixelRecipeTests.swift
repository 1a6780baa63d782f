import Testing
import WirelineCore

@testable import WirelineImages

@Suite struct PixelRecipeTests {
  /// A change of an identifier makes stored images unusable: raise the version only if the bytes of
  /// results change.
  @Test func identifierNamesEveryStep() throws {
    var recipe = PixelRecipe()
    #expect(recipe.identifier == "keep;v1")
    recipe.crop = try CropRectangle(parsing: "0,0,10,10")
    recipe.aspect = try CropRatio(parsing: "32:18")
    recipe.box = try PixelBox(parsing: "256")
    recipe.corners = .round(radius: 12)
    recipe.encoding = .jpeg(quality: 80)
    #expect(
      recipe.identifier == "crop 0,0,10,10;aspect 16:9;resize 256x256 fit;round 12;jpeg 80;v1")
    recipe.upscales = true
    recipe.corners = .circle
    #expect(
      recipe.identifier == "crop 0,0,10,10;aspect 16:9;resize 256x256 fit upscale;circle;jpeg 80;v1"
    )
  }

  @Test(
    arguments: [
      (.jpeg(quality: 1), .png, [.jpeg]), (.png, .jpeg, [.png]),
      (.webp(quality: 1), .gif, [.webp]), (.adaptive, .webp, [.png, .jpeg]),
      (.keep, .jpeg, [.jpeg]), (.keep, .webp, [.webp]), (.keep, .gif, [.png]),
    ] as [(PixelEncoding, ImageFormat, [ImageFormat])])
  func formatsFollowEncoding(
    encoding: PixelEncoding, original: ImageFormat, formats: [ImageFormat]
  ) {
    #expect(encoding.formats(for: original) == formats)
  }

  @Test(
    arguments: [
      (.jpeg(quality: 1), .jpeg, 1), (.webp(quality: 2), .webp, 2), (.adaptive, .jpeg, 80),
      (.keep, .jpeg, 80), (.keep, .webp, 75),
    ] as [(PixelEncoding, ImageFormat, Int)])
  func qualityFollowsEncoding(encoding: PixelEncoding, format: ImageFormat, quality: Int) {
    #expect(encoding.quality(of: format) == quality)
  }
}
