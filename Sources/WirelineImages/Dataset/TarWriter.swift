internal import Synchronization
internal import WirelineCore

/// Writes the images of a run to shards, in the order of the input.
///
/// Images get their positions when the input is read; the records that are printed, in the same
/// order, add them to a shard.
final class TarWriter: Sendable {
  struct Options: Sendable {
    /// The number of images per shard.
    var size = 1000
    /// Whether each image has a text, which may be empty.
    var hasCaption = false
    /// Whether only the owner may read the shards.
    var isPrivate = false
  }

  enum Step: Sendable {
    /// Process the image, whose number is given.
    case process(position: Int)
    /// The image is in a finished shard.
    case skip
    case refuse(TarFailure)
  }

  /// The state of the thread that reads the input.
  private struct Plan: Sendable {
    /// The lock of the directory; nil before the first image, because a run without images must not
    /// keep others from the directory.
    var lock: FileLock?
    var position = 0
    var part: TarPart?
    var finished: TarDirectory.Finished?
    /// Parts whose images have all been read, until their shard is complete.
    var ended: [Int: TarPart] = [:]
    var isComplete = false
    var failure: TarFailure?
    var unfinished = 0
  }

  private let numbering: TarNumbering
  private let options: Options
  private let directory: TarDirectory
  private let tool: String
  private let store: String
  private let tree: DirectoryTree
  private let now: @Sendable () -> Int
  private let plan = Mutex(Plan())
  /// Locked before `plan`.
  private let shard = Mutex<TarShard?>(nil)

  /// - Parameter store: the directory of the images.
  init(
    _ directory: TarDirectory, store: String, tool: String, options: Options = Options(),
    now: @escaping @Sendable () -> Int
  ) {
    self.directory = directory
    self.store = store
    self.tool = tool
    self.options = options
    self.now = now
    numbering = TarNumbering(size: options.size)
    tree = DirectoryTree(store)
  }

  // MARK: Reading

  /// Begins the next image of the input.
  ///
  /// - Parameter url: empty for an item without a valid URL.
  func begin(_ url: String) -> Step {
    plan.withLock { plan in
      if let failure = plan.failure { return .refuse(failure) }
      do throws(TarFailure) {
        return try begin(url, &plan)
      } catch {
        plan.failure = error
        return .refuse(error)
      }
    }
  }

  private func begin(_ url: String, _ plan: inout Plan) throws(TarFailure) -> Step {
    if plan.lock == nil { plan.lock = try directory.lock() }
    let position = plan.position
    let number = numbering.shard(of: position)
    var part: TarPart
    if let current = plan.part {
      part = current
    } else {
      part = TarPart(number, start: .now, startTime: now())
      plan.finished = try converting(TarFailure.file) { () throws(FileError) in
        try directory.finished(number)
      }
    }
    part.add(url)
    plan.position += 1
    plan.part = part
    if let finished = plan.finished, part.count > finished.count ?? 0 {
      throw .otherList(shard: directory.base(of: number))
    }
    let isFinished = plan.finished != nil
    if numbering.isLast(position) { try endPart(&plan) }
    return isFinished ? .skip : .process(position: position)
  }

  private func endPart(_ plan: inout Plan) throws(TarFailure) {
    guard let part = plan.part else { return }
    plan.part = nil
    guard let finished = plan.finished else {
      plan.ended[part.number] = part
      return
    }
    if finished != TarDirectory.Finished(count: part.count, digest: part.digest) {
      throw .otherList(shard: directory.base(of: part.number))
    }
  }

  /// Ends the input, after all records were written.
  ///
  /// - Parameter isComplete: whether all of the input was read.
  func endInput(isComplete: Bool) {
    plan.withLock { plan in
      plan.isComplete = isComplete
      guard isComplete, plan.failure == nil else { return }
      do throws(TarFailure) {
        try endPart(&plan)
      } catch {
        plan.failure = error
      }
    }
  }

  // MARK: Writing

  /// Returns the result, modified so that writing its record also adds it to a shard.
  func recording(_ result: ItemResult, at position: Int, item: InputItem?) -> ItemResult {
    var recorded = result
    let records = result.records
    recorded.records = PipeRecords(bytes: records.bytes) { [self] writer in
      let start = writer.bytes.count
      records.write(to: &writer)
      guard let error = add(Array(writer.bytes[start...]), at: position, item: item) else { return }
      writer.bytes.removeSubrange(start...)
      writer.bytes += error.lineBytes
    }
    return recorded
  }

  /// Adds a record to its shard.
  ///
  /// - Returns: the record to print instead if the image is not in the shard.
  private func add(_ line: [UInt8], at position: Int, item: InputItem?) -> ErrorRecord? {
    guard let sample = TarSample(line) else { return nil }
    if let failure { return record(failure, sample, item: item) }
    guard sample.code == nil else {
      write(sample, at: position)
      return nil
    }
    do throws(FileError) {
      write(sample, at: position, image: try open(sample))
    } catch {
      let error = ErrorRecord(code: .read, message: error.description, tool: tool)
      let record = about(sample, error, item: item)
      if let failed = TarSample(record.lineBytes) { write(failed, at: position) }
      return record
    }
    return failure.flatMap { record($0, sample, item: item) }
  }

  private var failure: TarFailure? { plan.withLock { $0.failure } }

  /// The record of an image that is stored, but not in a shard; nil for other records.
  private func record(
    _ failure: TarFailure, _ sample: TarSample, item: InputItem?
  ) -> ErrorRecord? {
    sample.code == nil ? about(sample, ErrorRecord(failure, tool: tool), item: item) : nil
  }

  private func about(
    _ sample: TarSample, _ error: ErrorRecord, item: InputItem?
  ) -> ErrorRecord {
    var record = error
    if let item { record = record.about(item) }
    record.url = sample.url
    return record
  }

  private func open(_ sample: TarSample) throws(FileError) -> TarImage {
    let path = sample.path ?? ""
    let isInStore = path.hasPrefix("\(store)/")
    // Records of the journal may name the directory differently.
    return try TarImage(
      isInStore ? try tree.open(tree.below(path)) : try FileBytes.open(path), path: path,
      bytes: sample.bytes, fileExtension: sample.fileExtension ?? "bin")
  }

  private func write(_ sample: TarSample, at position: Int, image: TarImage? = nil) {
    shard.withLock { shard in
      do throws(FileError) {
        let number = numbering.shard(of: position)
        if var previous = shard, previous.number != number {
          shard = nil
          try commit(&previous)
        }
        var open: TarShard
        // Moved out, because a copy would double the memory of its buffers.
        if let shard = shard.take() { open = shard } else { open = try newShard(number) }
        try open.append(sample, key: numbering.key(of: position), image: image)
        if numbering.isLast(position) { try commit(&open) } else { shard = open }
      } catch {
        fail(error)
      }
    }
  }

  private func newShard(_ number: Int) throws(FileError) -> TarShard {
    try TarShard(
      number, base: directory.base(of: number), isPrivate: options.isPrivate,
      hasCaption: options.hasCaption)
  }

  private func commit(_ shard: inout TarShard) throws(FileError) {
    guard let part = plan.withLock({ $0.ended.removeValue(forKey: shard.number) }) else { return }
    if try !shard.commit(part) { plan.withLock { $0.unfinished += 1 } }
  }

  private func fail(_ error: FileError) {
    plan.withLock { if $0.failure == nil { $0.failure = .file(error) } }
  }

  struct Outcome: Sendable {
    /// The first failure.
    var failure: TarFailure?
    /// The number of shards that lack images because of this run.
    var unfinished = 0
    /// The shards of a longer list.
    var remaining = 0..<0
  }

  /// Completes the last shard if all of the input was read; otherwise the next run writes it.
  func finish() -> Outcome {
    let isComplete = plan.withLock { $0.isComplete && $0.failure == nil }
    shard.withLock { shard in
      guard var open = shard.take(), isComplete else { return }
      do throws(FileError) {
        try commit(&open)
      } catch {
        fail(error)
      }
    }
    return plan.withLock { plan in
      var outcome = Outcome(failure: plan.failure, unfinished: plan.unfinished)
      if isComplete, plan.failure == nil, plan.position > 0 {
        outcome.remaining = remaining(from: numbering.shard(of: plan.position - 1) + 1)
      }
      return outcome
    }
  }

  private func remaining(from first: Int) -> Range<Int> {
    var end = first
    while (try? directory.finished(end)) != nil { end += 1 }
    return first..<end
  }
}
