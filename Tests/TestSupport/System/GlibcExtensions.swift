import Glibc

/// Functions of glibc that Swift's `Glibc` module does not declare, because they need
/// `_GNU_SOURCE`. Looked up by name at run time.
enum GlibcExtensions {
  /// Closes all descriptors from `first` on in the child, so that tests do not share pipes.
  static func addCloseFrom(
    _ actions: UnsafeMutablePointer<posix_spawn_file_actions_t>, _ first: Int32
  ) throws {
    typealias Function =
      @convention(c) (UnsafeMutablePointer<posix_spawn_file_actions_t>, Int32) -> Int32
    let name = "posix_spawn_file_actions_addclosefrom_np"
    let code = unsafeBitCast(try symbol(name), to: Function.self)(actions, first)
    guard code == 0 else { throw SystemError(name, code: code) }
  }

  /// Sets the working directory of the child.
  static func addChangeDirectory(
    _ actions: UnsafeMutablePointer<posix_spawn_file_actions_t>, _ path: String
  ) throws {
    typealias Function =
      @convention(c) (
        UnsafeMutablePointer<posix_spawn_file_actions_t>, UnsafePointer<CChar>
      ) -> Int32
    let name = "posix_spawn_file_actions_addchdir_np"
    let code = unsafeBitCast(try symbol(name), to: Function.self)(actions, path)
    guard code == 0 else { throw SystemError(name, code: code) }
  }

  /// Makes orphaned descendants children of this process, so that it can wait for them.
  static func becomeSubreaper() throws {
    typealias Function = @convention(c) (Int32, UInt, UInt, UInt, UInt) -> Int32
    let setChildSubreaper: Int32 = 36  // PR_SET_CHILD_SUBREAPER, prctl(2)
    let code = unsafeBitCast(try symbol("prctl"), to: Function.self)(setChildSubreaper, 1, 0, 0, 0)
    guard code == 0 else { throw SystemError("prctl") }
  }

  private static func symbol(_ name: String) throws -> UnsafeMutableRawPointer {
    guard let address = dlsym(nil, name) else { throw SystemError(name, code: ENOSYS) }
    return address
  }
}
