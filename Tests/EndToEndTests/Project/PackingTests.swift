import TestSupport
import Testing

/// `make install` and `.ci/dist`, with small scripts instead of the executables.
@Suite(.serialized) struct PackingTests {
  /// A sandbox with files to pack.
  private struct Depot {
    let sandbox: Sandbox

    init() throws {
      sandbox = try Sandbox()
      try sandbox.shell(
        """
        mkdir bin && for tool in \(RecordShape.tools.joined(separator: " ")); do
          printf '#!/bin/sh\\necho %s\\n' $tool >bin/$tool && chmod 755 bin/$tool || exit 1
        done
        # The fastest level: level 9 takes seconds for the sources.
        mkdir programs && cd programs &&
          printf '#!/bin/sh\\nexec %s "$@" -0\\n' "$(command -v xz)" >xz && chmod 755 xz
        """
      ).expect(exit: 0)
    }

    /// Runs a command in the project's folder; `$work` is the working directory of the sandbox.
    func run(_ command: String) throws -> ToolResult {
      try sandbox.shell(
        "work=$PWD; PATH=$PWD/programs:$PATH; cd '\(Project.root)' && \(command)",
        environment: ["PATH": ProjectScript.path])
    }

    func files(in folder: String) throws -> [String] {
      try sandbox.shell("cd '\(folder)' && find . ! -type d | sort").expect(exit: 0).lines
    }
  }

  private static let pages =
    RecordShape.tools.map { "share/man/man1/\($0).1" } + [
      "share/man/man5/wireline-records.5", "share/man/man7/req-curl.7",
      "share/man/man7/wireline-cookbook.7", "share/man/man7/wireline-options.7",
      "share/man/man7/wireline.7",
    ]

  private static let vendor = ProjectScript.isDebian ? "vendor-completions" : "site-functions"

  /// The fish folders are those that fish 3.6 of Debian reads without XDG_DATA_DIRS.
  @Test(arguments: [
    ("/usr/local", "site-functions", "/etc/fish/completions"),
    ("/usr", vendor, "/usr/share/fish/vendor_completions.d"),
    ("/usr/", vendor, "/usr/share/fish/vendor_completions.d"),
  ])
  func uninstallsAllInstalledFiles(prefix: String, zsh: String, fish: String) throws {
    let depot = try Depot()
    let settings = "DESTDIR=$work/root PREFIX=\(prefix) RELEASE=$work/bin"
    try depot.sandbox.shell("mkdir -p root\(prefix)/bin && echo >root\(prefix)/bin/other")
      .expect(exit: 0)

    try depot.run("make --silent install \(settings)").expect(exit: 0)

    let installed = Set(try depot.files(in: "root\(prefix)").map { String($0.dropFirst(2)) })
    for tool in RecordShape.tools {
      #expect(installed.contains("bin/\(tool)"))
      #expect(installed.contains("share/bash-completion/completions/\(tool)"))
      #expect(installed.contains("share/zsh/\(zsh)/_\(tool)"))
    }
    #expect(
      try depot.files(in: "root\(fish)") == RecordShape.tools.map { "./\($0).fish" }.sorted())
    for page in Self.pages { #expect(installed.contains(page)) }
    #expect(try depot.sandbox.shell("root\(prefix)/bin/req").text == "req\n")

    try depot.run("make --silent uninstall \(settings)").expect(exit: 0)

    #expect(try depot.files(in: "root\(prefix)") == ["./bin/other"])
    #expect(try depot.files(in: "root\(fish)") == [])
  }

  /// Packs the given executables even if a source file is newer.
  @Test(
    .needs("git", "python3", "dpkg-deb", "xz", in: ProjectScript.folders),
    .enabled(if: ProjectScript.isRepository, "needs a repository"))
  func packsReproducibly() throws {
    let depot = try Depot()
    let pack = ".ci/dist 9.8.7-rc.1 $work/bin '\(Project.build)'"

    let first = try depot.run(
      "\(pack) $work/one && touch -d 2001-01-01 $work/bin/* && umask 077 && \(pack) $work/two"
    ).expect(exit: 0)

    let names = try depot.files(in: "one").map { String($0.dropFirst(2)) }
    #expect(
      names.contains("SHA256SUMS") && names.contains("wireline-9.8.7-rc.1.tar.xz"),
      "\(first.story)")
    try depot.sandbox.shell("diff -r one two && cd one && sha256sum --quiet -c SHA256SUMS")
      .expect(exit: 0)
    let unpacked = try depot.sandbox.shell(
      """
      cd one && tar xJf wireline-9.8.7-rc.1-linux-$(uname -m).tar.xz && cd wireline-*-linux-*/ &&
      for part in LICENSE THIRD-PARTY-LICENCES README.md share/man/man1/req.1 *.spdx.json; do
        test -s $part || exit 1
      done
      grep -q 'swift-nio 2' THIRD-PARTY-LICENCES &&
      grep -q 'GNU LESSER GENERAL PUBLIC LICENSE' THIRD-PARTY-LICENCES && bin/cities-find
      """
    ).expect(exit: 0)
    #expect(unpacked.text == "cities-find\n")
    let package = try depot.sandbox.shell("dpkg-deb --field one/*.deb Version").expect(exit: 0)
    #expect(package.text == "9.8.7~rc.1\n")
    let modes = try depot.sandbox.shell(
      "(tar tvJf one/*-linux-*.tar.xz; dpkg-deb --contents one/*.deb) | cut -c 1-10 | sort -u")
    #expect(modes.lines == ["-rw-r--r--", "-rwxr-xr-x", "drwxr-xr-x"])
  }

  /// Advisories name source packages, and BoringSSL, which is part of a Swift package.
  @Test(.needs("python3", "dpkg-query", in: ProjectScript.folders))
  func namesSourcesOfLinkedLibraries() throws {
    let depot = try Depot()

    let text = try depot.run(".ci/third-party sbom '\(Project.build)' $work/bin 1.0.0 0")
      .expect(exit: 0).text

    let document = try StrictJSON(text)
    let packages = try #require(document["packages"]?.elements)
    func package(_ name: String) throws -> (version: String, purl: String) {
      let package = try #require(packages.first { $0["name"]?.string == name })
      let reference = try #require(package["externalRefs"]?.elements.first)
      return (
        try #require(package["versionInfo"]?.string),
        try #require(reference["referenceLocator"]?.string)
      )
    }
    let boringSSL = try package("boringssl")
    #expect(boringSSL.version.count == 40 && boringSSL.version.allSatisfy(\.isHexDigit))
    #expect(
      boringSSL.purl.hasPrefix("pkg:generic/boringssl@\(boringSSL.version)?vcs_url=git%2Bhttps"))
    let architecture = try depot.run("dpkg --print-architecture").text.dropLast()
    for (name, binary, source) in [
      ("sqlite", "libsqlite3-dev", "sqlite3"), ("glibc", "libc6-dev", "glibc"),
      ("zlib", "zlib1g-dev", "zlib"),
    ] {
      let purl = try package(name).purl
      #expect(purl.hasPrefix("pkg:deb/debian/\(binary)@"))
      #expect(purl.contains("?arch=\(architecture)&upstream=\(source)"))
      #expect(!purl.contains("+"))
    }
  }

  @Test(
    .needs("git", "python3", "dpkg-deb", "xz", in: ProjectScript.folders),
    .enabled(if: ProjectScript.isRepository, "needs a repository"),
    arguments: [("git", "archive"), ("tar", "--create"), ("dpkg-query", "libc6-dev")])
  func writesNoChecksumsAfterFailure(program: String, word: String) throws {
    let depot = try Depot()
    try depot.sandbox.write(
      program,
      """
      #!/bin/sh
      case "$*" in *\(word)*) exit 1 ;; esac
      PATH=${PATH#*:}
      exec \(program) "$@"
      """)

    let failed = try depot.run(
      """
      chmod +x $work/\(program) && PATH=$work:$PATH &&
      .ci/dist 9.8.7 $work/bin '\(Project.build)' $work/dist
      """)

    #expect(failed.exit != 0, "\(failed.story)")
    #expect(!depot.sandbox.exists("dist/SHA256SUMS"))
  }

  @Test func passesSecretsOnlyToSigning() throws {
    let depot = try Depot()
    let make = "SIGNING_KEY_BASE64= SIGNING_KEY_PASSWORD='$(word)' make --silent"

    let others = try depot.run("\(make) --eval 'others: ; @env' others").expect(exit: 0)
    #expect(others.text.contains("PATH=") && !others.text.contains("SIGNING_KEY"))
    try depot.run("\(make) sign").expect(exit: 2).expect(says: "SIGNING_KEY_PASSWORD is set")
  }
}
