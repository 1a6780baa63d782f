import TestSupport
import Testing

@testable import WirelineCore
@testable import WirelineReq
@testable import WirelineRequests

@Suite struct RequestOptionsTests {
  /// Cannot be created, even if the check of a test is missing.
  private static let file = "/dev/null/file"

  @Test(
    arguments: [
      ([], false, 256 << 20), (["--max-body", "none"], false, nil), ([], true, 16 << 20),
      (["--max-body", "1K"], false, 1 << 10), (["--max-body", "1K"], true, 1 << 10),
    ] as [([String], Bool, Int?)])
  func limitsDocumentsInMemory(options: [String], isStream: Bool, bytes: Int?) throws {
    let events = try RunnerHarness.options(options).events(isStream: isStream)
    #expect(events.documentLimit == bytes)
  }

  @Test(arguments: [
    (["--parse", "h/"], "accepts no URL"), (["--parse", "-o", file], "cannot write to a file"),
    (["--parse", "--shard", "1/2"], "--shard cannot be used with --parse"),
    (["--parse", "--journal", file], "--journal cannot be used with --parse"),
    (["--build", "--journal", file], "--journal cannot be used with --build"),
    (["--resume", "h/"], "--resume needs --journal"),
    (["--journal", file, "--record", file], "same file"),
    (["h/", "--journal", file], "need a stream"), (["h/", "--shard", "1/2"], "need a stream"),
    (["--shard-by", "url"], "--shard-by needs --shard"), (["-d", "x"], "missing URL"),
    (["--form", "a=b"], "missing URL"), (["-O"], "missing URL"), (["--to-curl"], "missing URL"),
    (["h/", "--fields", "url"], "--format jsonl"), (["h/", "--tolerate", "1"], "a stream"),
    (["h/", "-C", "-", "-o", file, "--build"], "--continue-at"),
    (["h/", "-C", "-"], "needs a file"), (["--url", "@/dev/null"], "the --url file is empty"),
    (["h/", "-C", "x", "-o", file], "expected -"), (["h/", "-C", "3", "-d", "x"], "without body"),
    (["h/", "-C", "-", "-o", file, "--compressed"], "--compressed"),
    (["h/", "--max-pages", "2"], "--max-pages needs --paginate"),
    (["h/", "--reconnect", "1"], "--reconnect needs --each"),
    (["h/", "--reconnect", "1", "--select", "/a", "--paginate", "link"], "without --paginate"),
    (["h/", "-o", file, "--select", "/a"], "--output cannot be used"),
    (["h/", "-o", file, "--paginate", "link"], "--paginate"),
    (["h/", "-o", file, "-C", "-", "-i"], "--include"),
    (["--session", "s"], "a single request"),
    (["h/", "--key", "k"], "--key needs --cert"),
    (["h/", "-c", "-"], "--cookie-jar needs a file name"),
    (["h/", "--env", "x", "--no-config"], "--env cannot be used with --no-config"),
    (["--stop-on-error", "--tolerate", "5"], "--tolerate"),
    (["--cache-explain"], "--cache-explain needs a URL"),
    (["--cache-explain", "ftp://h/"], "invalid URL"),
    (["--cache-clear", "ftp://h/"], "invalid URL"),
    (["h/", "-d", "x", "--json", "{}"], "cannot be combined"),
    (["h/", "-I", "-d", "x"], "--head cannot be used with a body"),
    (["h/", "-I", "-T", file], "--head cannot be used with a body"),
    (["h/", "-I", "a=b"], "--head cannot be used with a body"),
    (["--env", "nope", "--call", "x"], "unknown environment \"nope\""),
    (["PUT", "h/", "-X", "POST"], "two methods"),
    (["h/{id}"], "variable \"id\""), (["h/", "--var", "=x"], "--var"),
    (["-D", file], "--dump-header applies to a single request"), (["-w", "x"], "--fields"),
    (["-J"], "--remote-header-name applies to a single request"),
    (["h/", "--format", "jsonl", "-D", file], "--dump-header cannot be used to print records"),
    (["h/", "--format", "jsonl", "-w", "x"], "--write-out cannot be used to print records"),
    (["h/", "--build", "--limit-rate", "1K"], "--limit-rate cannot be used"),
    (["h/a", "-O", "-J", "--format", "jsonl"], "--remote-header-name cannot be used"),
    (["h/", "--to-curl", "--session", "s"], "--session cannot be used with --to-curl"),
    (["h/", "--proto", "=http"], "--max-redirects 0"),
    (["h/", "h/", "--etag-save", file], "need a single URL"),
  ])
  func rejects(arguments: [String], message: String) async throws {
    let harness = try RunnerHarness()

    let output = try await harness.run(arguments, input: ["http://h/"])

    #expect(output.status == .usage)
    #expect(output.messages.contains(message), "\(output.messages)")
    #expect(output.text.isEmpty && harness.executor.requests.isEmpty)
  }

  @Test(arguments: [
    ([], RequestOptions.Job.stream), (["-"], .stream), (["h/"], .single), (["--parse"], .parse),
    (["--cache-clear", "h/"], .cacheCommand), (["--call", "a.b"], .single),
  ])
  func selectsJob(arguments: [String], job: RequestOptions.Job) throws {
    #expect(try RunnerHarness.options(arguments).job == job)
  }

  @Test(arguments: [
    (["h/"], false), (["h/", "--compressed"], true), ([], true), (["--no-compressed"], false),
    (["-H", "Accept-Encoding:"], false),
  ])
  func requestsEncodingsInStreams(arguments: [String], accepts: Bool) async throws {
    let harness = try RunnerHarness()

    _ = try await harness.run(arguments, input: ["http://h/"])

    #expect(
      harness.executorSetups.map { $0.fields.defaults.contains("Accept-Encoding") } == [accepts])
  }

  @Test(
    arguments: [
      (["h/"], nil), (["--cache", "h/"], true), (["--offline", "h/"], true), ([], false),
      (["--no-cache"], nil), (["--cache-ttl", "1m"], true),
    ] as [([String], Bool?)])
  func choosesRequestsThatUseCache(arguments: [String], servesAllRequests: Bool?) async throws {
    let harness = try RunnerHarness()

    _ = try await harness.run(arguments, input: ["http://h/"])

    #expect(harness.executorSetups.map(\.cache?.servesAllRequests) == [servesAllRequests])
  }

  @Test(
    arguments: [
      ([], true), (["--proto", "=https"], false), (["--proto", "=http,https"], true),
    ] as [([String], Bool)])
  func protocolsApplyToRedirects(options: [String], allowsDowngrade: Bool) async throws {
    let harness = try RunnerHarness()

    _ = try await harness.run(["--allow-downgrade", "https://h/"] + options)

    let policies = harness.executorSetups.map(\.policy)
    #expect(policies.map(\.redirect.allowsDowngrade) == [allowsDowngrade])
  }

  @Test func addsFieldsOfOptionsToPolicy() async throws {
    let harness = try RunnerHarness()

    _ = try await harness.run(["-u", "u:p", "-b", "a=1", "-b", "c=2", "-e", "http://x/", "h/"])

    let headers = harness.executorSetups.first?.fields.defaults
    #expect(headers?["Authorization"] == "Basic dTpw")
    #expect(headers?["Cookie"] == "a=1; c=2")
    #expect(headers?["Referer"] == "http://x/")
  }
}
