internal import Synchronization
internal import WirelineCore
internal import WirelineRequests

/// The work of one run: what happens to each item.
struct QueryRun: Sendable {
  let context: ToolContext
  let source: QuerySource
  let pages: PageLimit
  let building: YelpRequestBuilder
  let writer: ResponseWriter
  let pipe: ToolPipe
  private let truncated = TruncatedLists()

  func send(
    _ gateway: YelpGateway, jobs: Int, hiding secrets: SentSecrets, notice: CallNotice?
  ) async -> ExitStatus {
    let walks = YelpWalks(limit: jobs)
    if case .operands(let items) = source.input { notice?.expect(items.count) }
    let status = await pipe.run(
      prepare: { item in
        prepare(item) { query in
          let item = item.withoutFields
          return .job { done in
            notice?.add()
            if pages.followsPages, let walk = YelpPages(query, wanted: pages.remaining(item)) {
              walks.add(
                YelpWalk(walk, gateway, ref: item.ref) { outcome in
                  done(result(outcome, of: query, item, hiding: secrets))
                  walks.end()
                })
            } else {
              gateway.send(query, ref: item.ref) { outcome in
                done(result(YelpWalk.Outcome(outcome), of: query, item, hiding: secrets))
              }
            }
          }
        }
      })
    writer.printed.report(context.diagnostics)
    if let message = truncated.message {
      context.diagnostics.warning(message)
      if source.endpoint == .search {
        context.diagnostics.hint(
          "split the search by --price, --categories or --radius, as in wireline-cookbook(7)")
      }
    }
    return status
  }

  private func prepare(
    _ item: InputItem, as prepared: (YelpQuery) -> RecordPipe.Prepared
  ) -> RecordPipe.Prepared {
    do throws(InputRecordError) {
      return prepared(try query(of: item))
    } catch {
      return .result(ItemResult(ErrorRecord(error, item: item, tool: context.tool)))
    }
  }

  private func query(of item: InputItem) throws(InputRecordError) -> YelpQuery {
    var query = try source.query(of: item)
    if pages.followsPages, let offset = item.offset { query.resume(at: offset) }
    return query
  }

  private func result(
    _ outcome: YelpWalk.Outcome, of query: YelpQuery, _ item: InputItem,
    hiding secrets: SentSecrets
  ) -> ItemResult {
    let first = item.offset ?? 0
    let isNearby = query.isNearby
    guard let failure = outcome.failure else {
      guard let list = outcome.list else { return ItemResult(.none) }
      if list.isTruncated {
        truncated.add(item, results: first + list.results.count, total: list.total)
      }
      return writer.result(list, item, from: first, isNearby: isNearby)
    }
    var record = ErrorRecord(failure, tool: context.tool).hiding(secrets)
    record.describe(item)
    record.url = building.request(query).url.text
    record.offset = outcome.offset ?? item.offset
    guard let list = outcome.list else { return ItemResult(record) }
    return writer.result(list, item, from: first, isNearby: isNearby, before: record)
  }

  /// `--build`: prints request records.
  func printRequests() async -> ExitStatus {
    await print { query, item, writer in
      RequestRecord(building.request(query), identifier: item.ref).write(to: &writer)
    }
  }

  /// `--links`: prints links to Yelp's site and app.
  func printLinks() async -> ExitStatus {
    await print { query, item, writer in
      guard let links = YelpLinks(query) else { return }
      writer.object { writer in
        writer.field("ref", raw: item.ref)
        writer.field("web", links.web)
        writer.field("app", links.app)
        if query.endpoint == .search {
          for (name, link) in YelpLinks.checkIns {
            writer.key(named: name)
            writer.string(link)
          }
        }
        item.writeCopied(to: &writer)
      }
    }
  }

  /// `--dry-run`: prints how many calls the run would make.
  func plan(_ planner: QueryPlanner) async -> ExitStatus {
    var invalid = 0
    let status = await map(onFinish: { invalid = $0.failureCount }) { query, _ in
      planner.add(query, pages)
      return ItemResult(.none)
    }
    let printed = planner.print(context, invalid: invalid)
    return status == .success ? printed : status
  }

  private func print(
    _ body: @escaping @Sendable (YelpQuery, InputItem, inout JSONWriter) -> Void
  ) async -> ExitStatus {
    await map { query, item in
      ItemResult(
        PipeRecords(bytes: 512) { writer in
          body(query, item, &writer)
          writer.endLine()
        })
    }
  }

  private func map(
    onFinish: (PipeOutcome) -> Void = { _ in },
    _ body: @escaping @Sendable (YelpQuery, InputItem) -> ItemResult
  ) async -> ExitStatus {
    await pipe.run(
      onFinish: onFinish,
      prepare: { item in prepare(item) { .result(body($0, item)) } })
  }
}

extension YelpWalk.Outcome {
  fileprivate init(_ result: Result<YelpResultList, YelpFailure>) {
    switch result {
    case .success(let list): self.init(list: list)
    case .failure(let failure): self.init(failure: failure)
    }
  }
}

/// The lists of which the API returned only a part.
private final class TruncatedLists: Sendable {
  private let state = Mutex((count: 0, first: ""))

  func add(_ item: InputItem, results: Int, total: Int?) {
    state.withLock { state in
      state.count += 1
      guard state.count == 1 else { return }
      let place = item.isOperand ? "\"\(item.text)\"" : "line \(item.line)"
      state.first =
        "the API returned only \(results)\(total.map { " of \($0)" } ?? "") results"
        + (item.isOperand && item.text.isEmpty ? "" : " for \(place)")
    }
  }

  /// A message about incomplete lists; nil if all are complete.
  var message: String? {
    let (count, first) = state.withLock { $0 }
    if count < 2 { return count == 0 ? nil : first }
    return "\(first), and only a part of the results of \(count - 1) other "
      + (count == 2 ? "item" : "items")
  }
}
