import Glibc
import TestSupport
import Testing

/// Protections against the exploitation of memory errors, in the executables' headers (elf(5)).
struct HardeningTests {
  enum Protection: CaseIterable {
    case plainStack, plainData, readOnlyRelocations
    // Only of release executables.
    case anyAddress, immediateBinding, noLibraryPath
  }

  /// A 64-bit little-endian ELF file.
  private struct ELFFile {
    struct Segment {
      static let load = 1, dynamic = 2, stack = 0x6474_E551, relocations = 0x6474_E552
      var header: Int
      var type, flags: Int
    }

    let bytes: [UInt8]

    init(_ path: String) throws {
      bytes = try Descriptor.contents(of: path)
      try #require(
        bytes.starts(with: [0x7F, 0x45, 0x4C, 0x46, 2, 1]), "\(path) is not an ELF file")
    }

    func number<Number: FixedWidthInteger>(_ type: Number.Type, at offset: Int) -> Int {
      Int(
        truncatingIfNeeded: bytes.withUnsafeBytes {
          $0.loadUnaligned(fromByteOffset: offset, as: type)
        })
    }

    var segments: [Segment] {
      (0..<number(UInt16.self, at: 56)).map { index in
        let header = number(UInt64.self, at: 32) + index * 56
        return Segment(
          header: header, type: number(UInt32.self, at: header),
          flags: number(UInt32.self, at: header + 4))
      }
    }

    /// The file offsets of the values in the dynamic section, by tag.
    var dynamic: [Int: Int] {
      guard let segment = segments.first(where: { $0.type == Segment.dynamic }) else { return [:] }
      let start = number(UInt64.self, at: segment.header + 8)
      let size = number(UInt64.self, at: segment.header + 32)
      let entries = stride(from: start, to: start + size, by: 16)
      return Dictionary(entries.map { (number(Int.self, at: $0), $0 + 8) }) { first, _ in first }
    }

    func has(_ protection: Protection) -> Bool {
      switch protection {
      // ET_DYN
      case .anyAddress: number(UInt16.self, at: 16) == 3
      case .plainStack: segments.contains { $0.type == Segment.stack && $0.flags & 1 == 0 }
      case .plainData: segments.allSatisfy { $0.type != Segment.load || $0.flags & 3 != 3 }
      case .readOnlyRelocations: segments.contains { $0.type == Segment.relocations }
      // DT_FLAGS, DF_BIND_NOW
      case .immediateBinding: dynamic[30].map { number(Int.self, at: $0) & 8 != 0 } ?? false
      // DT_RPATH, DT_RUNPATH
      case .noLibraryPath: dynamic[15] == nil && dynamic[29] == nil
      }
    }
  }

  private static let protections =
    Project.testsNamedBinaries
    ? Protection.allCases : [.plainStack, .plainData, .readOnlyRelocations]

  @Test(arguments: RecordShape.tools)
  func protectsMemory(of tool: String) throws {
    let file = try ELFFile("\(Project.binaries)/\(tool)")

    for protection in Self.protections { #expect(file.has(protection), "\(protection)") }
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
