package import ArgumentParser

/// In which order records leave.
package enum RecordOrder: String, EnumerableFlag, Sendable {
  /// As they finish.
  case unordered
  /// As their items came in.
  case ordered

  package static func help(for value: RecordOrder) -> ArgumentHelp? {
    switch value {
    case .unordered: "print records as they finish"
    case .ordered: "print records in the order of the input (default)"
    }
  }
}
