package import ArgumentParser

/// What every tool takes; `-h`, `--help` and `--version` come with the tool itself.
package struct CommonOptions: DeclaredOptions {
  @Flag(Self.quiet) package var quiet: Int
  @Flag(Self.verbose) package var verbose: Int
  @Option(Self.logFormat) package var logFormat: Diagnostics.Format?
  @Option(Self.progress) package var progress: ProgressMode?
  @Flag(Self.summary) package var summary: Bool?
  @Option(Self.color) package var color: ColorMode?
  @Option(Self.format) package var format: OutputFormat?
  @Option(Self.fields) package var fields: NameList?
  @Flag(Self.noConfig) package var noConfig: Bool
  @Flag(Self.printConfig) package var printConfig: Bool

  package init() {}

  package static let declarations = [
    quiet, verbose, logFormat, progress, summary, color, format, fields, noConfig, printConfig,
  ]

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

  static let quiet = OptionDeclaration(
    "quiet", .count, "print errors only on stderr; twice: nothing there", short: "q", scope: .shared
  )
  static let verbose = OptionDeclaration(
    "verbose", .count, "tell more on stderr", short: "v", scope: .shared)
  static let logFormat = OptionDeclaration(
    "log-format", .value("text|json"), "form of the messages on stderr", default: "text",
    scope: .shared, values: .choices("log formats", Diagnostics.Format.self))
  static let progress = OptionDeclaration(
    "progress", .value("auto|json|none"), "progress on stderr; auto: where it is a terminal",
    default: "auto", scope: .shared, values: .choices("progress", ProgressMode.self))
  static let summary = OptionDeclaration(
    "summary", .flag(inverse: "no-summary"), "print counts on stderr at the end", scope: .shared)
  static let color = OptionDeclaration(
    "color", .value("when"), "colour texts for people: auto, always, never", default: "auto",
    scope: .shared, values: .choices("colour", ColorMode.self))
  static let format = OptionDeclaration(
    "format", .value("format"), "form of the records: auto, jsonl, table, tsv, csv",
    default: "auto", scope: .shared, values: .choices("formats", OutputFormat.self))
  package static let fields = OptionDeclaration(
    "fields", .value("a,b"), "print only these fields, in this order", scope: .shared)
  static let noConfig = OptionDeclaration(
    "no-config", .flag(inverse: nil), "do not read the configuration file", scope: .shared,
    isConfigurable: false)
  static let printConfig = OptionDeclaration(
    "print-config", .flag(inverse: nil), "print every option with its value and origin, and exit",
    scope: .shared, isConfigurable: false)
}
