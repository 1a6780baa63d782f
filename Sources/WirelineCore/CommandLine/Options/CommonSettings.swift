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
