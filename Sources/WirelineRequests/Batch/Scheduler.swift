internal import WirelineCore

extension Shard {
  /// - Parameters:
  ///   - text: `i/n`; `auto` to take both numbers from the environment; `auto/n` to take only the
  ///     index.
  ///   - variable: looks up an environment variable.
  package init(_ text: String, variable: (String) -> String?) throws(ShardError) {
    let parts = text.split(separator: "/", omittingEmptySubsequences: false)
    if parts.first == "auto" {
      let count = parts.count == 2 ? Int(digits: parts[1]) : nil
      guard parts.count == 1 || count != nil else { throw .syntax(text) }
      self = try Scheduler.shard(of: count, variable)
      return
    }
    guard parts.count == 2, let index = Int(digits: parts[0]), let count = Int(digits: parts[1])
    else { throw .syntax(text) }
    try self.init(index: index, count: count)
  }
}

/// A scheduler or launcher that numbers its processes by environment variables.
///
/// `table` is ordered from the innermost to the outermost: a process that `srun` started within an
/// array task belongs to srun.
private struct Scheduler: Sendable {
  /// The number of the first task.
  enum Base: Sendable {
    case zero
    case one
    /// The user decides: an array is 0…n−1 or 1…n.
    case zeroOrOne
  }

  var index: String
  var base: Base
  /// The variable with the number of tasks; nil if the scheduler does not set one.
  var count: String?
  /// The variables with the array's first task, last task and step.
  var first: String?
  var last: String?
  var step: String?
  /// Values of `index` that mean that the job is not an array.
  var absent: [String] = []
  /// Whether it starts all processes at once. It then knows their number, and is ignored if it
  /// starts only one.
  var isLauncher = false
  /// If `given` is set, one of `with` must be set.
  var condition: (given: String, with: [String])?

  static let table = [
    Scheduler(index: "RANK", base: .zero, count: "WORLD_SIZE", isLauncher: true),  // torchrun
    Scheduler(
      index: "OMPI_COMM_WORLD_RANK", base: .zero, count: "OMPI_COMM_WORLD_SIZE", isLauncher: true),
    Scheduler(index: "PMI_RANK", base: .zero, count: "PMI_SIZE", isLauncher: true),
    // srun. A batch script has the first two variables too, but no step.
    Scheduler(
      index: "SLURM_PROCID", base: .zero, count: "SLURM_NTASKS", isLauncher: true,
      condition: ("SLURM_JOB_ID", ["SLURM_STEP_ID", "SLURM_STEPID"])),
    // https://slurm.schedmd.com/job_array.html
    Scheduler(
      index: "SLURM_ARRAY_TASK_ID", base: .zeroOrOne, count: "SLURM_ARRAY_TASK_COUNT",
      first: "SLURM_ARRAY_TASK_MIN", last: "SLURM_ARRAY_TASK_MAX", step: "SLURM_ARRAY_TASK_STEP"),
    // Kubernetes sets the index; the manifest must set the number.
    Scheduler(index: "JOB_COMPLETION_INDEX", base: .zero, count: "JOB_COMPLETIONS"),
    Scheduler(
      index: "AWS_BATCH_JOB_ARRAY_INDEX", base: .zero, count: "AWS_BATCH_JOB_ARRAY_SIZE"),
    Scheduler(index: "CLOUD_RUN_TASK_INDEX", base: .zero, count: "CLOUD_RUN_TASK_COUNT"),
    Scheduler(index: "BATCH_TASK_INDEX", base: .zero, count: "BATCH_TASK_COUNT"),  // Google Batch
    // Grid Engine
    Scheduler(
      index: "SGE_TASK_ID", base: .one, first: "SGE_TASK_FIRST", last: "SGE_TASK_LAST",
      step: "SGE_TASK_STEPSIZE", absent: ["undefined"]),
    Scheduler(index: "PBS_ARRAY_INDEX", base: .zeroOrOne),  // PBS and TORQUE
    Scheduler(index: "PBS_ARRAYID", base: .zeroOrOne),
    // LSF
    Scheduler(
      index: "LSB_JOBINDEX", base: .one, last: "LSB_JOBINDEX_END", step: "LSB_JOBINDEX_STEP",
      absent: ["0"]),
    Scheduler(index: "CI_NODE_INDEX", base: .one, count: "CI_NODE_TOTAL"),  // GitLab
    Scheduler(index: "NOMAD_ALLOC_INDEX", base: .zero, count: "NOMAD_GROUP_COUNT"),
  ]

  /// The shard specified by the environment.
  ///
  /// - Parameters:
  ///   - number: the number of shards; nil to take it from the environment.
  ///   - variable: looks up an environment variable.
  static func shard(of number: Int?, _ variable: (String) -> String?) throws(ShardError) -> Shard {
    let present = table.filter { $0.isPresent(variable) }
    var chosen = present.first
    for scheduler in present {
      chosen = scheduler
      guard scheduler.isLauncher, try scheduler.taskCount(variable) == 1 else { break }
    }
    guard let scheduler = chosen else { throw .noEnvironment }
    return try scheduler.shard(of: number, variable)
  }

  private func isPresent(_ variable: (String) -> String?) -> Bool {
    guard let value = variable(index), !value.isEmpty, !absent.contains(value) else { return false }
    if isLauncher, let count, variable(count) == nil { return false }
    guard let condition, variable(condition.given) != nil else { return true }
    return condition.with.contains { variable($0) != nil }
  }

  private func shard(of fixed: Int?, _ variable: (String) -> String?) throws(ShardError) -> Shard {
    let task = try number(index, variable) ?? 0
    let tasks = try taskCount(variable)
    let step = try distance(variable)
    guard let number = fixed ?? tasks else {
      throw count.map { .missing($0) } ?? .unknownCount(index)
    }
    guard (1...Shard.maximumCount).contains(number) else { throw .count(String(number)) }
    if let fixed {
      guard step == 1 else { throw .irregularArray }
      if let tasks, tasks > fixed || isLauncher && tasks != fixed {
        throw .tasks(tasks, count: fixed)
      }
    } else {
      try checkWhole(tasks: number, step, variable)
    }
    if step > 1 {
      let start = try first.map { name throws(ShardError) in try self.number(name, variable) ?? 0 }
      let offset = task - (start ?? (base == .one ? 1 : 0))
      guard offset >= 0, offset % step == 0, offset / step < number else { throw .irregularArray }
      return try Shard(index: offset / step + 1, count: number)
    }
    guard let place = position(of: task, in: number) else {
      throw .variable(index, value: String(task), count: number)
    }
    return try Shard(index: place, count: number)
  }

  /// The shard of a task, from 1; nil for a task beyond the last.
  ///
  /// If an array may count from 0 or 1, task 0 gets the last shard. A resubmitted task cannot tell
  /// how the array counted, and keeps its shard this way.
  private func position(of task: Int, in count: Int) -> Int? {
    switch base {
    case .zero: task < count ? task + 1 : nil
    case .one: (1...count).contains(task) ? task : nil
    case .zeroOrOne: task > count ? nil : task == 0 ? count : task
    }
  }

  /// Rejects an array of which only some tasks were submitted, if the environment reveals it.
  private func checkWhole(
    tasks: Int, _ step: Int, _ variable: (String) -> String?
  ) throws(ShardError) {
    guard let first, let start = try number(first, variable) else { return }
    guard start <= 1 else { throw .partialArray(first, value: start) }
    guard let last, let end = try number(last, variable) else { return }
    // `--array=1,2,9` omits numbers, so some shards would not be processed.
    guard end >= start, (end - start) / step + 1 == tasks else { throw .irregularArray }
  }

  private func taskCount(_ variable: (String) -> String?) throws(ShardError) -> Int? {
    if let count { return try number(count, variable) }
    guard let last, let end = try number(last, variable) else { return nil }
    let start = try first.map { name throws(ShardError) in try number(name, variable) ?? 1 } ?? 1
    return end < start ? nil : (end - start) / (try distance(variable)) + 1
  }

  private func distance(_ variable: (String) -> String?) throws(ShardError) -> Int {
    guard let step else { return 1 }
    return max(1, try number(step, variable) ?? 1)
  }

  private func number(_ name: String, _ variable: (String) -> String?) throws(ShardError) -> Int? {
    guard let text = variable(name), !text.isEmpty else { return nil }
    guard let number = Int(digits: text) else { throw .noNumber(name, value: text) }
    return number
  }
}
