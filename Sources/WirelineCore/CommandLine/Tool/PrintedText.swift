internal import Glibc

/// Text that is an answer by itself, and no record: on stdout, at once.
package enum PrintedText {
  /// - Returns: success, also where the reader has gone; else that it cannot
  ///   be written, which stderr tells.
  package static func print(_ text: String, _ context: ToolContext) -> ExitStatus {
    if DescriptorOutput.write(Array(text.utf8), to: context.streams.output.descriptor) {
      return .success
    }
    let code = errno
    if code == EPIPE { return .success }
    context.diagnostics.error("\(WriteError(code: code))")
    return .cannotWrite
  }
}
