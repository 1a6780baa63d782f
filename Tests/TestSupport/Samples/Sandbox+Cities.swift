import Testing

/// City databases by the path or the text of their source.
private let databases = Monitor<[String: [UInt8]]>([:])

extension Sandbox {
  /// Adds the city database of a file. `cities-sync` runs once per file and test process.
  package func addCities(of file: String) throws { try addCities(file) { _ in file } }

  /// Adds the city database of a file with this text.
  package func addCities(_ text: String = SampleCities.file) throws {
    try addCities(text) { try $0.write("cities.json", text) }
  }

  private func addCities(_ key: String, _ file: (Sandbox) throws -> String) throws {
    let path = "home/data/wireline/cities.sqlite"
    let database = try databases.withLock { databases in
      if let made = databases[key] { return made }
      let other = try Sandbox()
      try Tool("cities-sync", in: other)(file(other)).expect(exit: 0)
      let made = try other.directory.read(path)
      databases[key] = made
      return made
    }
    try directory.write(path, database)
  }
}
