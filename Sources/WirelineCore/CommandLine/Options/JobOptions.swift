package import ArgumentParser

/// What tools take that send several requests at once.
package struct JobOptions<Defaults: HTTPDefaults>: DeclaredOptions {
  @Option(Self.jobs) package var jobs: PositiveNumber?
  @Option(Self.perHost) package var perHost: PositiveNumber?

  package init() {}

  package static var declarations: [OptionDeclaration] { [jobs, perHost] }

  /// Puts what was given into a policy.
  package func apply(to policy: inout ExecutionPolicy) {
    if let jobs { policy.jobs = jobs.value }
    if let perHost { policy.jobsPerHost = perHost.value }
  }

  static var jobs: OptionDeclaration {
    OptionDeclaration(
      "jobs", .value("n"), "requests under way at once", default: Defaults.text { "\($0.jobs)" },
      short: "j", scope: .shared)
  }
  static var perHost: OptionDeclaration {
    OptionDeclaration(
      "per-host", .value("n"), "requests under way at once to one host",
      default: Defaults.text { "\($0.jobsPerHost)" }, scope: .shared)
  }
}
