internal import WirelineCore

/// The images to accept.
struct ImageRuleOptions: Sendable {
  @Option(
    "validate", "none|header|auto|structure", "Validation level",
    default: ImageRules().validation.rawValue,
    values: .choices(ValidationLevel.self))
  var validate: ValidationLevel?
  @Option(
    "allow", "formats", "Accepted formats, such as jpeg,png,webp",
    values: .list(WordList(plain: ImageFormat.allCases.map(\.rawValue))))
  var allow: ImageFormatList?
  @Option("min-side", "pixels", "Minimum length of the shorter side") var minSide: PositiveNumber?
  @Option("max-pixels", "n", "Maximum number of pixels, such as 40M or 7680x4320")
  var maxPixels: PixelCount?
  @Option("max-aspect", "ratio", "Maximum aspect ratio, such as 3 or 16:9")
  var maxAspect: AspectRatio?
  @Flag("respect-robots", "Reject images whose X-Robots-Tag contains noai or noimageai")
  var respectRobots: Bool?

  var rules: ImageRules {
    var rules = ImageRules()
    rules.validation = validate ?? rules.validation
    rules.formats = allow?.formats
    rules.minimumSide = minSide?.value
    rules.maximumPixels = maxPixels?.value
    rules.maximumAspect = maxAspect?.value
    rules.respectsRobots = respectRobots ?? false
    return rules
  }
}

extension ValidationLevel: ChoiceArgument {}

/// Image formats, separated by commas: `jpeg,png`.
struct ImageFormatList: ArgumentValue, Equatable {
  let formats: Set<ImageFormat>

  init(parsing argument: String) throws(InvalidArgument) {
    var formats: Set<ImageFormat> = []
    for word in argument.split(separator: ",", omittingEmptySubsequences: false) {
      let name = word.trimmingSpaces.lowercased()
      guard let format = ImageFormat(fileExtension: name) else {
        throw InvalidArgument(
          expected: "formats separated by commas, from "
            + ImageFormat.allCases.map(\.rawValue).joined(separator: ", "))
      }
      formats.insert(format)
    }
    self.formats = formats
  }
}

/// A number of pixels: `1000000`, `40M` (millions), `7680x4320`.
struct PixelCount: ArgumentValue, Equatable {
  let value: Int

  init(parsing argument: String) throws(InvalidArgument) {
    let sides = argument.lowercased().split(separator: "x", omittingEmptySubsequences: false)
    if sides.count == 2, let width = Int(digits: sides[0]), let height = Int(digits: sides[1]),
      width > 0, height > 0, !width.multipliedReportingOverflow(by: height).overflow
    {
      value = width * height
      return
    }
    let isMillions = argument.uppercased().hasSuffix("M")
    guard let number = Int(digits: isMillions ? argument.dropLast() : argument[...]), number > 0,
      number < 1 << 40
    else { throw InvalidArgument(expected: "a number such as 1000000, 40M or 7680x4320") }
    value = isMillions ? number * 1_000_000 : number
  }
}

/// An aspect ratio of 1 or more: `3`, `2.5`, `16:9`.
struct AspectRatio: ArgumentValue, Equatable {
  let value: Double

  init(parsing argument: String) throws(InvalidArgument) {
    guard let ratio = try? CropRatio(parsing: argument), ratio.value >= 1 else {
      throw InvalidArgument(expected: "a ratio of 1 or more, such as 3, 2.5 or 16:9")
    }
    value = ratio.value
  }
}
