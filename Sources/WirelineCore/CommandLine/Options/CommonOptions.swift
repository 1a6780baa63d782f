/// The options of all tools. Each tool handles `-h`, `--help` and `--version` itself.
package struct CommonOptions: Sendable {
  @Flag("quiet", "Print only errors on stderr; -qq suppresses them", short: "q", scope: .shared)
  package var quiet: Int
  @Flag("verbose", "Print more details on stderr", short: "v", scope: .shared)
  package var verbose: Int
  @Option(
    "log-format", "text|json", "Format of messages on stderr", default: "text", scope: .shared,
    values: .choices(Diagnostics.Format.self))
  package var logFormat: Diagnostics.Format?
  @Option(
    "progress", "auto|json|none", "Show progress on stderr; auto: only on a terminal",
    default: "auto", scope: .shared, values: .choices(ProgressMode.self))
  package var progress: ProgressMode?
  @Flag("summary", "Print a summary on stderr at the end", scope: .shared)
  package var summary: Bool?
  @Option(
    "color", "when", "Colour output for people: auto, always or never", default: "auto",
    scope: .shared, values: .choices(ColorMode.self))
  package var color: ColorMode?
  @Option(
    "format", "format", "Output format: auto, jsonl, table, tsv or csv", default: "auto",
    scope: .shared, values: .choices(OutputFormat.self))
  package var format: OutputFormat?
  @Option("fields", "a,b", "Print only these fields, in this order", scope: .shared)
  package var fields: NameList?
  @Flag("no-config", "Do not read the configuration file", alias: "disable", scope: .shared)
  package var noConfig: Bool
  @Flag("print-config", "Print every option with its value and origin, and exit", scope: .shared)
  package var printConfig: Bool

  package init() {}

  package var settings: CommonSettings {
    CommonSettings(
      level: DiagnosticLevel(quiet: quiet, verbose: verbose), logFormat: logFormat ?? .text,
      progress: progress ?? .automatic, printsSummary: summary ?? false,
      format: format ?? .automatic, fields: fields?.names.map(FieldPath.init) ?? [],
      color: color ?? .automatic)
  }
}

/// The common options with their defaults filled in.
package struct CommonSettings: Equatable, Sendable {
  package var level = DiagnosticLevel.normal
  package var logFormat = Diagnostics.Format.text
  package var progress = ProgressMode.automatic
  package var printsSummary = false
  package var format = OutputFormat.automatic
  package var fields: [FieldPath] = []
  package var color = ColorMode.automatic
}

/// `--progress`: how a run reports its progress.
package enum ProgressMode: String, ChoiceArgument {
  /// One line, rewritten in place, if stderr is a terminal.
  case automatic = "auto"
  case json
  case none
}

/// The option of tools that print zero or more records per item.
package struct EnvelopeOptions: Sendable {
  @Flag("envelope", "Print one record per item, with its results inside", scope: .shared)
  package var envelope: Bool?

  package init() {}
}

extension Diagnostics.Format: ChoiceArgument {}
extension ColorMode: ChoiceArgument {}
extension OutputFormat: ChoiceArgument {}
