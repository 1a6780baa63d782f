import Testing

@testable import WirelineCore
@testable import WirelineRequests

@Suite struct SchedulerTests {
  private static func text(_ option: String, _ variables: [String: String]) throws -> String {
    let shard = try Shard(option) { variables[$0] }
    return "\(shard.index)/\(shard.count)"
  }

  /// The environment of a task in a Slurm array.
  private static func slurm(_ task: Int, in range: ClosedRange<Int>) -> [String: String] {
    [
      "SLURM_ARRAY_TASK_ID": "\(task)", "SLURM_ARRAY_TASK_COUNT": "\(range.count)",
      "SLURM_ARRAY_TASK_MIN": "\(range.lowerBound)", "SLURM_ARRAY_TASK_MAX": "\(range.upperBound)",
      "SLURM_ARRAY_TASK_STEP": "1", "SLURM_JOB_ID": "77", "SLURM_PROCID": "0",
    ]
  }

  @Test(arguments: [
    (["RANK": "2", "WORLD_SIZE": "4"], "3/4"),
    (["OMPI_COMM_WORLD_RANK": "0", "OMPI_COMM_WORLD_SIZE": "2"], "1/2"),
    (["PMI_RANK": "7", "PMI_SIZE": "8"], "8/8"),
    (["SLURM_PROCID": "1", "SLURM_NTASKS": "4"], "2/4"),
    (
      ["SLURM_PROCID": "1", "SLURM_NTASKS": "4", "SLURM_JOB_ID": "7", "SLURM_STEP_ID": "0"],
      "2/4"
    ),
    (["SLURM_ARRAY_TASK_ID": "3", "SLURM_ARRAY_TASK_COUNT": "8"], "3/8"),
    (["JOB_COMPLETION_INDEX": "4", "JOB_COMPLETIONS": "5"], "5/5"),
    (["AWS_BATCH_JOB_ARRAY_INDEX": "4", "AWS_BATCH_JOB_ARRAY_SIZE": "5"], "5/5"),
    (["CLOUD_RUN_TASK_INDEX": "0", "CLOUD_RUN_TASK_COUNT": "5"], "1/5"),
    (["BATCH_TASK_INDEX": "1", "BATCH_TASK_COUNT": "5"], "2/5"),
    (
      [
        "SGE_TASK_ID": "5", "SGE_TASK_FIRST": "1", "SGE_TASK_LAST": "9", "SGE_TASK_STEPSIZE": "2",
      ], "3/5"
    ),
    (["LSB_JOBINDEX": "3", "LSB_JOBINDEX_END": "4"], "3/4"),
    (["CI_NODE_INDEX": "2", "CI_NODE_TOTAL": "2"], "2/2"),
    (["NOMAD_ALLOC_INDEX": "1", "NOMAD_GROUP_COUNT": "3"], "2/3"),
  ])
  func autoReadsIndexAndCount(variables: [String: String], expected: String) throws {
    #expect(try Self.text("auto", variables) == expected)
    // All of them also provide the index alone.
    if variables["SGE_TASK_STEPSIZE"] == nil {
      let count = expected.split(separator: "/")[1]
      #expect(try Self.text("auto/\(count)", variables) == expected)
    }
  }

  @Test(arguments: [
    (["AWS_BATCH_JOB_ARRAY_INDEX": "0"], "1/4"), (["PBS_ARRAY_INDEX": "1"], "1/4"),
    (["PBS_ARRAY_INDEX": "4"], "4/4"), (["PBS_ARRAYID": "0"], "4/4"),
    (["JOB_COMPLETION_INDEX": "3"], "4/4"), (["NOMAD_ALLOC_INDEX": "2"], "3/4"),
    (["LSB_JOBINDEX": "4"], "4/4"),
  ])
  func autoWithCountNeedsIndexOnly(variables: [String: String], expected: String) throws {
    #expect(try Self.text("auto/4", variables) == expected)
    #expect(throws: ShardError.self) { try Self.text("auto", ["PBS_ARRAY_INDEX": "1"]) }
  }

  /// The shards of an array are disjoint and complete, whatever its first number.
  @Test(arguments: [0, 1]) func resubmittedTasksKeepTheirShard(first: Int) throws {
    let whole = first...(first + 3)
    let shards = try whole.map { try Self.text("auto", Self.slurm($0, in: whole)) }
    #expect(Set(shards) == ["1/4", "2/4", "3/4", "4/4"])
    for (task, shard) in zip(whole, shards) {
      #expect(try Self.text("auto/4", Self.slurm(task, in: whole)) == shard)
      for last in task...whole.upperBound {
        #expect(try Self.text("auto/4", Self.slurm(task, in: task...last)) == shard)
      }
    }
  }

  @Test func plainAutoRejectsPartOfArray() throws {
    #expect(throws: ShardError.partialArray("SLURM_ARRAY_TASK_MIN", value: 3)) {
      try Self.text("auto", Self.slurm(3, in: 3...3))
    }
    #expect(throws: ShardError.partialArray("SGE_TASK_FIRST", value: 2)) {
      try Self.text("auto", ["SGE_TASK_ID": "2", "SGE_TASK_FIRST": "2", "SGE_TASK_LAST": "2"])
    }
    #expect(ShardError.partialArray("X", value: 3).hint.contains("--shard auto/N"))
  }

  @Test func innermostSchedulerTakesPrecedence() throws {
    var variables = Self.slurm(2, in: 1...2)
    variables["JOB_COMPLETION_INDEX"] = "4"
    variables["JOB_COMPLETIONS"] = "5"
    #expect(try Self.text("auto", variables) == "2/2")
    variables["SLURM_NTASKS"] = "8"
    // A batch script has the variables of srun but is not a step.
    #expect(try Self.text("auto", variables) == "2/2")
    variables["SLURM_STEP_ID"] = "0"
    variables["SLURM_PROCID"] = "6"
    #expect(try Self.text("auto", variables) == "7/8")
    variables["RANK"] = "1"
    #expect(try Self.text("auto", variables) == "7/8", "RANK without WORLD_SIZE is not torchrun's")
    variables["WORLD_SIZE"] = "3"
    #expect(try Self.text("auto", variables) == "2/3")
    variables["RANK"] = "0"
    variables["WORLD_SIZE"] = "1"
    #expect(try Self.text("auto", variables) == "7/8", "a launcher of one process is passed over")
    #expect(try Self.text("auto", ["RANK": "0", "WORLD_SIZE": "1"]) == "1/1")
  }

  @Test(
    arguments: [
      ("auto", [:], ShardError.noEnvironment),
      ("auto/4", [:], .noEnvironment),
      ("auto", ["SGE_TASK_ID": "undefined", "LSB_JOBINDEX": "0", "RANK": ""], .noEnvironment),
      ("auto", ["JOB_COMPLETION_INDEX": "1"], .missing("JOB_COMPLETIONS")),
      ("auto", ["AWS_BATCH_JOB_ARRAY_INDEX": "1"], .missing("AWS_BATCH_JOB_ARRAY_SIZE")),
      ("auto", ["SLURM_ARRAY_TASK_ID": "1"], .missing("SLURM_ARRAY_TASK_COUNT")),
      ("auto", ["PBS_ARRAYID": "1"], .unknownCount("PBS_ARRAYID")),
      ("auto", ["SGE_TASK_ID": "1"], .unknownCount("SGE_TASK_ID")),
      (
        "auto", ["JOB_COMPLETION_INDEX": "one", "JOB_COMPLETIONS": "5"],
        .noNumber("JOB_COMPLETION_INDEX", value: "one")
      ),
      (
        "auto", ["JOB_COMPLETION_INDEX": "5", "JOB_COMPLETIONS": "5"],
        .variable("JOB_COMPLETION_INDEX", value: "5", count: 5)
      ),
      ("auto", ["JOB_COMPLETION_INDEX": "0", "JOB_COMPLETIONS": "0"], .count("0")),
      ("auto/4", ["PBS_ARRAYID": "5"], .variable("PBS_ARRAYID", value: "5", count: 4)),
      ("auto/4", ["CI_NODE_INDEX": "0"], .variable("CI_NODE_INDEX", value: "0", count: 4)),
      ("auto/4", ["RANK": "0", "WORLD_SIZE": "2"], .tasks(2, count: 4)),
      ("auto/2", ["JOB_COMPLETION_INDEX": "0", "JOB_COMPLETIONS": "3"], .tasks(3, count: 2)),
      // --array=1,2,9
      (
        "auto",
        [
          "SLURM_ARRAY_TASK_ID": "1", "SLURM_ARRAY_TASK_COUNT": "3", "SLURM_ARRAY_TASK_MIN": "1",
          "SLURM_ARRAY_TASK_MAX": "9",
        ], .irregularArray
      ),
      (
        "auto/3",
        ["SLURM_ARRAY_TASK_ID": "2", "SLURM_ARRAY_TASK_STEP": "2"], .irregularArray
      ),
    ] as [(String, [String: String], ShardError)])
  func errorsNameTheVariable(
    option: String, variables: [String: String], expected: ShardError
  ) {
    #expect(throws: expected) { try Self.text(option, variables) }
    #expect(!expected.hint.isEmpty && !expected.description.isEmpty)
  }

  /// `--array=0-14:2`
  @Test func arrayWithStepsHasOneShardPerTask() throws {
    let shards = try stride(from: 0, through: 14, by: 2).map { task in
      try Self.text(
        "auto",
        [
          "SLURM_ARRAY_TASK_ID": "\(task)", "SLURM_ARRAY_TASK_COUNT": "8",
          "SLURM_ARRAY_TASK_MIN": "0", "SLURM_ARRAY_TASK_MAX": "14", "SLURM_ARRAY_TASK_STEP": "2",
        ])
    }
    #expect(shards == (1...8).map { "\($0)/8" })
  }
}
