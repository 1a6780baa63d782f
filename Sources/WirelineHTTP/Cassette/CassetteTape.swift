import Synchronization
import WirelineCore
import WirelineRequests

/// The outcomes on a cassette, by request: for each execution the outcomes of its attempts.
final class CassetteTape: Sendable {
  typealias Attempts = [RecordedOutcome]

  private let state: Mutex<[CassetteKey: ArraySlice<Attempts>]>

  init(path: String) throws(CassetteError) {
    var executions: [CassetteKey: ArraySlice<Attempts>] = [:]
    let bytes = try converting({ CassetteError(path: path, detail: $0.reason) }) {
      () throws(FileError) in
      try FileBytes.read(path, limit: RecordedResponse.maximumBytes)
    }
    var number = 0
    for line in bytes.split(separator: 0x0A, omittingEmptySubsequences: false) {
      number += 1
      if line.allSatisfy({ $0 == 0x20 || $0 == 0x0D || $0 == 0x09 }) { continue }
      let (key, outcome) = try Self.parse(Array(line), path: path, line: number)
      Self.add(outcome, to: &executions[key, default: []])
    }
    state = Mutex(executions)
  }

  /// Adds an outcome to the execution that it continues. Lines of concurrent executions alternate.
  private static func add(_ outcome: RecordedOutcome, to executions: inout ArraySlice<Attempts>) {
    // The latest one: earlier ones may have ended with a failure.
    func latest(_ isContinued: (RecordedOutcome) -> Bool) -> Int? {
      executions.lastIndex { attempts in
        attempts.last.map { $0.attempt + 1 == outcome.attempt && isContinued($0) } ?? false
      }
    }
    // `--retry-on` may have named other statuses.
    let continued = outcome.attempt < 2 ? nil : latest(\.isRetryable) ?? latest(\.isFailure)
    if let continued {
      executions[continued].append(outcome)
    } else {
      executions.append([outcome])
    }
  }

  /// The attempts of the next execution of a request, and whether it is the last one, which
  /// repeats.
  func next(
    for request: RequestSpecification
  ) -> (attempts: ArraySlice<RecordedOutcome>, isLast: Bool)? {
    let key = CassetteKey(request)
    return state.withLock { executions in
      guard let recorded = executions[key], let attempts = recorded.first else { return nil }
      // The last one is kept: a replay may send a request more often than the recorded run.
      if recorded.count > 1 { executions[key] = recorded.dropFirst() }
      return (attempts: attempts[...], isLast: recorded.count == 1)
    }
  }

  private static let names = JSONNames(["request", "response", "error"])
  private static let requestNames = JSONNames(RequestRecord.names)

  private static func parse(
    _ line: [UInt8], path: String, line number: Int
  ) throws(CassetteError) -> (CassetteKey, RecordedOutcome) {
    let invalid = { CassetteError(path: path, line: number, detail: $0) }
    do {
      let exchange = try JSONObject(line, names: names)
      guard let request = exchange[0] else { throw invalid(expectation) }
      let record = try RequestRecord(try JSONObject(Array(request.raw), names: requestNames))
      let key = CassetteKey(record.specification)
      if let response = exchange[1] {
        var recorded = try RecordedResponse(response)
        recorded.isAuthorized = record.specification.headers.contains("Authorization")
        return (key, .response(recorded))
      }
      guard let error = exchange[2].flatMap(RecordedError.read) else { throw invalid(expectation) }
      return (key, .failure(error))
    } catch let error as CassetteError {
      throw error
    } catch {
      throw invalid("\(error)")
    }
  }

  private static let expectation = "expected {\"request\":…,\"response\":…}"
}

/// The error of a cassette that cannot be used.
package struct CassetteError: Error, Sendable, Equatable, CustomStringConvertible {
  package let path: String
  /// The line in the file; nil if the error concerns the whole file.
  package var line: Int?
  package let detail: String

  package var description: String {
    let location = line.map { ", line \($0)" } ?? ""
    return "cassette \"\(path)\"\(location): \(detail)"
  }
}
