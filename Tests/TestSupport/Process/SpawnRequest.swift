import Glibc

/// The arguments of `posix_spawn`.
struct SpawnRequest {
  /// A path and its arguments.
  var command: [String]
  var environment: [String: String]
  var directory: String
  var descriptors: ChildProcess.Descriptors
  /// Becomes descriptor 3 of the child.
  var extra: Int32?

  /// Starts the process in a new group with default signals and no other descriptors.
  func start() throws -> pid_t {
    var actions = posix_spawn_file_actions_t()
    posix_spawn_file_actions_init(&actions)
    defer { posix_spawn_file_actions_destroy(&actions) }
    try fill(&actions)
    var attributes = posix_spawnattr_t()
    posix_spawnattr_init(&attributes)
    defer { posix_spawnattr_destroy(&attributes) }
    fill(&attributes)
    return try spawn(&actions, &attributes)
  }

  private func fill(_ actions: inout posix_spawn_file_actions_t) throws {
    let wanted = [descriptors.input, descriptors.output, descriptors.error, extra]
    for (number, descriptor) in wanted.enumerated() {
      if let descriptor {
        // `Descriptor` returns only numbers above 3, so that dup2 does not overwrite one of them.
        posix_spawn_file_actions_adddup2(&actions, descriptor, Int32(number))
      } else if number < 3 {
        posix_spawn_file_actions_addclose(&actions, Int32(number))
      }
    }
    try GlibcExtensions.addCloseFrom(&actions, extra == nil ? 3 : 4)
    try GlibcExtensions.addChangeDirectory(&actions, directory)
  }

  private func fill(_ attributes: inout posix_spawnattr_t) {
    var all = sigset_t()
    sigfillset(&all)
    posix_spawnattr_setsigdefault(&attributes, &all)
    var none = sigset_t()
    sigemptyset(&none)
    posix_spawnattr_setsigmask(&attributes, &none)
    posix_spawnattr_setpgroup(&attributes, 0)
    let flags = POSIX_SPAWN_SETPGROUP | POSIX_SPAWN_SETSIGDEF | POSIX_SPAWN_SETSIGMASK
    posix_spawnattr_setflags(&attributes, Int16(flags))
  }

  private func spawn(
    _ actions: inout posix_spawn_file_actions_t, _ attributes: inout posix_spawnattr_t
  ) throws -> pid_t {
    var arguments = command.map { strdup($0) } + [nil]
    var variables = environment.map { strdup("\($0)=\($1)") } + [nil]
    defer { for pointer in arguments + variables { free(pointer) } }
    var identifier: pid_t = 0
    let code = posix_spawn(&identifier, command[0], &actions, &attributes, &arguments, &variables)
    guard code == 0 else { throw SystemError("posix_spawn \(command[0])", code: code) }
    return identifier
  }
}
