internal import CPixels
internal import Glibc
internal import WirelineCore

/// The processing of images before they are stored.
struct PixelOptions: Sendable {
  @Option("resize", "N|WxH", "Scale images to a box, such as 256, 512x384, 512x or x384")
  var resize: PixelBox?
  @Option(
    "resize-mode", "fit|fill|scale|pad|cover",
    "Fit into the box, cut the edges, distort, add white, or cover the box", default: "fit",
    values: .choices(PixelRecipe.ResizeMode.self))
  var resizeMode: PixelRecipe.ResizeMode?
  @Flag("upscale", "Enlarge images that are smaller than the box") var upscale: Bool?
  @Option("crop", "X,Y,W,H", "Cut out a rectangle of the upright image, in pixels")
  var crop: CropRectangle?
  @Option("aspect", "W:H", "Cut out the centre with this aspect ratio, such as 16:9")
  var aspect: CropRatio?
  @Option("round", "pixels", "Round the corners with this radius") var round: PositiveNumber?
  @Flag("circle", "Cut out the largest centred circle") var circle: Bool
  @Option(
    "encode", "jpeg[:80]|png|webp[:75]|adaptive|keep",
    "Format of processed images; adaptive is PNG up to 1 MB, else JPEG", default: "keep",
    values: .list(WordList(plain: ["jpeg", "png", "webp", "adaptive", "keep"])))
  var encode: PixelEncoding?
  @Flag("skip-reencode", "Keep the file of an image that needs no change")
  var skipReencode: Bool?
  @Option(
    "encode-unsupported", "fail|keep",
    "Fail images of formats that cannot be decoded, or store them unchanged", default: "fail",
    values: .choices(UnsupportedImages.self))
  var encodeUnsupported: UnsupportedImages?
  @Flag("sandbox", "Confine the processes that decode images", default: "sandbox")
  var sandbox: Bool?

  /// The encoding of the run's preset. Images that cannot be decoded are then kept unless
  /// `--encode-unsupported` is given: a preset is not a reason to fail.
  var presetEncoding: PixelEncoding?

  enum UnsupportedImages: String, ChoiceArgument { case fail, keep }

  var all: [OptionDeclaration] { [$resize, $crop, $aspect, $round, $circle, $encode] }

  var exclusive: [[OptionDeclaration]] { [[$round, $circle]] }

  private var unsupportedDefault: UnsupportedImages { presetEncoding == nil ? .fail : .keep }

  private var encoding: PixelEncoding? { encode ?? presetEncoding }

  /// The processing of each image; nil to store images unchanged.
  var recipe: PixelRecipe? {
    let isRequested =
      resize != nil || crop != nil || aspect != nil || round != nil || circle || encoding != nil
    guard isRequested else { return nil }
    var recipe = PixelRecipe()
    recipe.crop = crop
    recipe.aspect = aspect
    recipe.box = resize
    recipe.mode = resizeMode ?? .fit
    recipe.upscales = upscale ?? false
    recipe.corners = circle ? .circle : round.map { .round(radius: $0.value) } ?? .square
    recipe.encoding = encoding ?? .keep
    recipe.skipsReencoding = skipReencode ?? false
    return recipe
  }

  /// Refuses options that have no effect. In the configuration file they may stand alone.
  func check(isGiven: (String) -> Bool) throws(UsageError) {
    let ofResize = [($resizeMode.name, resizeMode != nil), ($upscale.name, upscale == true)]
    if resize == nil, let (name, _) = ofResize.first(where: { $0.1 && isGiven($0.0) }) {
      throw UsageError("--\(name) needs --resize")
    }
    let ofAny = [
      ($skipReencode.name, skipReencode == true),
      ($encodeUnsupported.name, encodeUnsupported == .keep),
    ]
    if recipe == nil, let (name, _) = ofAny.first(where: { $0.1 && isGiven($0.0) }) {
      throw UsageError(
        "--\(name) needs an option that changes images",
        hint: "add --resize, --crop, --aspect, --round, --circle or --encode")
    }
  }

  /// - Returns: nil without processing.
  /// - Throws: if the kernel cannot confine the workers.
  func processor(
    _ store: ImageStore, _ workerOptions: PixelWorkers.Options
  ) throws(UsageError) -> ImageProcessor? {
    guard let recipe else { return nil }
    let code = workerOptions.limits.isConfined ? pixels_confinement_error() : 0
    if code != 0 {
      throw UsageError(
        "the kernel refuses the sandbox for decoding images: \(String(cString: strerror(code)))",
        hint: "--no-sandbox decodes without it; use it only for images that you trust")
    }
    var options = ImageProcessor.Options()
    options.keepsUnsupported = (encodeUnsupported ?? unsupportedDefault) == .keep
    options.maximumPendingBytes = max(2, workerOptions.count) << 24
    return ImageProcessor(
      workers: PixelWorkers(recipe: recipe, options: workerOptions), store: store,
      options: options)
  }
}
