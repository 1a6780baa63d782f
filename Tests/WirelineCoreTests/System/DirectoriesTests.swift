import Testing

@testable import WirelineCore

@Suite struct DirectoriesTests {
  @Test(arguments: [
    (["XDG_CACHE_HOME": "/c", "HOME": "/h"], "/c/wireline/x"),
    (["XDG_CACHE_HOME": "c", "HOME": "/h"], "/h/.cache/wireline/x"),
    (["HOME": "/h"], "/h/.cache/wireline/x"), ([:], "/account/.cache/wireline/x"),
    (["HOME": ""], "/account/.cache/wireline/x"),
  ])
  func findsHomeInEnvironmentOrAccount(
    variables: [String: String], expected: String
  ) throws {
    let directories = Directories {
      variables[$0]
    } account: {
      "/account"
    }
    #expect(try directories.path(.cache, "x") == expected)
  }

  @Test(
    arguments: [
      ([:], nil), ([:], "relative"), (["HOME": "relative"], "/account"),
    ] as [([String: String], String?)])
  func reportsMissingHomeWithHint(variables: [String: String], account: String?) {
    let directories = Directories {
      variables[$0]
    } account: {
      account
    }
    let error = DirectoryUnknown(kind: .cache)
    #expect(throws: error) { try directories.path(.cache, "x") }
    #expect(error.hint == "set HOME or XDG_CACHE_HOME")
  }
}
