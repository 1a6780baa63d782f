internal import Glibc
internal import WirelineCore
internal import WirelineRequests

/// `--adapter`: a user's command that may change each request, given as a record without the key.
struct CommandAdapter: Sendable {
  let command: String
  private static let timeout = Duration.seconds(30)
  private static let maximumBytes = 16 << 20

  func adapt(_ request: RequestSpecification) throws(YelpFailure) -> RequestSpecification {
    let source = try Self.temporaryFile()
    defer { close(source) }
    var writer = JSONWriter()
    RequestRecord(request, identifier: request.ref).write(to: &writer)
    writer.endLine()
    guard DescriptorOutput.write(writer.bytes, to: source) else {
      throw .adapter("cannot write the record: \(SystemErrorText(code: errno))")
    }
    let target = try Self.temporaryFile()
    defer { close(target) }
    var filter = FileFilter(command: command)
    filter.timeout = Self.timeout
    filter.maximumBytes = Self.maximumBytes
    filter.inheritsStderr = true
    _ = try converting({ YelpFailure.adapter($0.description) }) { () throws(FileFilterFailure) in
      try filter.run(from: "/proc/self/fd/\(source)", to: target)
    }
    return try Self.request(in: target, from: request)
  }

  /// Reads the request that the command printed, and restores what a record does not contain.
  private static func request(
    in descriptor: Int32, from request: RequestSpecification
  ) throws(YelpFailure) -> RequestSpecification {
    let bytes = try converting({ YelpFailure.adapter($0.reason) }) { () throws(FileError) in
      try FileBytes.read("/proc/self/fd/\(descriptor)")
    }
    var adapted = try parsed(bytes)
    // A command can change header fields but not remove them.
    adapted.headers.setDefaults(request.headers)
    adapted.priority = request.priority
    adapted.credential = request.credential
    adapted.ref = request.ref
    return adapted
  }

  private static func parsed(_ bytes: [UInt8]) throws(YelpFailure) -> RequestSpecification {
    let object = try converting({
      YelpFailure.adapter("the output is not a record: \($0.description)")
    }) { () throws(JSONSyntaxError) in
      try JSONObject(bytes, names: JSONNames(RequestRecord.names))
    }
    return try converting({ YelpFailure.adapter($0.description) }) { () throws(InputRecordError) in
      try RequestRecord(object).specification
    }
  }

  private static func temporaryFile() throws(YelpFailure) -> Int32 {
    let folder = getenv("TMPDIR").map { String(cString: $0) } ?? "/tmp"
    var path = Array("\(folder)/wireline.XXXXXX".utf8CString)
    let descriptor = mkstemp(&path)
    guard descriptor >= 0 else {
      throw .adapter(
        "cannot create a file in \"\(folder)\": \(SystemErrorText(code: errno))")
    }
    unlink(path)
    return descriptor
  }
}
