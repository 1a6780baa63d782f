internal import Synchronization
internal import WirelineCore
internal import WirelineRequests

extension FetchPipeline {
  /// Prints the requests.
  ///
  /// - Parameter complete: adds the options of the run to a request.
  func build(
    _ complete: @escaping @Sendable (RequestSpecification) -> RequestSpecification
  ) async -> ExitStatus {
    await run { request, item, completion in
      let record = RequestRecord(
        complete(ImageGateway.request(request.url, priority: request.priority)),
        identifier: item.ref)
      let copied = item.withoutCopies(named: RequestRecord.names)
      completion(
        ItemResult(
          PipeRecords(bytes: item.bytes.count, copied) { record.writeFields(to: &$0) }), nil)
    }
  }

  /// Prints what `fetch` would do.
  func plan(_ gateway: ImageGateway) async -> ExitStatus {
    let planned = PlannedURLs()
    return await run { request, item, completion in
      let record = ImagePlanRecord(
        planned.insert(request.url) ? gateway.plan(request.url) : nil, ref: item.ref,
        url: request.text)
      var result = ItemResult(PipeRecords(bytes: 256, item) { record.writeFields(to: &$0) })
      result.outcome = record.action.rawValue
      completion(result, nil)
    }
  }

  func fetch(_ gateway: ImageGateway) async -> ExitStatus {
    await run { [self] request, item, completion in
      gateway.fetch(request.url, priority: request.priority, latency: request.latency) { [self] in
        let hidden = $0.mapError { $0.hiding(gateway.secrets(of: request.url)) }
        let (result, entry) = self.result(hidden, request.text, request.url, item)
        completion(result, entry)
      }
    }
  }

  /// Stores the images in response records.
  ///
  /// - Parameter files: the files that records may name.
  func parse(_ gateway: ImageGateway, _ files: RecordFiles) async -> ExitStatus {
    await input.pipe.run(
      prepare: { item -> RecordPipe.Prepared<Never> in
        .result(self.stored(item, gateway, files))
      }, work: { (_: Never, _) in })
  }

  func remove(_ store: ImageStore) async -> ExitStatus {
    await run { [self] request, item, completion in
      completion(removed(request, item, store), nil)
    }
  }

  /// Prints an error record for each item instead of fetching it.
  ///
  /// - Parameter isParsing: whether the items are response records.
  func refuse(_ error: ErrorRecord, isParsing: Bool) async -> ExitStatus {
    if isParsing {
      return await input.pipe.run(
        prepare: { item -> RecordPipe.Prepared<Never> in
          .result(ItemResult(error.describing(item)))
        }, work: { (_: Never, _) in })
    }
    return await run { request, item, completion in
      completion(ItemResult(error.describing(item, request.url)), nil)
    }
  }
}

// MARK: Results

extension FetchPipeline {
  /// - Parameter text: the URL as given.
  private func result(
    _ result: Result<FetchedImage, ImageFailure>, _ text: String, _ url: RequestURL,
    _ item: InputItem
  ) -> (ItemResult, ContactSheet.Entry?) {
    switch result {
    case .failure(let failure):
      let record = ErrorRecord(failure, tool: tool).describing(item, url)
      var result = ItemResult(record)
      result.failure?.host = url.host
      return (result, sheet.map { _ in ContactSheet.Entry(record) })
    case .success(let image):
      // The record is created here and again for the sheet, as storing it would cost an allocation
      // per image. For the same reason this does not use `PipeRecords.init(bytes:_:write:)`.
      var result = ItemResult(
        PipeRecords(bytes: 1024) { writer in
          writer.beginObject()
          ImageRecord(image: image, ref: item.ref, url: text).writeFields(to: &writer)
          item.writeCopied(to: &writer)
          writer.endObject()
          writer.endLine()
        })
      result.outcome = image.source.rawValue
      result.bytes = image.source == .network ? image.image.bytes : 0
      let entry = sheet.map { _ in
        ContactSheet.Entry(ImageRecord(image: image, ref: item.ref, url: text))
      }
      return (result, entry)
    }
  }

  private func stored(
    _ item: InputItem, _ gateway: ImageGateway, _ files: RecordFiles
  ) -> ItemResult {
    do throws(InputRecordError) {
      guard let object = item.object else { throw .syntax("not a JSON object") }
      let (url, response) = try ResponseRecord.readResponse(object, files: files)
      let (result, entry) = result(gateway.storeBody(of: response, for: url), url.text, url, item)
      return sheet?.recording(result, as: entry) ?? result
    } catch {
      return ItemResult(ErrorRecord(error, item: item, tool: tool))
    }
  }

  private func removed(
    _ request: ImageURLRecord, _ item: InputItem, _ store: ImageStore
  ) -> ItemResult {
    let record: ErrorRecord
    do throws(FileError) {
      if let image = try store.remove(store.address(request.url)) {
        let removal = ImageRemovalRecord(image: image, ref: item.ref, url: request.text)
        var result = ItemResult(PipeRecords(bytes: 256, item) { removal.writeFields(to: &$0) })
        result.outcome = "removed"
        return result
      }
      record = ErrorRecord(
        code: .notFound, message: "\"\(request.url.text)\" is not stored", tool: tool)
    } catch {
      record = ErrorRecord(code: .write, message: error.description, tool: tool)
    }
    return ItemResult(record.describing(item, request.url))
  }
}

extension ErrorRecord {
  /// The record with the input of an item, and its URL.
  fileprivate func describing(_ item: InputItem, _ url: RequestURL? = nil) -> ErrorRecord {
    var record = self
    record.describe(item)
    if let url { record.url = url.text }
    return record
  }
}

extension PipeRecords {
  /// One record of an item, with the item's copied fields.
  fileprivate init(
    bytes: Int, _ item: InputItem, write: @escaping @Sendable (inout JSONWriter) -> Void
  ) {
    self.init(bytes: bytes) { writer in
      writer.beginObject()
      write(&writer)
      item.writeCopied(to: &writer)
      writer.endObject()
      writer.endLine()
    }
  }
}

/// The URLs that a plan has named, up to a limit.
private final class PlannedURLs: Sendable {
  private let keys = Mutex<Set<ImageKey>>([])

  /// A million keys need 64 MB.
  private static let maximumCount = 1_000_000

  /// Returns whether the URL is new.
  func insert(_ url: RequestURL) -> Bool {
    keys.withLock { keys in
      let key = ImageKey(request: url)
      return keys.count < Self.maximumCount ? keys.insert(key).inserted : !keys.contains(key)
    }
  }
}
