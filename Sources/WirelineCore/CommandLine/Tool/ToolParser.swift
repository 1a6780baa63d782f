internal import ArgumentParser

/// The words of a command line and the settings below them → a tool with its properties.
struct ToolParser<Tool: ParsableTool> {
  private let scan: ArgumentScan
  private let settings: Settings

  init(_ tool: Tool.Type, _ scan: ArgumentScan, _ settings: Settings) {
    self.scan = scan
    self.settings = settings
  }

  func tool() throws(UsageError) -> Tool {
    if let tool = decoded() { return tool }
    return try parsed()
  }

  /// The fast way; nil where it does not come out even.
  func decoded() -> Tool? {
    let values = ScannedValues(
      settings.occurrences(before: scan), operands: settings.operands(before: scan))
    do {
      var tool = try Tool(from: ScanDecoder(values: values))
      try tool.validate()
      return values.isUsedUp ? tool : nil
    } catch {
      return nil
    }
  }

  /// The way by ArgumentParser, which knows what to say of a fault.
  func parsed() throws(UsageError) -> Tool {
    do {
      return try Tool.parse(settings.arguments(before: scan))
    } catch {
      throw usageError(Tool.message(for: error))
    }
  }

  /// The error with its origin: a variable or key that fails alone, in the same way, is at fault.
  private func usageError(_ text: String) -> UsageError {
    let message = ParserMessage(text)
    for entry in settings.entries {
      do {
        _ = try Tool.parse(entry.arguments)
      } catch  where Tool.message(for: error) == text {
        return message.usageError(Tool.declarations, origin: entry.origin)
      } catch {}
    }
    return message.usageError(
      Tool.declarations, tool: Tool.calledName, hints: Tool.optionHints)
  }
}
