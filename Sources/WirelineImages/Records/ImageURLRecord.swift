internal import WirelineCore
internal import WirelineRequests

struct ImageURLRecord: Sendable {
  /// The URL as given, but without credentials.
  let text: String
  let url: RequestURL
  let priority: Int
  let latency: ImageLatency?
}

/// Reads the images that an item requests: a plain line, or selected fields of a record.
struct ImageURLReader: Sendable {
  enum Location: Sendable, Equatable {
    /// `image_url`, otherwise `url`.
    case standard
    case field(String)
    case photos
  }

  private enum Field: Int, CaseIterable { case image_url, url, photos, latency }

  private static let ownNames = FieldNames.checked(
    ["image_url", "url", "photos", "latency"], Field.allCases)

  let names: [String]
  private let location: Location

  /// - Parameter priorityField: the name of the field with the priority.
  init(location: Location = .standard, priorityField: String = "priority") {
    self.location = location
    var names = Self.ownNames + [priorityField]
    if case .field(let name) = location { names.append(name) }
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
    guard let object = item.object else { return [record(item.text, 0, nil)] }
    let fields = RecordFields(object, names: names)
    let priority = try fields.priority(Field.allCases.count) ?? 0
    let latency = try latency(fields)
    switch location {
    case .photos:
      let photos = try photos(fields).map { record($0, priority, latency) }
      guard let failed = item.failedURL else { return photos }
      return [photos.first { Self.isNamed($0, failed) } ?? record(failed, priority, latency)]
    case .standard:
      // A record with a blank image_url does not have an image, even if it has a url.
      let field: Field = object[Field.image_url.rawValue] != nil ? .image_url : .url
      return [record(try text(fields, field.rawValue), priority, latency)]
    case .field:
      return [record(try text(fields, names.count - 1), priority, latency)]
    }
  }

  /// Whether an error record would identify a URL by this text.
  private static func isNamed(_ photo: Result<ImageURLRecord, InputRecordError>, _ url: String)
    -> Bool
  {
    switch photo {
    case .success(let photo): photo.url.text == url
    case .failure(.invalidURL(let invalid)): invalid.text == url
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

  private func latency(_ fields: RecordFields) throws(InputRecordError) -> ImageLatency? {
    let index = Field.latency.rawValue
    guard let text = try fields.string(index) else { return nil }
    guard let latency = ImageLatency(rawValue: text) else {
      throw .invalid(field: names[index], reason: "expected \"high\" or \"low\"")
    }
    return latency
  }

  private func record(
    _ text: String, _ priority: Int, _ latency: ImageLatency?
  ) -> Result<ImageURLRecord, InputRecordError> {
    do throws(InvalidURL) {
      let url = try RequestURL(text)
      return .success(
        ImageURLRecord(
          text: url.userInformation == nil ? text : url.text, url: url, priority: priority,
          latency: latency))
    } catch {
      return .failure(.invalidURL(error))
    }
  }
}
