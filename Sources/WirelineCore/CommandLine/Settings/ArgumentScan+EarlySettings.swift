extension ArgumentScan {
  /// How to tell of a usage error, as far as the command line alone says so.
  var earlySettings: CommonSettings {
    var settings = CommonSettings()
    settings.level = DiagnosticLevel(
      quiet: count(CommonOptions.quiet), verbose: count(CommonOptions.verbose))
    let format = occurrences.last { $0.option.name == CommonOptions.logFormat.name }?.value
    if let format = format.flatMap(Diagnostics.Format.init(rawValue:)) {
      settings.logFormat = format
    }
    return settings
  }

  private func count(_ option: OptionDeclaration) -> Int {
    occurrences.count { $0.option.name == option.name }
  }
}
