import Glibc

/// Functions that glibc has and Swift's `Glibc` module hides, for want of `_GNU_SOURCE`.
///
/// Found by name at run time; each is called with integers and pointers only.
enum GlibcExtensions {
  /// Closes every descriptor from `first` on in the child: no test leaks a pipe into another.
  static func addCloseFrom(
    _ actions: UnsafeMutablePointer<posix_spawn_file_actions_t>, _ first: Int32
  ) throws {
    typealias Function =
      @convention(c) (
        UnsafeMutablePointer<posix_spawn_file_actions_t>, Int32
      ) -> Int32
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

  /// Makes orphaned grandchildren children of this process, so that it can wait for them.
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
