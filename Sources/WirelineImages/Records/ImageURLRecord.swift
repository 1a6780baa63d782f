internal import WirelineCore
internal import WirelineRequests

/// An image that an input item requests.
struct ImageURLRecord: Sendable {
  /// The URL as given, but without credentials.
  let text: String
  let url: RequestURL
  var options = ImageRequest.Options()
  /// The caption as JSON text.
  var caption: [UInt8]?
}

/// Reads the images that an item requests: a plain line, or selected fields of a record.
struct ImageURLReader: Sendable {
  /// The fields of a record that have its URLs.
  enum Location: Sendable, Equatable {
    /// `image_url`, otherwise `url`.
    case standard
    case field(String)
    case photos
  }

  private enum Field: Int, CaseIterable {
    case image_url, url, photos, priority, memory_class, sha256, md5, original, headers, status
  }

  private static let ownNames = FieldNames.checked(
    [
      "image_url", "url", "photos", "priority", "memory_class", "sha256", "md5", "original",
      "headers", "status",
    ], Field.allCases)

  let names: [String]
  private let location: Location
  // The positions of the fields that the user names, which may be equal.
  private let urlIndex: Int?
  private let captionIndex: Int?
  private let template: NameTemplate?
  private let now: @Sendable () -> Int

  /// - Parameters:
  ///   - captionField: the name of the field with the caption.
  ///   - template: the names of files.
  init(
    location: Location = .standard, captionField: String? = nil, template: NameTemplate? = nil,
    now: @escaping @Sendable () -> Int = { 0 }
  ) {
    self.template = template
    self.now = now
    self.location = location
    var names = Self.ownNames
    let index = { (name: String) in
      if let index = names.firstIndex(of: name) { return index }
      names.append(name)
      return names.count - 1
    }
    if case .field(let name) = location { urlIndex = index(name) } else { urlIndex = nil }
    captionIndex = captionField.map(index)
    for name in template?.fields ?? [] { _ = index(name) }
    self.names = names
  }

  /// The fields that may contain the single URL of a record; nil if a record may have several.
  var urlNames: [String]? {
    switch location {
    case .standard: [Self.ownNames[Field.image_url.rawValue], Self.ownNames[Field.url.rawValue]]
    case .field(let name): [name]
    case .photos: nil
    }
  }

  /// Returns the result for each URL of the item, at least one. For a retried item, only the URL
  /// that failed.
  ///
  /// - Throws: if the item cannot be read at all.
  func read(_ item: InputItem) throws(InputRecordError) -> [Result<
    ImageURLRecord, InputRecordError
  >] {
    guard let object = item.object else { return [record(item.text, of: item)] }
    // The hash of a single image.
    let expected = location == .photos ? nil : try expected(object)
    let fields = RecordFields(object, names: names)
    let priority = try fields.priority(Field.priority.rawValue) ?? 0
    let options = ImageRequest.Options(
      priority: priority, memoryClass: try memoryClass(fields), expected: expected,
      headers: try headers(object))
    switch location {
    case .photos:
      let photos = try photos(fields).map { record($0, of: item, options) }
      guard let failed = item.failedURL else { return photos }
      return [photos.first { Self.isNamed($0, failed) } ?? record(failed, of: item, options)]
    case .standard:
      // A record with a blank image_url does not have an image, even if it has a url.
      let field: Field = object[Field.image_url.rawValue] != nil ? .image_url : .url
      return [record(try text(fields, field.rawValue), of: item, options)]
    case .field:
      return [record(try text(fields, urlIndex ?? Field.url.rawValue), of: item, options)]
    }
  }

  private func expected(_ object: JSONObject) throws(InputRecordError) -> ExpectedHash? {
    // In the record of a processed image, the other hash is that of the result.
    if let sha256 = object[Field.original.rawValue]?["sha256"]?.string {
      return ExpectedHash(sha256: sha256.lowercased(), md5: nil)
    }
    return try ExpectedHash(
      sha256: hash(.sha256, digits: 64, in: object), md5: hash(.md5, digits: 32, in: object))
  }

  /// The fields of a request. Those of a response, whose record has a status, must not be sent.
  private func headers(_ object: JSONObject) throws(InputRecordError) -> HeaderFields {
    guard let view = object[Field.headers.rawValue], view.type != .null,
      object[Field.status.rawValue] == nil
    else { return [:] }
    return try HeaderRecord.readValid(view).headers
  }

  private func hash(
    _ field: Field, digits: Int, in object: JSONObject
  ) throws(InputRecordError) -> String? {
    guard let text = try RecordFields(object, names: names).string(field.rawValue),
      !text.isEmpty
    else { return nil }
    guard text.utf8.count == digits, text.allSatisfy({ $0.isASCII && $0.isHexDigit }) else {
      throw .invalid(field: names[field.rawValue], reason: "expected \(digits) hexadecimal digits")
    }
    return text.lowercased()
  }

  /// Whether an error record would identify a URL by this text.
  private static func isNamed(_ photo: Result<ImageURLRecord, InputRecordError>, _ url: String)
    -> Bool
  {
    switch photo {
    case .success(let photo): photo.url.text == url
    case .failure(.invalidURL(let text, _, _)): text == url
    case .failure: false
    }
  }

  private func text(_ fields: RecordFields, _ index: Int) throws(InputRecordError) -> String {
    guard let text = try fields.string(index), !text.trimmingSpaces.isEmpty else {
      throw .missingURL(field: names[index])
    }
    return text.trimmingSpaces
  }

  private func photos(_ fields: RecordFields) throws(InputRecordError) -> [String] {
    let index = Field.photos.rawValue
    guard let view = fields.view(index) else { throw .missingURL(field: names[index]) }
    guard view.type == .array else {
      throw .wrongType(
        field: names[index], expected: "a list of URLs", found: view.shortText)
    }
    var texts: [String] = []
    for (number, element) in view.elements.enumerated() where element.type != .null {
      guard let text = element.string else {
        throw .wrongType(
          field: "\(names[index])[\(number)]", expected: "a URL", found: element.shortText)
      }
      if !text.trimmingSpaces.isEmpty { texts.append(text.trimmingSpaces) }
    }
    if texts.isEmpty { throw .missingURL(field: names[index]) }
    return texts
  }

  private func memoryClass(_ fields: RecordFields) throws(InputRecordError) -> MemoryClass? {
    let index = Field.memory_class.rawValue
    guard let text = try fields.string(index) else { return nil }
    guard let memoryClass = MemoryClass(rawValue: text) else {
      throw .invalid(field: names[index], reason: "expected \"high\" or \"low\"")
    }
    return memoryClass
  }

  private func record(
    _ text: String, of item: InputItem, _ options: ImageRequest.Options = .init()
  ) -> Result<ImageURLRecord, InputRecordError> {
    Result { () throws(InputRecordError) in
      let url = try converting(InputRecordError.init, RequestURL.init, text)
      var options = options
      options.ref = item.ref
      if let template { options.name = try name(template, of: item, url) }
      let caption = captionIndex.flatMap { item.object?[$0] }.flatMap {
        $0.type == .null ? nil : $0
      }
      return ImageURLRecord(
        text: url.userInformation == nil ? text : url.text, url: url, options: options,
        caption: caption.map { Array($0.raw) })
    }
  }

  private func name(
    _ template: NameTemplate, of item: InputItem, _ url: RequestURL
  ) throws(InputRecordError) -> ImageName {
    try NameSource(item: item, url: url, now: now()) { name in
      names.firstIndex(of: name).flatMap { item.object?[$0] }
    }.name(template)
  }
}
