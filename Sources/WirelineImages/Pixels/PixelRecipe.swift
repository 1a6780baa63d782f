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
    steps.append("v\(Self.version)")
    return steps.joined(separator: ";")
  }
}
