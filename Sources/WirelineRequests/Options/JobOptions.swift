package import ArgumentParser
package import WirelineCore

/// What tools take that send several requests at once.
package struct JobOptions<Defaults: HTTPDefaults>: DeclaredOptions {
  @Option(Self.jobs) package var jobs: PositiveNumber?
  @Option(Self.perHost) package var perHost: PositiveNumber?
  @Option(Self.rate) package var rate: Rate?
  @Option(Self.ratePerHost) package var ratePerHost: Rate?
  @Option(Self.politeness) package var politeness: String?

  package init() {}

  package static var declarations: [OptionDeclaration] {
    [jobs, perHost, rate, ratePerHost, politeness]
  }

  /// Puts what was given into a policy.
  package func apply(to policy: inout ExecutionPolicy) {
    if let jobs { policy.jobs = jobs.value }
    if let perHost { policy.jobsPerHost = perHost.value }
    policy.rates = RatePolicy(total: rate, perHost: ratePerHost)
    policy.politenessDirectory = politeness
  }

  static var jobs: OptionDeclaration {
    OptionDeclaration(
      "jobs", .value("n"), "requests under way at once", default: Defaults.text { "\($0.jobs)" },
      short: "j", scope: .shared)
  }
  static var rate: OptionDeclaration {
    OptionDeclaration(
      "rate", .value("n/time"), "requests in a time at most: 10/s, 100/m, 5/h", scope: .shared)
  }
  static var ratePerHost: OptionDeclaration {
    OptionDeclaration(
      "rate-per-host", .value("n/time"), "requests in a time at most to one host", scope: .shared)
  }
  static var politeness: OptionDeclaration {
    OptionDeclaration(
      "politeness", .value("directory"),
      "share --rate-per-host and Retry-After with all processes that name this directory",
      scope: .shared)
  }
  static var perHost: OptionDeclaration {
    OptionDeclaration(
      "per-host", .value("n"), "requests under way at once to one host",
      default: Defaults.text { "\($0.jobsPerHost)" }, scope: .shared)
  }
}
