import WirelineCore
import WirelineHTTP
import Glibc
@_silgen_name("mallopt") func mallopt(_ a: Int32, _ b: Int32) -> Int32
import Synchronization

signal(SIGPIPE, SIG_IGN)
_ = mallopt(-8, 1); _ = mallopt(-2, 1 << 20); _ = mallopt(-1, 64 << 20)
let client = HTTPRequestClient()
var policy = ExecutionPolicy()
policy.jobs = 64; policy.jobsPerHost = 64
final class Out: ResponseSink {
  func receive(_ b: UnsafeRawBufferPointer) { _ = write(1, b.baseAddress, b.count) }
}
let executor = RequestExecutor(client: client, policy: policy)
let names = JSONNames(RequestRecord.names + ["id"])
let idIndex = RequestRecord.names.count
final class Output: Sendable {
  let buf = Mutex<(next: Int, held: [Int: [UInt8]], pending: [UInt8])>((0, [:], []))
  func put(_ seq: Int, _ b: [UInt8]) {
    buf.withLock { s in
      s.held[seq] = b
      while let n = s.held.removeValue(forKey: s.next) { s.pending += n; s.next += 1 }
      if s.pending.count > 65536 { flush(&s.pending) }
    }
  }
  func flush(_ p: inout [UInt8]) { p.withUnsafeBytes { _ = write(1, $0.baseAddress, $0.count) }; p.removeAll(keepingCapacity: true) }
}
let done = { @Sendable () async -> Int32 in
  if CommandLine.arguments.count > 1 {
    do {
      let url = try RequestURL(CommandLine.arguments[1])
      let r = try await executor.execute(RequestSpecification(url: url), body: .sink(Out(), limit: nil))
      _ = r
      return 0
    } catch { print(error); return 1 }
  }
  var options = RecordPipe.Options()
  let parser = ItemParser(tool: "req", names: RequestRecord.names, options: options, takesPlainText: true)
  let pipe = RecordPipe(parser: parser, options: options)
  struct Job { let spec: RequestSpecification; let ref: [UInt8] }
  _ = await pipe.run(input: 0, write: { (b: [UInt8]) throws(WriteError) -> Bool in
    b.withUnsafeBytes { _ = write(1, $0.baseAddress, $0.count) }
    return true
  }, prepare: { item -> RecordPipe.Prepared<Job> in
    do {
      return .job(Job(spec: try RequestRecord(item.object!).specification, ref: item.ref))
    } catch { return .result(.init(.none, failure: .connect)) }
  }, work: { job, done in
    executor.start(job.spec, body: .memory(limit: 16 << 20)) { result in
      switch result {
      case .success(let r):
       done(RecordPipe.Result(PipeRecords(bytes: r.bodyBytes) { w in
        w.beginObject()
        ResponseRecord(r, ref: job.ref).writeMembers(to: &w)
        w.endObject(); w.endLine()
      }))
      case .failure(let e): done(RecordPipe.Result(PipeRecords(line: Array("\(e)".utf8)), failure: .connect))
     }
    }
  })
  return 0
}
struct Out2 {}
let sem = UnsafeMutablePointer<sem_t>.allocate(capacity: 1)
sem_init(sem, 0, 0)
nonisolated(unsafe) var status: Int32 = 0
nonisolated(unsafe) let sp = sem
Task(executorPreference: client.taskExecutor) { status = await done(); sem_post(sp) }
sem_wait(sem)
_exit(status)
