internal import Glibc
package import WirelineCore

/// Access to local files named in records.
///
/// A record on stdin may come from a server, so it must not reach arbitrary files: `output` is
/// limited to the current directory, `body_file` and the files of `multipart` to the directories of
/// `--allow-files`, and only regular files are read. Files named on the command line are not
/// restricted.
package struct RecordFiles: Sendable {
  private let allowed: [FileBoundary]
  /// The current directory; nil if it was removed.
  private let current: FileBoundary?
  private let maximumBytes: Int?

  /// Accepted for discarding bodies.
  private static let discarded = "/dev/null"

  /// - Parameters:
  ///   - allowed: the `--allow-files` directories.
  ///   - maximumBytes: `--max-body`; nil for no limit.
  package init(allowed: [String], maximumBytes: Int?) throws(FileError) {
    var boundaries: [FileBoundary] = []
    for path in allowed { boundaries.append(try FileBoundary(path, allowsHidden: true)) }
    self.allowed = boundaries
    self.maximumBytes = maximumBytes
    current = try? FileBoundary(".", allowsHidden: false)
  }

  /// Checks the files named in a request record.
  package func check(_ request: RequestSpecification) throws(InputRecordError) {
    if let output = request.output { try checkOutput(output) }
    switch request.body {
    case .file(let path, _): try checkUpload(path, field: "body_file")
    case .multipart(let multipart):
      for part in multipart.parts {
        if case .file(let path) = part.content { try checkUpload(path, field: "multipart/file") }
      }
    case .none, .bytes: break
    }
  }

  /// Reads the body of a response record, from the current directory or a directory of
  /// `--allow-files`.
  package func responseBody(_ path: String, field: String) throws(InputRecordError) -> [UInt8] {
    if path == Self.discarded { return [] }
    let opened = try open(path, field: field, below: allowed + [current].compactMap { $0 })
    do throws(FileError) {
      return try FileBytes.readAndClose(opened, path: path, limit: maximumBytes)
    } catch {
      if error.code == EFBIG {
        throw .fileTooLarge(field: field, path: path, limit: maximumBytes ?? .max)
      }
      throw .invalid(field: field, reason: error.description)
    }
  }

  /// Rejects a NUL, which would truncate the path.
  static func checkPath(_ path: String, field: String) throws(InputRecordError) {
    if path.utf8.contains(0) { throw .invalid(field: field, reason: "the path contains a NUL") }
  }

  private func checkUpload(_ path: String, field: String) throws(InputRecordError) {
    if allowed.isEmpty {
      throw .forbiddenFile(
        field: field, path: path, reason: "records may name files only with --allow-files DIR")
    }
    let opened = try open(path, field: field, below: allowed)
    let size = FileBytes.size(opened)
    close(opened)
    if let maximumBytes, let size, size > maximumBytes {
      throw .fileTooLarge(field: field, path: path, limit: maximumBytes)
    }
  }

  private func checkOutput(_ path: String) throws(InputRecordError) {
    if path == Self.discarded { return }
    do throws(FileBoundary.Violation) {
      guard let current else { throw .outside }
      try current.checkOutput(path)
    } catch {
      throw .forbiddenFile(
        field: "output", path: path,
        reason: error == .outside ? "it is not in the current directory" : error.description)
    }
  }

  private func open(
    _ path: String, field: String, below boundaries: [FileBoundary]
  ) throws(InputRecordError) -> Int32 {
    try Self.checkPath(path, field: field)
    var failure = FileBoundary.Violation.outside
    for boundary in boundaries {
      do throws(FileBoundary.Violation) {
        return try boundary.open(path)
      } catch {
        // Report the error of the directory that contains the path.
        if failure == .outside { failure = error }
      }
    }
    switch failure {
    case .file(let error): throw .invalid(field: field, reason: error.description)
    case .outside:
      throw .forbiddenFile(
        field: field, path: path, reason: "\(failure); allow it with --allow-files DIR")
    case .hidden, .notRegular:
      throw .forbiddenFile(field: field, path: path, reason: failure.description)
    }
  }
}
