internal import WirelineCore

/// The processing of images, in this order: crop, aspect, resize, corners, encoding. The crop
/// refers to the image after its orientation was applied.
struct PixelRecipe: Sendable, Equatable, BitwiseCopyable {
  enum ResizeMode: String, ChoiceArgument, BitwiseCopyable {
    /// Within the box, with the original aspect ratio.
    case fit
    /// Covers the box; what exceeds it is cropped on both sides.
    case fill
    /// The size of the box, distorted.
    case scale
    /// Within the box, on a white canvas of the size of the box.
    case pad
    /// Covers the box, with the original aspect ratio.
    case cover
  }

  enum Corners: Sendable, Equatable, BitwiseCopyable {
    case square
    /// In pixels of the result.
    case round(radius: Int)
    /// A circle in the central square. A box with two sides stands for its shorter side.
    case circle
  }

  var crop: CropRectangle?
  /// Crops the centre.
  var aspect: CropRatio?
  var box: PixelBox?
  var mode = ResizeMode.fit
  /// Whether the picture may become larger than the original.
  var upscales = false
  var corners = Corners.square
  var encoding = PixelEncoding.keep
  /// Whether the file of an image that needs no change is kept.
  var skipsReencoding = false

  /// Raised if a change to the code changes the result's bytes.
  private static let version = 1

  /// A text of everything that affects the result's bytes: `resize 256x256 fit;jpeg 80;v1`.
  ///
  /// Equal recipes have the same identifier, in this and in later versions.
  var identifier: String {
    var steps: [String] = []
    // Stored images are found by this text, so a new step must add nothing when it is not
    // requested.
    if let crop { steps.append("crop \(crop.text)") }
    if let aspect { steps.append("aspect \(aspect.text)") }
    if let box { steps.append("resize \(box.text) \(mode.rawValue)\(upscales ? " upscale" : "")") }
    switch corners {
    case .square: break
    case .round(let radius): steps.append("round \(radius)")
    case .circle: steps.append("circle")
    }
    steps.append(encoding.identifier)
    if skipsReencoding { steps.append("skip-reencode") }
    steps.append("v\(Self.version)")
    return steps.joined(separator: ";")
  }
}

/// The format of the result.
enum PixelEncoding: Sendable, Equatable, BitwiseCopyable {
  case jpeg(quality: Int)
  case png
  case webp(quality: Int)
  /// PNG up to `adaptiveBytes`, above that JPEG.
  case adaptive
  /// The format of the original; PNG instead of GIF.
  case keep

  static let jpegQuality = 80
  static let webpQuality = 75
  static let adaptiveBytes = 1_000_000

  /// The formats that the result may have, in the order to try them.
  func formats(for original: ImageFormat) -> [ImageFormat] {
    switch self {
    case .jpeg: [.jpeg]
    case .png: [.png]
    case .webp: [.webp]
    case .adaptive: [.png, .jpeg]
    case .keep: [original == .gif ? .png : original]
    }
  }

  /// The quality of JPEG or WebP, 1 to 100.
  func quality(of format: ImageFormat) -> Int {
    switch self {
    case .jpeg(let quality), .webp(let quality): quality
    case .png, .adaptive, .keep: format == .webp ? Self.webpQuality : Self.jpegQuality
    }
  }

  /// In the identifier of a recipe: `jpeg 80`.
  var identifier: String { text.replacing(text: ":", with: " ") }
}

extension PixelEncoding: ArgumentValue {
  init(parsing argument: String) throws(InvalidArgument) {
    let parts = argument.split(separator: ":", maxSplits: 1, omittingEmptySubsequences: false)
    let quality = parts.count == 2 ? parts[1] : nil
    switch parts.first {
    case "jpeg", "jpg":
      self = .jpeg(quality: try Self.quality(quality, default: Self.jpegQuality, "jpeg"))
    case "webp": self = .webp(quality: try Self.quality(quality, default: Self.webpQuality, "webp"))
    case "png" where quality == nil: self = .png
    case "adaptive" where quality == nil: self = .adaptive
    case "keep" where quality == nil: self = .keep
    case "png"?, "adaptive"?, "keep"?:
      throw InvalidArgument(expected: "\(parts[0]) without a quality, or jpeg:80 or webp:75")
    default:
      throw InvalidArgument(expected: "jpeg, jpeg:80, png, webp, webp:75, adaptive or keep")
    }
  }

  private static func quality(
    _ text: Substring?, default value: Int, _ format: String
  ) throws(InvalidArgument) -> Int {
    guard let text else { return value }
    guard let quality = Int(digits: text), (1...100).contains(quality) else {
      throw InvalidArgument(expected: "a quality from 1 to 100, such as \(format):\(value)")
    }
    return quality
  }

  /// The argument: `jpeg:80`.
  var text: String {
    switch self {
    case .jpeg(let quality): "jpeg:\(quality)"
    case .png: "png"
    case .webp(let quality): "webp:\(quality)"
    case .adaptive: "adaptive"
    case .keep: "keep"
    }
  }
}
