internal import Glibc
internal import WirelineCore
internal import WirelineRequests

/// `--adapter`: a user's command that may change each request, given as a record without the key.
struct CommandAdapter: Sendable {
  let command: String
  private static let timeout = Duration.seconds(30)
  private static let maximumBytes = 16 << 20

  func adapt(_ request: RequestSpecification) throws(YelpFailure) -> RequestSpecification {
    let (source, target) = try converting({ YelpFailure.adapter($0.description) }) {
      () throws(FileError) in
      (try FileBytes.createInMemory(), try FileBytes.createInMemory())
    }
    defer {
      close(source)
      close(target)
    }
    var writer = JSONWriter()
    RequestRecord(request, identifier: request.ref).write(to: &writer)
    writer.endLine()
    guard DescriptorOutput.write(writer.bytes, to: source) else {
      throw .adapter("cannot write the record: \(SystemErrorText(code: errno))")
    }
    var filter = FileFilter(command: command)
    filter.timeout = Self.timeout
    filter.maximumBytes = Self.maximumBytes
    filter.errors = STDERR_FILENO
    _ = try converting({ YelpFailure.adapter($0.description) }) { () throws(FileFilterFailure) in
      try filter.run(from: "/proc/self/fd/\(source)", to: target)
    }
    let output = try converting(
      { YelpFailure.adapter($0.reason) }, FileBytes.inMemory, target)
    return try Self.request(in: output, from: request)
  }

  /// Reads the request that the command printed, and restores what a record does not contain.
  private static func request(
    in bytes: [UInt8], from request: RequestSpecification
  ) throws(YelpFailure) -> RequestSpecification {
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
}
