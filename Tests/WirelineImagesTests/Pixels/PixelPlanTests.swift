import TestSupport
import Testing
import WirelineCore

@testable import WirelineImages

@Suite struct PixelPlanTests {
  /// Parses a recipe such as `crop 0,0,10,10;aspect 16:9;resize 256x256 fit up;round 12`.
  private static func recipe(_ text: String) throws -> PixelRecipe {
    var recipe = PixelRecipe()
    for step in text.split(separator: ";") {
      let words = step.split(separator: " ").map(String.init)
      switch words[0] {
      case "crop": recipe.crop = try CropRectangle(parsing: words[1])
      case "aspect": recipe.aspect = try CropRatio(parsing: words[1])
      case "round": recipe.corners = .round(radius: try #require(Int(words[1])))
      case "circle": recipe.corners = .circle
      default:
        recipe.box = try PixelBox(parsing: words[0])
        recipe.mode = try PixelRecipe.ResizeMode(parsing: words[1])
        recipe.upscales = words.count > 2
      }
    }
    return recipe
  }

  /// The plan as `X,Y,W,H > WxH in WxH r R`.
  private static func text(_ plan: PixelPlan) -> String {
    let source = [plan.source.x, plan.source.y, plan.source.width, plan.source.height].map {
      $0 == $0.rounded() ? "\(Int($0))" : "\($0)"
    }
    var text = "\(source.joined(separator: ",")) > \(plan.width)x\(plan.height)"
    if (plan.width, plan.height) != (plan.canvasWidth, plan.canvasHeight) {
      text += " in \(plan.canvasWidth)x\(plan.canvasHeight)"
    }
    return text + (plan.radius.map { " r \($0)" } ?? "")
  }

  static let plans: [(Int, Int, String, String)] = [
    (640, 480, "", "0,0,640,480 > 640x480"),
    // The crop is clipped to the image.
    (640, 480, "crop 10,20,30,40", "10,20,30,40 > 30x40"),
    (640, 480, "crop 600,470,100,100", "600,470,40,10 > 40x10"),
    (640, 480, "crop 639,479,1,1", "639,479,1,1 > 1x1"),
    // The aspect ratio crops the centre, to whole pixels.
    (640, 480, "aspect 1", "80,0,480,480 > 480x480"),
    (640, 480, "aspect 16:9", "0,60,640,360 > 640x360"),
    (640, 480, "aspect 9:16", "185,0,270,480 > 270x480"),
    (641, 480, "aspect 1", "80,0,480,480 > 480x480"),
    (1920, 1080, "aspect 16:9", "0,0,1920,1080 > 1920x1080"),
    (1000, 1, "aspect 1:1000", "499,0,1,1 > 1x1"), (1, 1000, "aspect 1000", "0,499,1,1 > 1x1"),
    (640, 480, "crop 0,0,100,50;aspect 1", "25,0,50,50 > 50x50"),
    // fit: within the box, and sides of at least one pixel.
    (1600, 1200, "256 fit", "0,0,1600,1200 > 256x192"),
    (1200, 1600, "256 fit", "0,0,1200,1600 > 192x256"),
    (1600, 1200, "100x400 fit", "0,0,1600,1200 > 100x75"),
    (100, 75, "256 fit", "0,0,100,75 > 100x75"), (100, 75, "256 fit up", "0,0,100,75 > 256x192"),
    (10_000, 3, "100 fit", "0,0,10000,3 > 100x1"), (3, 2, "2 fit", "0,0,3,2 > 2x1"),
    (1600, 1200, "800x fit", "0,0,1600,1200 > 800x600"),
    (1600, 1200, "x300 fit", "0,0,1600,1200 > 400x300"),
    (1600, 1200, "3200x fit", "0,0,1600,1200 > 1600x1200"),
    (1600, 1200, "3200x fit up", "0,0,1600,1200 > 3200x2400"),
    // fill: covers the box; a box larger than the image shrinks.
    (1600, 1200, "256 fill", "200,0,1200,1200 > 256x256"),
    (1200, 1600, "256 fill", "0,200,1200,1200 > 256x256"),
    (1600, 1200, "400x100 fill", "0,400,1600,400 > 400x100"),
    (300, 200, "256 fill", "50,0,200,200 > 200x200"),
    (301, 200, "256 fill", "50,0,200,200 > 200x200"),
    (300, 200, "600x300 fill", "0,25,300,150 > 300x150"),
    (300, 200, "256 fill up", "50,0,200,200 > 256x256"),
    (1600, 1200, "x300 fill", "0,0,1600,1200 > 400x300"),
    (10, 10, "16384x1 fill", "0,4,10,1 > 10x1"),
    // scale: distorts; no side grows without upscaling.
    (1600, 1200, "256 scale", "0,0,1600,1200 > 256x256"),
    (1600, 1200, "256x scale", "0,0,1600,1200 > 256x192"),
    (300, 200, "256 scale", "0,0,300,200 > 200x200"),
    (300, 200, "600x100 scale", "0,0,300,200 > 300x50"),
    (300, 200, "600x100 scale up", "0,0,300,200 > 600x100"),
    // pad: fit, then exactly the box.
    (1600, 1200, "256 pad", "0,0,1600,1200 > 256x192 in 256x256"),
    (100, 75, "256 pad", "0,0,100,75 > 100x75 in 256x256"),
    (100, 75, "256 pad up", "0,0,100,75 > 256x192 in 256x256"),
    (100, 75, "50x pad", "0,0,100,75 > 50x38"),
    // cover: the box is within the result.
    (1600, 1200, "256 cover", "0,0,1600,1200 > 341x256"),
    (1200, 1600, "256x300 cover", "0,0,1200,1600 > 256x341"),
    (300, 200, "256 cover", "0,0,300,200 > 300x200"),
    (300, 200, "256 cover up", "0,0,300,200 > 384x256"),
    (1600, 1200, "x300 cover", "0,0,1600,1200 > 400x300"),
    // Corners.
    (100, 80, "round 12", "0,0,100,80 > 100x80 r 12.0"),
    (100, 80, "round 99", "0,0,100,80 > 100x80 r 40.0"),
    (100, 80, "round 0", "0,0,100,80 > 100x80"),
    (100, 75, "256 pad;round 200", "0,0,100,75 > 100x75 in 256x256 r 128.0"),
    (100, 80, "circle", "10,0,80,80 > 80x80 r 40.0"),
    (101, 81, "circle", "10,0,81,81 > 81x81 r 40.5"),
    (1600, 1200, "256 fit;circle", "200,0,1200,1200 > 256x256 r 128.0"),
    // The result of a circle is a square.
    (1600, 1200, "300x200 fill;circle", "200,0,1200,1200 > 200x200 r 100.0"),
    (1600, 1200, "300x200 scale;circle", "200,0,1200,1200 > 200x200 r 100.0"),
    (1600, 1200, "300x200 pad;circle", "200,0,1200,1200 > 200x200 r 100.0"),
    (100, 80, "crop 50,0,50,80;aspect 1;x10 fit;circle", "50,15,50,50 > 10x10 r 5.0"),
  ]

  @Test(arguments: plans)
  func plansGeometry(width: Int, height: Int, recipe: String, plan: String) throws {
    let recipe = try Self.recipe(recipe)

    #expect(Self.text(try #require(recipe.plan(width: width, height: height))) == plan)
  }

  @Test(arguments: ["crop 640,0,1,1", "crop 0,480,1,1", "crop 1000,1000,5,5"])
  func rejectsCropOutsideImage(recipe: String) throws {
    #expect(try Self.recipe(recipe).plan(width: 640, height: 480) == nil)
  }

  @Test(arguments: [(0, 0), (0, 5), (5, 0), (-1, 5)])
  func rejectsEmptyImage(width: Int, height: Int) {
    #expect(PixelRecipe().plan(width: width, height: height) == nil)
  }

  /// Properties that hold for all images and boxes.
  @Test func keepsInvariants() throws {
    var random = SeededGenerator(seed: 1)
    for _ in 0..<20_000 {
      var recipe = PixelRecipe()
      let sides = (0..<4).map { _ in Int.random(in: 1...3000, using: &random) }
      recipe.box = try PixelBox(parsing: "\(sides[0])x\(sides[1])")
      recipe.mode = PixelRecipe.ResizeMode.allCases.randomElement(using: &random) ?? .fit
      recipe.upscales = Bool.random(using: &random)
      recipe.corners = [.square, .circle].randomElement(using: &random) ?? .square
      let (width, height) = (sides[2], sides[3])
      let plan = try #require(recipe.plan(width: width, height: height))
      let source = plan.source

      #expect(source.x >= 0 && source.y >= 0 && source.width > 0 && source.height > 0)
      #expect(source.x + source.width <= Double(width) + 1e-6)
      #expect(source.y + source.height <= Double(height) + 1e-6)
      let isWithin = plan.width <= sides[0] && plan.height <= sides[1]
      #expect(plan.width > 0 && plan.height > 0 && (isWithin || recipe.mode == .cover))
      #expect(plan.canvasWidth >= plan.width && plan.canvasHeight >= plan.height)
      if !recipe.upscales {
        #expect(plan.width <= width && plan.height <= height, "\(recipe.identifier) \(sides)")
      }
      if recipe.corners == .circle { #expect(plan.canvasWidth == plan.canvasHeight) }
    }
  }

  /// A file, a recipe and an encoding, and whether the file is stored unchanged.
  static let files: [(ImageHeader, String, PixelEncoding, Bool)] = [
    (ImageHeader(format: .jpeg, width: 100, height: 75), "256 fit", .keep, true),
    (ImageHeader(format: .jpeg, width: 100, height: 75), "256 fit", .jpeg(quality: 9), true),
    (ImageHeader(format: .jpeg, width: 100, height: 75), "75 cover", .keep, true),
    (ImageHeader(format: .jpeg, width: 100, height: 75), "99 fit", .keep, false),
    (ImageHeader(format: .jpeg, width: 100, height: 75), "100 pad", .keep, false),
    (ImageHeader(format: .jpeg, width: 100, height: 75), "round 3", .keep, false),
    (ImageHeader(format: .jpeg, width: 100, height: 75), "256 fit", .png, false),
    (ImageHeader(format: .jpeg, width: 100, height: 75, orientation: 6), "", .keep, false),
    (ImageHeader(format: .webp, width: 100, height: 75, frames: 2), "", .keep, false),
    (ImageHeader(format: .gif, width: 100, height: 75), "", .keep, false),
    (ImageHeader(format: .png), "", .keep, false),
  ]

  @Test(arguments: files)
  func keepsFilesThatNeedNoChange(
    header: ImageHeader, recipe: String, encoding: PixelEncoding, isKept: Bool
  ) throws {
    var recipe = try Self.recipe(recipe)
    recipe.encoding = encoding
    #expect(!recipe.keepsFile(of: header))

    recipe.skipsReencoding = true

    #expect(recipe.keepsFile(of: header) == isKept)
    #expect(recipe.identifier.hasSuffix(";skip-reencode;v1"))
  }

  static let leastSizes: [(Int, Int, Int, String, Int, Int)] = [
    (1600, 1200, 1, "", 1600, 1200), (1600, 1200, 1, "256 fit", 256, 192),
    (1600, 1200, 6, "256 fit", 256, 192), (1600, 1200, 3, "100x400 fit", 100, 75),
    // Upright, the image is 1200 × 1600.
    (1600, 1200, 6, "100x400 fit", 133, 100), (1600, 1200, 8, "x800 fit", 800, 600),
    (1600, 1200, 1, "256 fill", 342, 256), (1600, 1200, 1, "256x600 scale", 256, 600),
    (1600, 1200, 1, "256 pad", 256, 192),
    // A crop of an eighth needs eight times its size.
    (1600, 1200, 1, "crop 0,0,200,150;100 fit", 800, 600),
    (1600, 1200, 1, "crop 0,0,200,150;400 fit up", 1600, 1200),
    (1600, 1200, 1, "crop 9999,0,5,5;10 fit", 1600, 1200), (100, 75, 1, "256 fit", 100, 75),
  ]

  @Test(arguments: leastSizes)
  func decoderMayScaleDownToLeastSize(
    width: Int, height: Int, orientation: Int, recipe: String, leastWidth: Int, leastHeight: Int
  ) throws {
    let least = try Self.recipe(recipe)
      .leastSize(width: width, height: height, orientation: orientation)

    #expect(least == (leastWidth, leastHeight))
  }
}
