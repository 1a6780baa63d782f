/// A rectangle in pixels, inside a picture.
struct PixelRectangle: Sendable, Equatable {
  var x: Double
  var y: Double
  var width: Double
  var height: Double
}

/// The geometry of a processed image: a rectangle of the original is scaled to a size and placed in
/// the middle of a canvas.
struct PixelPlan: Sendable, Equatable {
  private(set) var source: PixelRectangle
  private(set) var width: Int
  private(set) var height: Int
  private(set) var canvasWidth: Int
  private(set) var canvasHeight: Int
  /// The radius of the corners of the canvas; nil for square ones.
  private(set) var radius: Double?

  fileprivate init(_ source: PixelRectangle) {
    self.source = source
    (width, height) = (Int(source.width), Int(source.height))
    (canvasWidth, canvasHeight) = (width, height)
  }

  fileprivate mutating func resize(
    to box: PixelSize, mode: PixelRecipe.ResizeMode, limit: Double
  ) {
    let horizontal = box.width / source.width
    let vertical = box.height / source.height
    // A box with one side keeps the aspect ratio in every mode.
    switch box.isComplete ? mode : .fit {
    case .fit, .pad: fit(min(horizontal, vertical, limit))
    case .cover: fit(min(max(horizontal, vertical), limit))
    // The limit reduces the box, not the picture, so that the aspect ratio of the box is kept.
    case .fill: fill(box.divided(by: max(1, max(horizontal, vertical) / limit)))
    case .scale: setSize(box.divided(by: max(1, max(horizontal, vertical) / limit)))
    }
    (canvasWidth, canvasHeight) = (width, height)
    if mode == .pad, box.isComplete {
      (canvasWidth, canvasHeight) = (Int(box.width), Int(box.height))
    }
  }

  private mutating func fit(_ scale: Double) {
    setSize(PixelSize(width: source.width * scale, height: source.height * scale))
  }

  private mutating func setSize(_ size: PixelSize) {
    width = max(1, Int(size.width.rounded()))
    height = max(1, Int(size.height.rounded()))
  }

  private mutating func fill(_ size: PixelSize) {
    setSize(size)
    let scale = max(Double(width) / source.width, Double(height) / source.height)
    source.crop(width: Double(width) / scale, height: Double(height) / scale)
  }

  fileprivate mutating func round(_ corners: PixelRecipe.Corners) {
    let half = Double(min(canvasWidth, canvasHeight)) / 2
    switch corners {
    case .square: radius = nil
    case .round(let number): radius = number > 0 ? min(Double(number), half) : nil
    case .circle: radius = half
    }
  }
}

/// A size that may lack one side, which is infinite then.
private struct PixelSize {
  var width: Double
  var height: Double

  var isComplete: Bool { width.isFinite && height.isFinite }

  func divided(by divisor: Double) -> PixelSize {
    PixelSize(width: width / divisor, height: height / divisor)
  }
}

extension PixelRectangle {
  /// Crops to the centre. A rectangle with whole sides begins at whole pixels, so that it needs no
  /// resampling.
  fileprivate mutating func crop(width newWidth: Double, height newHeight: Double) {
    x += Self.margin(of: width, for: newWidth)
    y += Self.margin(of: height, for: newHeight)
    (width, height) = (min(width, newWidth), min(height, newHeight))
  }

  private static func margin(of side: Double, for newSide: Double) -> Double {
    let margin = max(0, (side - newSide) / 2)
    return newSide == newSide.rounded() ? margin.rounded(.down) : margin
  }

  /// Crops the centre to an aspect ratio, to whole pixels.
  fileprivate mutating func crop(ratio: Double) {
    if width > height * ratio {
      crop(width: max(1, (height * ratio).rounded()), height: height)
    } else {
      crop(width: width, height: min(height, max(1, (width / ratio).rounded())))
    }
  }
}

extension PixelRecipe {
  /// Plans the processing of an upright original.
  ///
  /// - Returns: nil if the rectangle of `crop` is outside.
  func plan(width: Int, height: Int) -> PixelPlan? {
    guard width > 0, height > 0 else { return nil }
    var source = PixelRectangle(x: 0, y: 0, width: Double(width), height: Double(height))
    if let crop {
      guard crop.x < width, crop.y < height else { return nil }
      source = PixelRectangle(
        x: Double(crop.x), y: Double(crop.y), width: Double(min(crop.width, width - crop.x)),
        height: Double(min(crop.height, height - crop.y)))
    }
    if let aspect { source.crop(ratio: aspect.value) }
    if corners == .circle { source.crop(ratio: 1) }
    var plan = PixelPlan(source)
    if let box { plan.resize(to: size(of: box), mode: mode, limit: upscales ? .infinity : 1) }
    plan.round(corners)
    return plan
  }

  /// Whether an image is stored unchanged, because its file already has the pixels and the format
  /// of the result.
  func keepsFile(of header: ImageHeader) -> Bool {
    guard skipsReencoding, encoding.formats(for: header.format) == [header.format],
      header.orientation ?? 1 == 1, header.frames ?? 1 == 1, corners == .square,
      let width = header.width, let height = header.height,
      let plan = plan(width: width, height: height)
    else { return false }
    return plan
      == PixelPlan(
        PixelRectangle(x: 0, y: 0, width: Double(width), height: Double(height)))
  }

  private func size(of box: PixelBox) -> PixelSize {
    let size = PixelSize(
      width: box.width.map(Double.init) ?? .infinity,
      height: box.height.map(Double.init) ?? .infinity)
    guard corners == .circle, size.isComplete else { return size }
    let side = min(size.width, size.height)
    return PixelSize(width: side, height: side)
  }

  /// The least size of the decoded picture, as stored, that this processing needs: a decoder may
  /// scale down to it.
  ///
  /// - Parameters:
  ///   - width, height: the size as stored.
  ///   - orientation: from Exif; 5 to 8 exchange the sides.
  func leastSize(width: Int, height: Int, orientation: Int) -> (width: Int, height: Int) {
    if (5...8).contains(orientation) {
      let upright = leastSize(width: height, height: width, orientation: 1)
      return (upright.height, upright.width)
    }
    guard let plan = plan(width: width, height: height) else { return (width, height) }
    let horizontal = Double(plan.width) / plan.source.width
    let vertical = Double(plan.height) / plan.source.height
    return (Self.scaled(width, horizontal), Self.scaled(height, vertical))
  }

  private static func scaled(_ side: Int, _ scale: Double) -> Int {
    // Rounding errors must not add a pixel.
    min(side, max(1, Int((Double(side) * min(1, scale) - 1e-6).rounded(.up))))
  }
}
