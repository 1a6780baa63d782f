import TestSupport
import Testing

/// Protections against the exploitation of memory errors, in the executables' headers (elf(5)).
struct HardeningTests {
  @Test(.needs("readelf", in: ProjectScript.folders), arguments: RecordShape.tools)
  func protectsMemory(of tool: String) throws {
    let lines = try Sandbox().shell(
      "readelf -hldW '\(Project.binaries)/\(tool)'",
      environment: ["PATH": ProjectScript.path, "LC_ALL": "C"]
    ).expect(exit: 0).lines
    func segments(_ type: String) -> [String] { lines.filter { $0.hasPrefix("  \(type) ") } }

    #expect(segments("GNU_STACK").count == 1 && segments("GNU_RELRO").count == 1)
    #expect(!segments("LOAD").isEmpty)
    for segment in segments("LOAD") + segments("GNU_STACK") { #expect(!segment.contains(" RWE ")) }
    guard Project.testsNamedBinaries else { return }
    #expect(lines.contains { $0.hasPrefix("  Type: ") && $0.contains(" DYN ") })
    #expect(lines.contains { $0.contains("(FLAGS)") && $0.contains("BIND_NOW") })
    #expect(!lines.contains { $0.contains("(RPATH)") || $0.contains("(RUNPATH)") })
  }

  /// Swift's library for regular expressions adds 1.3 MB.
  @Test(
    .enabled(if: Project.testsNamedBinaries, "needs WIRELINE_BIN"), arguments: RecordShape.tools)
  func linksNoRegularExpressions(tool: String) throws {
    try Sandbox().shell("grep -c _RegexParser '\(Project.binaries)/\(tool)'").expect(exit: 1)
  }

  /// The flags leave no trace in an executable without symbols.
  @Test func protectsCompiledC() throws {
    let flags = try Sandbox().shell(
      "cd '\(Project.root)' && make --silent --eval 'flags: ; @echo $(RELEASE_FLAGS)' flags",
      environment: ["PATH": ProjectScript.path]
    ).expect(exit: 0).text

    #expect(flags.contains("-Xcc -fstack-protector-strong"))
    #expect(flags.contains("-Xcxx -D_FORTIFY_SOURCE=3"))
    #expect(flags.contains("-Xcc -fcf-protection") || flags.contains("-Xcc -mbranch-protection="))
  }
}
