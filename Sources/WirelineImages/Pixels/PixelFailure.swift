internal import Glibc
internal import WirelineCore

/// A processed image.
struct ProcessedImage: Sendable, Equatable {
  let bytes: [UInt8]
  let header: ImageHeader
  /// Flags for parts of the original that the result lacks.
  let flags: [String]
}

/// Why an image was not processed. The original is unchanged, and is not tried again.
enum PixelFailure: Error, Sendable, Equatable, CustomStringConvertible {
  case damaged(String)
  case unsupported(String)
  case tooLarge(String)
  /// The `--crop` rectangle is outside the image, whose upright size this is.
  case cropOutside(width: Int, height: Int)
  case crashed(PixelWorkerEnd)
  case timedOut(Duration)
  /// The original cannot be read.
  case file(FileError)
  /// No worker can be started: all images fail.
  case unavailable(String)
  case stopped

  var code: ErrorCode {
    switch self {
    case .damaged: .damagedImage
    case .unsupported: .unsupportedFormat
    case .tooLarge, .cropOutside: .imageRejected
    case .crashed, .timedOut: .processingFailed
    case .file: .read
    case .unavailable: .internal
    case .stopped: .cancelled
    }
  }

  /// Whether the image made a worker end, so that it should not be tried again.
  var hasEndedWorker: Bool { code == .processingFailed }

  var description: String {
    switch self {
    case .damaged(let reason): "damaged image: \(reason)"
    case .unsupported(let reason): "unsupported image: \(reason)"
    case .tooLarge(let reason): "image too large: \(reason)"
    case .cropOutside(let width, let height): "--crop is outside the image of \(width)x\(height)"
    case .crashed(let end): "the image worker ended: \(end)"
    case .timedOut(let limit): "processing timed out after \(limit.unitText)"
    case .file(let error): error.description
    case .unavailable(let reason): reason
    case .stopped: "stopped"
    }
  }
}

/// The end of a worker.
enum PixelWorkerEnd: Sendable, Equatable, CustomStringConvertible {
  case exit(Int32)
  case signal(Int32)
  /// It was killed after a reply that the protocol does not allow.
  case invalidReply
  case unknown

  init(status: Int32) {
    // WIFSIGNALED and WEXITSTATUS are macros, which Swift does not import.
    let signal = status & 0x7F
    self = signal == 0 ? .exit(status >> 8 & 0xFF) : .signal(signal)
  }

  /// Whether another process, or the kernel for lack of memory, ended it. An image can only cause
  /// other signals: a worker is not permitted to call kill(2).
  var isKilled: Bool {
    switch self {
    case .signal(SIGKILL), .signal(SIGTERM), .signal(SIGINT), .signal(SIGHUP): true
    default: false
    }
  }

  var description: String {
    switch self {
    case .exit(let status): "exit status \(status)"
    case .signal(let number): "killed by signal \(number)"
    case .invalidReply: "invalid reply"
    case .unknown: "unknown exit status"
    }
  }
}

// MARK: Replies

extension PixelFailure {
  /// The failure that a worker reports.
  init(_ reply: PixelReply.Checked, _ message: String, limits: PixelLimits) {
    switch reply.status {
    case .done, .damaged: self = .damaged(message.isEmpty ? "invalid data" : message)
    case .unsupported: self = .unsupported(message.isEmpty ? "no decoder" : message)
    case .tooLarge:
      let reason = "more than \(limits.pixels) pixels, or \(PixelLimits.maximumSide) on one side"
      self = .tooLarge(message.isEmpty ? reason : message)
    case .noMemory: self = .tooLarge("needs more than \(limits.memory >> 20) MB of memory")
    case .cropOutside: self = .cropOutside(width: reply.width, height: reply.height)
    }
  }
}
