/// The options of every tool. `-h`, `--help` and `--version` belong to the tool itself.
package struct CommonOptions: Sendable {
  @Flag("quiet", "print errors only on stderr; twice: nothing there", short: "q", scope: .shared)
  package var quiet: Int
  @Flag("verbose", "tell more on stderr", short: "v", scope: .shared) package var verbose: Int
  @Option(
    "log-format", "text|json", "form of the messages on stderr", default: "text", scope: .shared,
    values: .choices("log formats", Diagnostics.Format.self))
  package var logFormat: Diagnostics.Format?
  @Option(
    "progress", "auto|json|none", "progress on stderr; auto: where it is a terminal",
    default: "auto", scope: .shared, values: .choices("progress", ProgressMode.self))
  package var progress: ProgressMode?
  @Flag("summary", "print counts on stderr at the end", scope: .shared) package var summary: Bool?
  @Option(
    "color", "when", "colour texts for people: auto, always, never", default: "auto",
    scope: .shared, values: .choices("colour", ColorMode.self))
  package var color: ColorMode?
  @Option(
    "format", "format", "form of the records: auto, jsonl, table, tsv, csv", default: "auto",
    scope: .shared, values: .choices("formats", OutputFormat.self))
  package var format: OutputFormat?
  @Option("fields", "a,b", "print only these fields, in this order", scope: .shared)
  package var fields: NameList?
  @Flag("no-config", "do not read the configuration file", scope: .shared)
  package var noConfig: Bool
  @Flag("print-config", "print every option with its value and origin, and exit", scope: .shared)
  package var printConfig: Bool

  package init() {}

  /// With the defaults filled in.
  package var settings: CommonSettings {
    var settings = CommonSettings()
    settings.level = DiagnosticLevel(quiet: quiet, verbose: verbose)
    if let logFormat { settings.logFormat = logFormat }
    if let progress { settings.progress = progress }
    if let summary { settings.isSummaryWanted = summary }
    if let color { settings.color = color }
    if let format { settings.format = format }
    if let fields { settings.fields = fields.names.map(FieldPath.init) }
    return settings
  }
}

/// The common options with their defaults filled in.
package struct CommonSettings: Equatable, Sendable {
  package var level = DiagnosticLevel.normal
  package var logFormat = Diagnostics.Format.text
  package var progress = ProgressMode.automatic
  package var isSummaryWanted = false
  package var format = OutputFormat.automatic
  /// The fields to print, in order; empty is all of them.
  package var fields: [FieldPath] = []
  /// Whether texts for people are coloured on stdout.
  package var color = ColorMode.automatic

  package init() {}
}

/// `--progress`: how a run tells how far it is.
package enum ProgressMode: String, CaseIterable, Sendable {
  /// One line, rewritten, where stderr is a terminal.
  case automatic = "auto"
  /// One JSON event a second.
  case json
  case none
}

/// The option of tools that print zero or more records for an item.
package struct EnvelopeOptions: Sendable {
  @Flag("envelope", "print one record an item, with its results inside", scope: .shared)
  package var envelope: Bool?

  package init() {}
}

extension Diagnostics.Format: ChoiceArgument {}
extension ColorMode: ChoiceArgument {}
extension OutputFormat: ChoiceArgument {}
extension ProgressMode: ChoiceArgument {}
