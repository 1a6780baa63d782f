import Glibc

/// The folders of the project under test.
package enum Project {
  /// The root of the working copy: `WIRELINE_ROOT`, or derived from the path of this file.
  package static let root: String = {
    if let root = environment("WIRELINE_ROOT") { return root }
    return #filePath.split(separator: "/").dropLast(4).reduce("") { "\($0)/\($1)" }
  }()

  /// The folder of the executables: `WIRELINE_BIN`, or that of the test bundle.
  package static let binaries: String = {
    guard let folder = environment("WIRELINE_BIN") else { return build }
    return folder.hasPrefix("/") ? folder : "\(linkTarget("/proc/self/cwd") ?? "")/\(folder)"
  }()

  /// SwiftPM's build folder that contains the test bundle.
  package static let build: String = {
    let bundle = linkTarget("/proc/self/exe") ?? ""
    return String(bundle[..<(bundle.lastIndex(of: "/") ?? bundle.startIndex)])
  }()

  /// Whether `WIRELINE_BIN` is set, by convention to the folder of the release executables.
  package static let testsNamedBinaries = environment("WIRELINE_BIN") != nil

  /// The path of a file of the project; nil if it does not exist.
  package static func path(ifExists name: String) -> String? {
    let path = "\(root)/\(name)"
    return access(path, F_OK) == 0 ? path : nil
  }

  package static func isExecutable(_ path: String) -> Bool { access(path, X_OK) == 0 }

  /// The value of an environment variable; nil if it is not set or empty.
  package static func environment(_ name: String) -> String? {
    getenv(name).map { String(cString: $0) }.flatMap { $0.isEmpty ? nil : $0 }
  }

  /// The target of a symbolic link.
  static func linkTarget(_ path: String) -> String? {
    var target = [CChar](repeating: 0, count: 4096)
    let count = readlink(path, &target, target.count)
    if count < 0 { return nil }
    return String(decoding: target[..<count].map { UInt8(bitPattern: $0) }, as: UTF8.self)
  }
}
