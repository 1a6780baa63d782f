package import WirelineCore
internal import WirelineRequests

/// `--boundary`: 1 to 70 of the characters in RFC 2046 §5.1.1, with no space at the end.
package struct MultipartBoundary: ArgumentValue, Equatable {
  package let text: String

  package init(parsing argument: String) throws(InvalidArgument) {
    let isAllowed: (UInt8) -> Bool = { byte in
      switch byte {
      case 0x30...0x39, 0x41...0x5A, 0x61...0x7A: true
      default: "'()+_,-./:=? ".utf8.contains(byte)
      }
    }
    guard (1...70).contains(argument.utf8.count), argument.utf8.allSatisfy(isAllowed),
      argument.last != " "
    else { throw InvalidArgument(expected: "1 to 70 letters, digits or '()+_,-./:=?") }
    text = argument
  }
}

/// A number from 0 to 1.
package struct Fraction: ArgumentValue, Equatable {
  package let value: Double

  package init(parsing argument: String) throws(InvalidArgument) {
    guard let value = Double(argument), (0...1).contains(value) else {
      throw InvalidArgument(expected: "a number from 0 to 1")
    }
    self.value = value
  }
}
