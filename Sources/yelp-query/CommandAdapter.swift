import Glibc
import WirelineCore
import WirelineRequests
import WirelineYelp

/// `--adapter`: a command of the user's that each request passes through, as a
/// record without the key.
struct CommandAdapter: Sendable {
  let command: String
  /// How long it may take.
  private static let timeout = Duration.seconds(30)
  private static let maximumBytes = 16 << 20

  /// Runs the command once, and blocks until it has ended.
  func adapt(_ request: RequestSpecification) -> Result<RequestSpecification, YelpFailure> {
    do throws(AdapterFault) {
      return .success(try adapted(request))
    } catch {
      return .failure(.adapter(error.reason))
    }
  }

  private struct AdapterFault: Error { let reason: String }

  private func adapted(
    _ request: RequestSpecification
  ) throws(AdapterFault) -> RequestSpecification {
    let source = try Self.temporaryFile()
    defer { close(source) }
    var writer = JSONWriter()
    RequestRecord(request, identifier: request.ref).write(to: &writer)
    writer.endLine()
    guard DescriptorOutput.write(writer.bytes, to: source) else {
      throw AdapterFault(reason: "no room for the record")
    }
    let target = try Self.temporaryFile()
    defer { close(target) }
    var filter = FileFilter(command: command)
    filter.timeout = Self.timeout
    filter.maximumBytes = Self.maximumBytes
    filter.showsErrors = true
    do throws(FileFilterFailure) {
      _ = try filter.run(from: "/proc/self/fd/\(source)", to: target)
    } catch {
      throw AdapterFault(reason: error.description)
    }
    return try Self.request(in: target, from: request)
  }

  /// What came back, with what no record says.
  private static func request(
    in descriptor: Int32, from request: RequestSpecification
  ) throws(AdapterFault) -> RequestSpecification {
    let bytes: [UInt8]
    do throws(FileError) {
      bytes = try FileBytes.read("/proc/self/fd/\(descriptor)")
    } catch {
      throw AdapterFault(reason: error.reason)
    }
    var adapted = try parsed(bytes)
    // What it takes out is put back.
    adapted.headers.setDefaults(request.headers)
    adapted.priority = request.priority
    adapted.credential = request.credential
    adapted.ref = request.ref
    return adapted
  }

  private static func parsed(_ bytes: [UInt8]) throws(AdapterFault) -> RequestSpecification {
    let object: JSONObject
    do throws(JSONSyntaxError) {
      object = try JSONObject(bytes, names: JSONNames(RequestRecord.names))
    } catch {
      throw AdapterFault(reason: "it gave no record: \(error.description)")
    }
    do throws(RecordFault) {
      return try RequestRecord(object).specification
    } catch {
      throw AdapterFault(reason: error.description)
    }
  }

  /// A file that has no name.
  private static func temporaryFile() throws(AdapterFault) -> Int32 {
    let folder = getenv("TMPDIR").map { String(cString: $0) } ?? "/tmp"
    var path = Array("\(folder)/wireline.XXXXXX".utf8CString)
    let descriptor = mkstemp(&path)
    guard descriptor >= 0 else { throw AdapterFault(reason: "no temporary file") }
    unlink(path)
    return descriptor
  }
}
