/// What was given is no shard.
package enum ShardError: Error, Equatable, Sendable {
  /// Neither `i/n` nor `auto`.
  case syntax(String)
  /// The number of shards is 0, or beyond all reason.
  case count(String)
  /// There is no such shard among `count`.
  case index(String, count: Int)
  /// `auto`, and no known scheduler started the process.
  case noEnvironment
  /// `auto`, and the scheduler's other variable is not there.
  case missing(String)
  /// `auto`, and a variable is no whole number.
  case noNumber(String, value: String)
  /// `auto`, and a variable names a task beyond the number of tasks.
  case variable(String, value: String, count: Int)
  /// `auto`, and the numbers of the array's tasks are not evenly spaced.
  case irregularArray
}

extension ShardError: CustomStringConvertible {
  /// Lower case, no full stop, the offending value quoted.
  package var description: String {
    switch self {
    case .syntax(let text): "\"\(text)\" is no shard"
    case .count(let text): "\"\(text)\" is no number of shards"
    case .index(let text, let count): "there is no shard \"\(text)\" of \(count)"
    case .noEnvironment: "neither SLURM_ARRAY_TASK_ID nor JOB_COMPLETION_INDEX is set"
    case .missing(let name): "\(name) is not set"
    case .noNumber(let name, let value): "\(name) is \"\(value)\", no whole number"
    case .variable(let name, let value, let count):
      "\(name) makes it task \(value) from 0, of \(count)"
    case .irregularArray: "the numbers of the array's tasks are not evenly spaced"
    }
  }

  /// What to type instead.
  package var hint: String {
    switch self {
    case .syntax: "shards are written i/n, as in --shard 3/8, or --shard auto"
    case .count: "n is from 1 to \(Shard.maximumCount)"
    case .index(_, let count):
      "shards count from 1: --shard 1/\(count) to --shard \(count)/\(count)"
    case .noEnvironment: "say which shard it is: --shard 3/8"
    case .missing("JOB_COMPLETIONS"):
      "set JOB_COMPLETIONS to the job's completions in the pod's manifest, or use --shard i/n"
    case .missing, .noNumber, .variable: "use --shard i/n"
    case .irregularArray: "use --array=0-7, or --shard i/n"
    }
  }
}
