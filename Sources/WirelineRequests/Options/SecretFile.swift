package import WirelineCore

/// A file whose first line is a secret, such as a token.
package enum SecretFile {
  /// Returns the secret.
  ///
  /// - Parameters:
  ///   - noun: names the secret in messages: `API key`.
  ///   - unreadable: the exit status if the file cannot be read.
  /// - Throws: if other users can read the file, or if its first line is empty.
  package static func read(
    _ path: String, noun: String, unreadable: ExitStatus
  ) throws(UsageError) -> String {
    if let file = FileAttributes(path), file.isFile, !file.isPrivate {
      throw UsageError(
        "other users can read the \(noun) in \"\(path)\"",
        hint: "chmod 600 \(ShellWord.quoted(path))", status: .unauthorized)
    }
    let bytes = try converting({ UsageError($0.description, status: unreadable) }) {
      () throws(FileError) in
      try FileBytes.read(path, limit: 1 << 20)
    }
    let lines = String(decoding: bytes, as: UTF8.self).split(whereSeparator: \.isNewline)
    if let secret = lines.first.map({ String($0).trimmingSpaces }), !secret.isEmpty {
      return secret
    }
    throw UsageError("the first line of \"\(path)\" has no \(noun)", status: .unauthorized)
  }
}
