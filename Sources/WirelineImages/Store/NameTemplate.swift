internal import WirelineCore
internal import WirelineRequests

/// `--name`: the path of an image below the output directory, such as `{host}/{ref}.{ext}`.
struct NameTemplate: ArgumentValue, Equatable {
  enum Token: Sendable, Equatable {
    case text(String)
    case property(ImageName.Property)
    /// A field of the input record.
    case field(String)
  }

  /// The maximum number of folders, so that `FolderWalk` finds the files.
  static let maximumDepth = 6

  let folders: [[Token]]
  let file: [Token]
  let text: String

  init(parsing argument: String) throws(InvalidArgument) {
    text = argument
    var components: [[Token]] = [[]]
    var rest = argument[...]
    while let character = rest.popFirst() {
      switch character {
      case "/": components.append([])
      case "{" where rest.first != "{", "}" where rest.first != "}":
        guard character == "{", let end = rest.firstIndex(of: "}") else {
          throw InvalidArgument(expected: "braces in pairs; literal braces are {{ and }}")
        }
        components[components.count - 1].append(try Self.token(rest[..<end]))
        rest = rest[rest.index(after: end)...]
      default:
        if character == "{" || character == "}" { rest.removeFirst() }
        Self.append(character, to: &components[components.count - 1])
      }
    }
    file = components.removeLast()
    folders = components
    try check()
  }

  private static func token(_ name: Substring) throws(InvalidArgument) -> Token {
    if let property = ImageName.Property(rawValue: String(name)) { return .property(property) }
    guard !name.isEmpty, !name.contains("{"), !name.contains("/") else {
      throw InvalidArgument(expected: "a field in braces, such as {ref}; literal braces are {{ }}")
    }
    return .field(String(name))
  }

  private static func append(_ character: Character, to tokens: inout [Token]) {
    if case .text(let text)? = tokens.last {
      tokens[tokens.count - 1] = .text(text + String(character))
    } else {
      tokens.append(.text(String(character)))
    }
  }

  private func check() throws(InvalidArgument) {
    guard !file.isEmpty, folders.allSatisfy({ !$0.isEmpty }) else {
      throw InvalidArgument(expected: "a file name below the output directory, such as {ref}.{ext}")
    }
    guard folders.count <= Self.maximumDepth else {
      throw InvalidArgument(expected: "at most \(Self.maximumDepth) directories")
    }
    if file.contains(.property(.dir)) {
      throw InvalidArgument(expected: "{dir} before the last part, such as {dir}/{basename}")
    }
    if (folders.joined() + file.dropFirst()).contains(.property(.path)) {
      throw InvalidArgument(expected: "{path} at the beginning of the last part only")
    }
    for case .property(let property) in folders.joined() where property.longest != nil {
      throw InvalidArgument(
        expected:
          "{\(property.rawValue)} in the last part only, because it is known after the download"
      )
    }
  }

  /// The message and the hint if plain URLs cannot be named; nil if they can.
  var refusalOfURLs: (message: String, hint: String)? {
    guard let field = fields.first else { return nil }
    let properties = ImageName.Property.allCases.map(\.rawValue).joined(separator: ", ")
    return (
      "--name needs the field \"\(field)\", which a plain URL does not have",
      "use the properties \(properties)"
    )
  }

  /// The fields of records that the template needs.
  var fields: [String] {
    (folders + [file]).joined().compactMap { if case .field(let name) = $0 { name } else { nil } }
  }
}

/// The source of a name's text: an input item and one of its URLs.
struct NameSource {
  let item: InputItem
  let url: RequestURL
  /// In seconds since 1970.
  let now: Int
  /// Returns a field of the record.
  let field: (String) -> JSONView?

  /// Returns the name of the image, whose properties are still unknown.
  func name(_ template: NameTemplate) throws(InputRecordError) -> ImageName {
    var folders: [String] = []
    for tokens in template.folders {
      if tokens == [.property(.dir)] {
        folders += directories
        continue
      }
      var text = ""
      for token in tokens {
        if case .text(let known)? = try part(token) { text += known }
      }
      folders.append(text)
    }
    if template.file.first == .property(.path) { folders += directories }
    var parts: [ImageName.Part] = []
    for token in template.file {
      guard let part = try part(token) else { continue }
      if case .text(let text) = part, case .text(let before)? = parts.last {
        parts[parts.count - 1] = .text(before + text)
      } else {
        parts.append(part)
      }
    }
    return ImageName(folders: Self.limited(folders), parts: parts)
  }

  /// The folders, of which the last ones are joined if `FolderWalk` would not reach them.
  private static func limited(_ folders: [String]) -> [String] {
    let rest = folders.dropFirst(NameTemplate.maximumDepth - 1)
    return rest.count < 2 ? folders : folders.dropLast(rest.count) + [rest.joined(separator: "_")]
  }

  private func part(_ token: NameTemplate.Token) throws(InputRecordError) -> ImageName.Part? {
    switch token {
    case .text(let text): return .text(ImageName.cleaned(text))
    case .property(let property):
      return known(property).map { .text(ImageName.cleaned($0)) } ?? .property(property)
    case .field(let name):
      guard let value = field(name), value.type != .null else {
        throw .missing(field: name, expected: "a string or number for --name")
      }
      guard let text = value.scalarText else {
        throw .wrongType(
          field: name, expected: "a string or number for --name", found: value.shortText)
      }
      return .text(ImageName.cleaned(Self.withoutCredentials(text)))
    }
  }

  /// A URL without its user and password; other text unchanged.
  private static func withoutCredentials(_ text: String) -> String {
    guard text.contains("@"), let url = try? RequestURL(text), url.userInformation != nil else {
      return text
    }
    return url.text
  }

  /// The text of a property that is known before the download; nil for others.
  private func known(_ property: ImageName.Property) -> String? {
    switch property {
    case .ref:
      Self.withoutCredentials((try? JSONView.parse(item.ref))?.scalarText ?? "\(item.line)")
    case .line: "\(item.line)"
    case .host: url.host
    case .dir: directories.joined(separator: "_")
    case .path: basename
    case .basename: basename
    case .stem:
      basename.lastIndex(of: ".").map {
        $0 > basename.startIndex ? String(basename[..<$0]) : basename
      }
        ?? basename
    case .date: String(CivilDate.timestamp(now).prefix { $0 != "T" })
    case .ext, .format, .width, .height, .sha256, .key: nil
    }
  }

  /// The directories of the URL's path.
  private var directories: [String] {
    url.path.split(separator: "/", omittingEmptySubsequences: false).dropLast()
      .filter { !$0.isEmpty }
      .map { ImageName.cleaned(String(decoding: PercentEncoding.decoded($0), as: UTF8.self)) }
  }

  /// The last part of the URL's path.
  private var basename: String {
    let path = url.path
    let part = path[(path.lastIndex(of: "/").map { path.index(after: $0) } ?? path.startIndex)...]
    return String(decoding: PercentEncoding.decoded(part), as: UTF8.self)
  }
}
