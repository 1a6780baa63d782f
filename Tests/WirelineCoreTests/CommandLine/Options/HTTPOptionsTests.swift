import Testing

@testable import WirelineCore
@testable import WirelineRequests

@Suite struct HTTPOptionsTests {
  private func tool(_ arguments: [String]) throws -> SampleTool {
    let scan = ArgumentScan(arguments, OptionTable(SampleTool.options))
    let arguments = Settings(entries: []).arguments(before: scan)
    return try OptionBinding.bind(arguments) { SampleTool() }
  }

  private func policy(_ arguments: [String], isStream: Bool = false) throws -> ExecutionPolicy {
    let tool = try tool(arguments)
    var policy = tool.http.policy(isStream: isStream)
    tool.jobs.apply(to: &policy)
    return policy
  }

  @Test func usesDefaultsOfTheTool() throws {
    let one = try policy([])
    let stream = try policy([], isStream: true)

    #expect((one.jobs, one.maximumBodyBytes) == (1, nil))
    #expect((stream.jobs, stream.maximumBodyBytes) == (16, 16 << 20))
    #expect(one.retry == RetryPolicy())
  }

  @Test func appliesOptionsToPolicy() throws {
    let policy = try policy([
      "-j8", "--per-host=2", "--connect-timeout=1", "--timeout=2", "--max-time=3", "--deadline=4",
      "--retry=5", "--retry-delay=6", "--retry-max-delay=7", "--max-body=8K", "--max-redirects=9",
    ])

    #expect((policy.jobs, policy.jobsPerHost) == (8, 2))
    #expect(policy.limits.connectTimeout == .seconds(1))
    #expect(policy.limits.idleTimeout == .seconds(2))
    #expect(policy.limits.maximumTime == .seconds(3))
    #expect(policy.deadline == .seconds(4))
    #expect(policy.retry.limit == 5)
    #expect(policy.retry.delay == .seconds(6))
    #expect(policy.retry.maximumDelay == .seconds(7))
    #expect(policy.maximumBodyBytes == 8192)
    #expect(policy.redirect.limit == 9)
  }

  @Test func appliesOptionsToFields() throws {
    let fields = try tool(["--header=A: b", "--header=A: c", "--user-agent=me"]).http.fields()

    #expect(fields.defaults.values(of: "a") == ["b", "c"])
    #expect(fields.defaults["User-Agent"] == "me")
  }

  @Test func copiesFieldsOfAllOptionsOnce() throws {
    #expect(try tool(["--copy", "a,b", "--copy=c,a"]).records.copy == ["a", "b", "c"])
  }

  @Test func removesLimitsWithNone() throws {
    let policy = try policy(["--max-body=none", "--deadline=none"], isStream: true)

    #expect(policy.maximumBodyBytes == nil)
    #expect(policy.deadline == nil)
  }

  @Test func rejectsRecordWithReplay() throws {
    let run = try SampleRun(["x", "--record=a", "--replay=b"])

    #expect(run.error == "imgfetch: error: --record cannot be used with --replay\n")
  }
}
