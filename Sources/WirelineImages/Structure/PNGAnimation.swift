/// The animation in a PNG: PNG 3rd edition §4.9 and §11.3.6.
struct PNGAnimation: Sendable {
  /// Whether there is one that a reader plays: announced once, before the
  /// image data, with a possible number of frames.
  private(set) var isThere = false
  /// Frame control chunks so far.
  private(set) var frames = 0

  private var announced = 0
  private var isAnnouncedBefore = false
  private var sequence = 0
  private var hasFrameData = true
  /// What is wrong with the frames; it only matters in an animation, whose
  /// announcement may stand behind the first frame's control chunk.
  private var fault: String?

  /// Whether the first four bytes of such a chunk are wanted by `take`.
  func wants(_ type: FourLetters, length: Int) -> Bool {
    length >= 4 && (type == "acTL" || type == "fcTL" || type == "fdAT")
  }

  /// Takes the first four bytes of a chunk.
  ///
  /// - Parameter isBeforeImage: whether no IDAT chunk came yet.
  /// - Returns: what is wrong; nil when nothing is.
  mutating func take(_ number: Int, of type: FourLetters, isBeforeImage: Bool) -> String? {
    if type == "acTL" {
      isThere = isBeforeImage && !isAnnouncedBefore && (1...0x7FFF_FFFF).contains(number)
      isAnnouncedBefore = true
      announced = number
    } else {
      fault = fault ?? frameFault(number, type)
    }
    return isThere ? fault : nil
  }

  private mutating func frameFault(_ number: Int, _ type: FourLetters) -> String? {
    guard number == sequence else { return "a frame's sequence number is wrong" }
    sequence += 1
    if type == "fdAT" {
      hasFrameData = true
      return frames > 0 ? nil : "frame data before a frame control chunk"
    }
    guard hasFrameData else { return missingData }
    frames += 1
    hasFrameData = false
    return nil
  }

  /// The default image is the data of a frame that was begun before it.
  mutating func noteImageData() { hasFrameData = true }

  /// What is wrong with it at the end of the image; nil when nothing is.
  var endingFault: String? {
    guard isThere else { return nil }
    if !hasFrameData { return missingData }
    return frames < announced ? "\(frames) of \(announced) frames" : nil
  }

  private var missingData: String { "frame \(frames) has no data" }
}
