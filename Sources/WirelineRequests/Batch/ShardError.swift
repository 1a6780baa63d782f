/// The value of `--shard` is not a shard.
package enum ShardError: Error, Equatable, Sendable {
  /// Neither `i/n` nor `auto` nor `auto/n`.
  case syntax(String)
  /// The number of shards is 0, or beyond all reason.
  case count(String)
  /// The index is not from 1 to `count`.
  case index(String, count: Int)
  /// `auto`, and no known scheduler started the process.
  case noEnvironment
  /// `auto`, and the variable with the number of tasks is not set.
  case missing(String)
  /// `auto`, and the scheduler with this index variable does not report the number of tasks.
  case unknownCount(String)
  /// `auto`, and a variable is not a whole number.
  case noNumber(String, value: String)
  /// `auto`, and a variable names a task beyond the number of shards.
  case variable(String, value: String, count: Int)
  /// `auto`, and the numbers of the array's tasks are not evenly spaced.
  case irregularArray
  /// `auto`, and the first task of the array is neither 0 nor 1.
  case partialArray(String, value: Int)
  /// `auto/n`, and the scheduler started another number of tasks.
  case tasks(Int, count: Int)
}

extension ShardError: CustomStringConvertible {
  /// Lower case, no full stop, the offending value quoted.
  package var description: String {
    switch self {
    case .syntax(let text): "\"\(text)\" is not a shard"
    case .count(let text): "\"\(text)\" is not a number of shards"
    case .index(let text, let count): "shard \"\(text)\" is not from 1 to \(count)"
    case .noEnvironment: "no variable of a known scheduler is set"
    case .missing(let name): "\(name) is not set"
    case .unknownCount(let name): "\(name) is set, but not the number of tasks"
    case .noNumber(let name, let value): "\(name) is \"\(value)\", not a whole number"
    case .variable(let name, let value, let count):
      "\(name) is \"\(value)\", beyond the number of shards, \(count)"
    case .irregularArray: "the numbers of the array's tasks are not evenly spaced"
    case .partialArray(let name, let value):
      "the array begins with task \(value) (\(name)): it may be a part of another one"
    case .tasks(let tasks, let count): "the scheduler started \(tasks) tasks for \(count) shards"
    }
  }

  /// What to type instead.
  package var hint: String {
    switch self {
    case .syntax: "shards are written i/n, as in --shard 3/8, or --shard auto, or --shard auto/8"
    case .count: "n is from 1 to \(Shard.maximumCount)"
    case .index(_, let count):
      "shards count from 1: --shard 1/\(count) to --shard \(count)/\(count)"
    case .noEnvironment: "name the shard: --shard 3/8"
    case .missing("JOB_COMPLETIONS"):
      "set JOB_COMPLETIONS to the job's completions in the pod's manifest, or use --shard auto/N, "
        + "N being the number of completions"
    case .missing, .unknownCount:
      "use --shard auto/N, N being the number of tasks of the whole array"
    case .noNumber, .variable, .tasks: "use --shard i/n"
    case .irregularArray: "use an array such as 1-8, or --shard i/n"
    case .partialArray: "use --shard auto/N, N being the number of tasks of the whole array"
    }
  }
}
