import Testing
import WirelineCore

@testable import WirelineImages

@Suite struct PixelRecipeTests {
  private static func recipe(_ change: (inout PixelRecipe) throws -> Void) rethrows -> PixelRecipe {
    var recipe = PixelRecipe()
    try change(&recipe)
    return recipe
  }

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

  @Test func differentRecipesHaveDifferentIdentifiers() throws {
    var recipes = [PixelRecipe()]
    for text in ["256", "512", "256x512", "256x", "x256"] {
      for mode in PixelRecipe.ResizeMode.allCases {
        recipes.append(
          try Self.recipe {
            $0.box = try PixelBox(parsing: text)
            $0.mode = mode
          })
        recipes.append(
          try Self.recipe {
            $0.box = try PixelBox(parsing: text)
            $0.mode = mode
            $0.upscales = true
          })
      }
    }
    for text in ["jpeg", "jpeg:81", "png", "webp", "webp:80", "adaptive"] {
      recipes.append(try Self.recipe { $0.encoding = try PixelEncoding(parsing: text) })
    }
    for text in ["0,0,1,1", "0,0,1,2", "0,1,1,1", "1,0,1,1"] {
      recipes.append(try Self.recipe { $0.crop = try CropRectangle(parsing: text) })
    }
    for text in ["1", "2", "1:2"] {
      recipes.append(try Self.recipe { $0.aspect = try CropRatio(parsing: text) })
    }
    for corners in [PixelRecipe.Corners.round(radius: 1), .round(radius: 2), .circle] {
      recipes.append(Self.recipe { $0.corners = corners })
    }

    #expect(Set(recipes.map(\.identifier)).count == recipes.count)
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
