internal import WirelineCore
package import WirelineRequests

/// Which images are wanted: decided by the first bytes, so that the rest of the
/// others is not worth having.
package struct ImageRules: Sendable, Equatable {
  /// How closely the bytes are looked at.
  package enum Validation: String, Sendable, CaseIterable {
    /// That they begin as an image does.
    case none
    /// And that the header is all there.
    case header
    /// And that the whole has the structure of its format, to the end.
    case structure
  }

  package var validation = Validation.header
  /// Nil takes all formats.
  package var formats: Set<ImageFormat>?
  /// In pixels.
  package var minimumWidth: Int?
  /// In pixels.
  package var minimumHeight: Int?
  /// Width times height at most.
  package var maximumPixels: Int?
  /// The longer side by the shorter one at most.
  package var maximumAspect: Double?
  /// Whether `X-Robots-Tag: noai` and `noimageai` are obeyed.
  package var respectsRobots = false

  package init() {}

  /// Whether a rule needs the size.
  private var asksForSize: Bool {
    minimumWidth != nil || minimumHeight != nil || maximumPixels != nil || maximumAspect != nil
  }

  /// Why an image is not wanted; nil when it is, as far as its header tells.
  ///
  /// - Parameter isWhole: no more of it comes: a size that is not known now never
  ///   will be.
  package func refusal(of header: ImageHeader, isWhole: Bool) -> String? {
    if let formats, !formats.contains(header.format) {
      return "the format \(header.format.rawValue) is not among --allow"
    }
    guard asksForSize else { return nil }
    guard let width = header.width, let height = header.height else {
      return isWhole ? "its size is not known" : nil
    }
    if let minimumWidth, width < minimumWidth {
      return "\(width) pixels wide, less than --min-width \(minimumWidth)"
    }
    if let minimumHeight, height < minimumHeight {
      return "\(height) pixels high, less than --min-height \(minimumHeight)"
    }
    let (pixels, isHuge) = width.multipliedReportingOverflow(by: height)
    if let maximumPixels, isHuge || pixels > maximumPixels {
      return "\(width) × \(height) pixels, more than --max-pixels \(maximumPixels)"
    }
    let aspect = Double(max(width, height)) / Double(max(1, min(width, height)))
    if let maximumAspect, aspect > maximumAspect {
      return "\(width) × \(height) pixels, longer than --max-aspect \(maximumAspect)"
    }
    return nil
  }

  /// The directive of an answer's `X-Robots-Tag` that forbids it; nil for none.
  /// A directive may be meant for one robot, `name: noai`.
  package func robotsDirective(in headers: HeaderFields) -> String? {
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
