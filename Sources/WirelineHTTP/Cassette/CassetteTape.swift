import Synchronization
import WirelineCore
internal import WirelineRequests

/// The answers of a cassette, by request. Immutable but for how far each list
/// has been played.
final class CassetteTape: Sendable {
  private let state: Mutex<[CassetteKey: ArraySlice<RecordedResponse>]>

  init(path: String) throws(CassetteError) {
    var answers: [CassetteKey: ArraySlice<RecordedResponse>] = [:]
    let bytes: [UInt8]
    do throws(FileError) {
      bytes = try FileBytes.read(path)
    } catch {
      throw CassetteError(path: path, detail: error.reason)
    }
    var number = 0
    for line in bytes.split(separator: 0x0A, omittingEmptySubsequences: false) {
      number += 1
      if line.allSatisfy({ $0 == 0x20 || $0 == 0x0D || $0 == 0x09 }) { continue }
      let (key, answer) = try Self.parse(Array(line), path: path, line: number)
      answers[key, default: []].append(answer)
    }
    state = Mutex(answers)
  }

  /// The next answer to a request; one of a tape of before where there is no other.
  func next(for request: RequestSpecification) -> RecordedResponse? {
    next(for: CassetteKey(request))
      ?? next(for: CassetteKey(request, tellsSecretsApart: false))
  }

  private func next(for key: CassetteKey) -> RecordedResponse? {
    state.withLock { answers in
      guard let answer = answers[key]?.first else { return nil }
      if answers[key]?.count ?? 0 > 1 { answers[key]?.removeFirst() }
      return answer
    }
  }

  private static let names = JSONNames(["request", "response"])
  private static let requestNames = JSONNames(RequestRecord.names)

  private static func parse(
    _ line: [UInt8], path: String, line number: Int
  ) throws(CassetteError) -> (CassetteKey, RecordedResponse) {
    let fault = { CassetteError(path: path, line: number, detail: $0) }
    do {
      let exchange = try JSONObject(line, names: names)
      guard let request = exchange[0], let response = exchange[1] else {
        throw fault("expected {\"request\":…,\"response\":…}")
      }
      let record = try RequestRecord(try JSONObject(Array(request.raw), names: requestNames))
      let answer = try RecordedResponse(response, folder: path + ".d")
      return (CassetteKey(record.specification), answer)
    } catch let error as CassetteError {
      throw error
    } catch {
      throw fault("\(error)")
    }
  }
}
