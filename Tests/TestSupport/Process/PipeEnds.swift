import Glibc

/// The two ends of a tool's standard input.
struct InputEnds {
  /// The tool's end; nil for a closed input.
  private(set) var theirs: Int32?
  /// The test's end; nil without a pipe.
  private(set) var ours: Int32?
  /// Whether `ToolInput.feed` writes the input.
  private(set) var isFed = false

  /// - Parameter input: nil for a pipe that the test writes to.
  init(_ input: ToolInput?) throws {
    switch input {
    case .closed: break
    case .empty: theirs = try Descriptor.open("/dev/null", O_RDONLY)
    case .file(let path): theirs = try Descriptor.open(path, O_RDONLY)
    case .bytes, .slow, .generated:
      (theirs, ours) = try Descriptor.pipe()
      isFed = true
    case nil, .silent: (theirs, ours) = try Descriptor.pipe()
    }
  }
}

/// The two ends of a tool's standard output.
struct OutputEnds {
  private(set) var theirs: Int32?
  private(set) var ours: Int32?
  /// Whether stderr uses the same end.
  private(set) var includesStderr = false

  init(_ output: ToolOutput) throws {
    switch output {
    case .closed: break
    case .terminal:
      (ours, theirs) = try Terminal.open()
      includesStderr = true
    case .file(let path):
      theirs = try Descriptor.open(path, O_WRONLY | O_CREAT | O_TRUNC)
    case .collected, .counted, .firstLine, .slow: (ours, theirs) = try Descriptor.pipe()
    }
  }
}
