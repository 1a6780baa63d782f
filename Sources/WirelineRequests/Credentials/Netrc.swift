internal import WirelineCore

/// The logins of a `.netrc` file, by host.
///
/// The form is that of ftp(1) and curl: `machine`, `default`, `login`, `password`, `account`, each
/// with its value after white space; `macdef` is passed over; a value may stand in quotes, with the
/// escapes `\"`, `\\`, `\n`, `\r` and `\t`. `#` begins a comment where a keyword could stand, and
/// is a character like others in a value.
package struct Netrc: Sendable, Equatable {
  /// What a file says of one host.
  package struct Entry: Sendable, Equatable {
    /// The host as written; nil for `default`.
    package var machine: String?
    package var login: String?
    /// A secret.
    package var password: String?
    package var account: String?

    package init(
      machine: String?, login: String? = nil, password: String? = nil, account: String? = nil
    ) {
      self.machine = machine
      self.login = login
      self.password = password
      self.account = account
    }
  }

  /// In the order of the file.
  package let entries: [Entry]

  /// Reads a whole file.
  package init(_ bytes: [UInt8]) throws(NetrcFault) {
    guard let text = String(validating: bytes, as: UTF8.self) else {
      throw NetrcFault(line: 1 + Self.linesBeforeFault(in: bytes), reason: .notUTF8)
    }
    var parser = NetrcParser(text)
    entries = try parser.entries()
  }

  /// The first entry of a host, of this login if one is wanted; else the one of `default`.
  ///
  /// - Parameter host: as `RequestURL.host` has it; names are compared without case.
  package func entry(for host: String, login: String? = nil) -> Entry? {
    let fits: (Entry) -> Bool = { login == nil || $0.login == nil || $0.login == login }
    return entries.first { $0.machine?.isSameFieldName(as: host) == true && fits($0) }
      ?? entries.first { $0.machine == nil && fits($0) }
  }

  /// The lines that end before the first byte that is not UTF-8.
  private static func linesBeforeFault(in bytes: [UInt8]) -> Int {
    let lines = bytes.split(separator: 0x0A, omittingEmptySubsequences: false)
    return lines.firstIndex { String(validating: $0, as: UTF8.self) == nil } ?? 0
  }
}

extension Netrc.Entry: CustomStringConvertible, CustomDebugStringConvertible {
  /// Without the password.
  package var description: String {
    let name = machine.map { "machine \"\($0)\"" } ?? "default"
    return login.map { "\(name), login \"\($0)\"" } ?? name
  }

  package var debugDescription: String { description }
}
