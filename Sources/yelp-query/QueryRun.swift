import Synchronization
import WirelineCore
import WirelineRequests
import WirelineYelp

/// A run of questions to one endpoint: what is asked, and what becomes of it.
struct QueryRun: Sendable {
  let context: ToolContext
  let question: YelpQuestion
  let source: QuestionSource
  let pages: PageLimit
  let walks: YelpWalks
  let writer: AnswerWriter
  let pipe: ToolPipe

  private final class Job: Sendable {
    let question: YelpQuestion
    let item: InputItem

    init(_ question: YelpQuestion, of item: InputItem) {
      self.question = question
      self.item = item
    }
  }

  /// - Parameters:
  ///   - secrets: what no record of a failure may tell, whatever the service says.
  ///   - isExhausted: whether the calls are used up.
  func ask(
    _ gateway: YelpGateway, hiding secrets: SentSecrets, isExhausted: () -> Bool
  ) async -> ExitStatus {
    await pipe.run(
      isPostponed: isExhausted, prepare: prepare,
      work: { (job: Job, done) in
        let walk = pages.isWalk ? YelpPages(job.question, wanted: pages.left(job.item)) : nil
        if let walk {
          walks.add(
            YelpWalk(walk, gateway, ref: job.item.ref) { outcome in
              done(result(outcome, job, gateway.building, hiding: secrets))
              walks.end()
            })
        } else {
          gateway.ask(job.question, ref: job.item.ref) { reply in
            done(result(reply, job, gateway.building, hiding: secrets))
          }
        }
      })
  }

  private func prepare(_ item: InputItem) -> RecordPipe.Prepared<Job> {
    do throws(RecordFault) {
      return .job(Job(try asked(item), of: item.withoutMembers))
    } catch {
      return .result(ItemResult(ErrorRecord(error, item: item, tool: context.tool)))
    }
  }

  private func asked(_ item: InputItem) throws(RecordFault) -> YelpQuestion {
    var question = try source.question(of: item) {
      context.diagnostics.warning($0, line: item.line)
    }
    // It goes on where it broke off.
    if pages.isWalk, let offset = item.offset { question.resume(at: offset) }
    return question
  }

  // MARK: What comes back

  private func result(
    _ outcome: YelpWalk.Outcome, _ job: Job, _ building: YelpRequestBuilding,
    hiding secrets: SentSecrets
  ) -> ItemResult {
    guard let failure = outcome.failure else {
      return outcome.reply.map { result($0, job) } ?? ItemResult(.none)
    }
    let record = record(
      of: failure, job, building, offset: outcome.offset ?? job.item.offset, hiding: secrets)
    guard let reply = outcome.reply else { return ItemResult(record) }
    return writer.result(reply, job.item, from: job.item.offset ?? 0, before: record)
  }

  private func result(
    _ reply: Result<YelpReply, YelpFailure>, _ job: Job, _ building: YelpRequestBuilding,
    hiding secrets: SentSecrets
  ) -> ItemResult {
    switch reply {
    case .success(let reply): return result(reply, job)
    case .failure(let failure):
      return ItemResult(
        record(of: failure, job, building, offset: job.item.offset, hiding: secrets))
    }
  }

  private func record(
    of failure: YelpFailure, _ job: Job, _ building: YelpRequestBuilding, offset: Int?,
    hiding secrets: SentSecrets
  ) -> ErrorRecord {
    var record = ErrorRecord(failure, tool: context.tool).hiding(secrets)
    record.describe(job.item)
    record.url = building.request(job.question).url.text
    record.offset = offset
    return record
  }

  private func result(_ reply: YelpReply, _ job: Job) -> ItemResult {
    if reply.isTruncated {
      let total = reply.total.map { " of \($0)" } ?? ""
      let count = (job.item.offset ?? 0) + reply.results.count
      context.diagnostics.warning(
        "\(count)\(total) results: the API gives no more", line: job.item.line)
    }
    return writer.result(reply, job.item, from: job.item.offset ?? 0)
  }

  // MARK: Without asking

  /// Prints the requests.
  func build(_ building: YelpRequestBuilding) async -> ExitStatus {
    await print { question, item, writer in
      RequestRecord(building.request(question), identifier: item.ref).write(to: &writer)
    }
  }

  /// Prints where people find the same.
  func printLinks() async -> ExitStatus {
    await print { question, item, writer in
      guard let links = YelpLinks(question) else { return }
      writer.beginObject()
      writer.member("ref", raw: item.ref)
      writer.member("web", links.web)
      writer.member("app", links.app)
      item.writeCopied(to: &writer)
      writer.endObject()
    }
  }

  /// Prints how many calls it would take.
  func plan(_ building: YelpRequestBuilding, _ planner: QueryPlanner) async -> ExitStatus {
    var invalid = 0
    let status = await pipe.run(
      // Lines that are no items are among them.
      told: { invalid = $0 },
      prepare: { item -> RecordPipe.Prepared<Never> in
        do throws(RecordFault) {
          planner.add(try asked(item), pages)
          return .result(ItemResult(.none))
        } catch {
          return .result(ItemResult(ErrorRecord(error, item: item, tool: context.tool)))
        }
      }, work: { (_: Never, _) in })
    let printed = planner.print(context, invalid: invalid)
    return status == .success ? printed : status
  }

  private func print(
    _ body: @escaping @Sendable (YelpQuestion, InputItem, inout JSONWriter) -> Void
  ) async -> ExitStatus {
    await pipe.run(
      prepare: { item -> RecordPipe.Prepared<Never> in
        do throws(RecordFault) {
          let question = try asked(item)
          return .result(
            ItemResult(
              PipeRecords(bytes: 512) { writer in
                body(question, item, &writer)
                writer.endLine()
              }))
        } catch {
          return .result(ItemResult(ErrorRecord(error, item: item, tool: context.tool)))
        }
      }, work: { (_: Never, _) in })
  }
}
