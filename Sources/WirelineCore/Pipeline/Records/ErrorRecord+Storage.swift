extension ErrorRecord {
  package init(_ error: FileError, tool: String) {
    self.init(code: error.isReading ? .read : .write, message: error.description, tool: tool)
  }
}

extension FileError {
  package var isReading: Bool { operation == "open" || operation == "read" || operation == "stat" }
}

extension ErrorCode {
  package init(_ error: SQLiteError) { self.init(error.kind) }

  package init(_ kind: SQLiteError.Kind) {
    self =
      switch kind {
      case .damaged: .decode
      case .reading: .read
      case .writing: .write
      case .busy: .locked
      case .other: .internal
      }
  }
}
