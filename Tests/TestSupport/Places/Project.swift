import Glibc

/// Where the project under test lies.
package enum Project {
  /// The root of the working copy, from the place of this file; `WIRELINE_ROOT` overrides it.
  package static let root: String = {
    if let root = environment("WIRELINE_ROOT") { return root }
    return #filePath.split(separator: "/").dropLast(4).reduce("") { "\($0)/\($1)" }
  }()

  /// The folder of the executables: `WIRELINE_BIN`, else beside the test bundle.
  package static let binaries: String = {
    if let named = environment("WIRELINE_BIN") {
      return named.hasPrefix("/") ? named : "\(workingDirectory)/\(named)"
    }
    return build
  }()

  /// SwiftPM's folder of the build that the tests are of.
  package static let build: String = {
    let bundle = linkTarget("/proc/self/exe")
    return String(bundle[..<(bundle.lastIndex(of: "/") ?? bundle.startIndex)])
  }()

  /// The executables were named by `WIRELINE_BIN`: the release ones, by convention.
  package static let testsNamedBinaries = environment("WIRELINE_BIN") != nil

  /// A file of the project, or nil if it is not there.
  package static func path(ifExists name: String) -> String? {
    let path = "\(root)/\(name)"
    return access(path, F_OK) == 0 ? path : nil
  }

  package static func isExecutable(_ path: String) -> Bool { access(path, X_OK) == 0 }

  /// The environment variable, if it is set and not empty.
  package static func environment(_ name: String) -> String? {
    getenv(name).map { String(cString: $0) }.flatMap { $0.isEmpty ? nil : $0 }
  }

  private static var workingDirectory: String { linkTarget("/proc/self/cwd") }

  private static func linkTarget(_ path: String) -> String {
    var target = [CChar](repeating: 0, count: 4096)
    let count = max(0, readlink(path, &target, target.count))
    let bytes = target.prefix(count).map { UInt8(bitPattern: $0) }
    return String(decoding: bytes, as: UTF8.self)
  }
}
