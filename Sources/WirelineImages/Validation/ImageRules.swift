internal import WirelineCore
internal import WirelineRequests

/// Which images to accept. Decided by their first bytes, so that the rest of others need not be
/// downloaded.
struct ImageRules: Sendable, Equatable {
  var validation = ValidationLevel.auto
  /// The accepted formats; nil for all.
  var formats: Set<ImageFormat>?
  /// The limit of the shorter side.
  var minimumSide: Int?
  var maximumPixels: Int?
  /// The limit of the longer side divided by the shorter one.
  var maximumAspect: Double?
  var respectsRobots = false

  private var needsSize: Bool {
    minimumSide != nil || maximumPixels != nil || maximumAspect != nil
  }

  /// Why an image is rejected, or nil. An unknown size is a reason only if the image is complete.
  func rejection(of header: ImageHeader, isComplete: Bool) -> String? {
    if let formats, !formats.contains(header.format) {
      return "format \(header.format.rawValue) is not in --allow"
    }
    guard needsSize else { return nil }
    guard let width = header.width, let height = header.height else {
      return isComplete ? "unknown size" : nil
    }
    if let minimumSide, min(width, height) < minimumSide {
      return "\(width) × \(height) pixels, the shorter side less than --min-side \(minimumSide)"
    }
    let (pixels, isHuge) = width.multipliedReportingOverflow(by: height)
    if let maximumPixels, isHuge || pixels > maximumPixels {
      return "\(width) × \(height) pixels, more than --max-pixels \(maximumPixels)"
    }
    let aspect = Double(max(width, height)) / Double(max(1, min(width, height)))
    if let maximumAspect, aspect > maximumAspect {
      return "\(width) × \(height) pixels, more than --max-aspect \(maximumAspect)"
    }
    return nil
  }

  /// The directive of `X-Robots-Tag` that forbids an image, or nil. A directive may name a robot:
  /// `name: noai`.
  func robotsDirective(in headers: HeaderFields) -> String? {
    guard respectsRobots else { return nil }
    for value in headers.values(of: "X-Robots-Tag") {
      for directive in value.split(whereSeparator: { $0 == "," || $0 == ":" }) {
        let word = directive.trimmingSpaces.lowercased()
        if word == "noai" || word == "noimageai" { return word }
      }
    }
    return nil
  }
}
