internal import WirelineCore
internal import WirelineRequests

/// Header fields, credentials and cookies that are kept between runs, per origin: `--session`.
///
/// A session is a JSON object of an origin and its header fields, beside a cookie jar. Both contain
/// secrets, so only their owner can read them, and only the origin receives them.
struct Session: Sendable {
  private let path: String
  /// `https://host`, with the port if it is not the default.
  private let origin: String
  private(set) var headers: HeaderFields = [:]

  /// Cookies of the session.
  var cookieJar: String { path + ".cookies" }

  /// Reads a session; a missing one is empty.
  ///
  /// - Parameters:
  ///   - name: a name, or a path if it contains a slash.
  ///   - url: determines the folder of a named session, and the origin of a new one.
  /// - Throws: an error if the session belongs to another origin.
  init(_ name: String, for url: RequestURL, environment: Environment) throws(UsageError) {
    origin = url.origin
    if name.contains("/") {
      path = name
    } else {
      guard !name.isEmpty, !name.hasPrefix(".") else {
        throw UsageError("invalid value \"\(name)\" for --session: expected a name or a path")
      }
      // `https://h:8` → `https+h+8`: no host contains a plus sign.
      let folder = url.origin.filter { $0 != "/" }.map { $0 == ":" ? "+" : $0 }
      path = try converting({ UsageError($0.description, hint: $0.hint) }) {
        () throws(DirectoryUnknown) in
        try Directories { environment[$0] }.path(.config, "sessions/\(String(folder))/\(name)")
      }
    }
    guard FileAttributes(file) != nil else { return }
    let bytes = try converting(UsageError.init) { () throws(FileError) in
      try StateFile.read(file, limit: 1 << 20)
    }
    guard let view = try? JSONView.parse(bytes), let owner = view["origin"]?.string,
      let owner = try? RequestURL(owner).origin, let fields = view["headers"],
      let read = try? HeaderRecord.read(fields), (try? read.headers.validate()) != nil
    else {
      throw UsageError(
        "\"\(file)\" is not a session", hint: "remove it to begin a new one", status: .badData)
    }
    guard owner == origin else {
      throw UsageError(
        "the session \"\(file)\" belongs to \(owner), not to \(origin)",
        hint: "give a name without a slash: each server has its own session of that name",
        status: .unauthorized)
    }
    headers = read.headers
  }

  private var file: String { path + ".json" }

  /// Stores the fields of a request, which replace those of the same name, for later requests.
  ///
  /// - Parameter removed: the names of fields to forget.
  mutating func keep(_ fields: HeaderFields, removing removed: [String] = []) {
    for name in removed { headers.remove(name) }
    for field in fields.fields where Self.isKept(field.name) { headers.remove(field.name) }
    for field in fields.fields where Self.isKept(field.name) {
      headers.append(field.name, field.value)
    }
  }

  /// Fields that describe one body or one cached response do not belong to a session.
  private static func isKept(_ name: String) -> Bool {
    let name = name.lowercased()
    return !name.hasPrefix("content-") && !name.hasPrefix("if-") && name != "cookie"
      && name != "range"
  }

  func save() throws(FileError) {
    try Directories.create(containing: path)
    let line = JSONWriter.line { writer in
      writer.field("origin", origin)
      writer.key("headers")
      HeaderRecord.write(headers, isLowercased: false, to: &writer)
    }
    try AtomicFile.write(line, to: file, mode: 0o600, sweeps: true)
  }
}

extension RequestOptions {
  /// Opens the session of the options and adds its fields to the requests of its origin.
  func session(
    _ requests: inout [RequestSpecification], _ environment: Environment
  ) throws(UsageError) -> Session? {
    guard let name = authentication.sessionName, let first = requests.first else { return nil }
    let session = try Session(name, for: first.url, environment: environment)
    let fields = HeaderFields(session.headers.fields.filter { !sets(header: $0.name) })
    for index in requests.indices where requests[index].url.hasSameOrigin(as: first.url) {
      requests[index].add(defaults: fields)
    }
    return session
  }

  /// The names of the fields that the command line removes from a request.
  func removedFields(of request: RequestSpecification) -> [String] {
    http.header.filter(\.isRemoval).map(\.name) + request.suppressedHeaders
  }

  /// The fields of a request that a session keeps.
  func sessionFields(
    of request: RequestSpecification, completedBy runFields: RequestFields
  ) -> HeaderFields {
    var fields = HeaderFields(request.headers.fields.filter { !RequestComposer.isImplied($0) })
    _ = http.apply(to: &fields)
    // With the password that the user was asked for.
    if let value = runFields.complete(request).headers["Authorization"] {
      fields.set("Authorization", value)
    }
    return fields
  }
}
