package import WirelineCore

/// `--retry-on`: a list of statuses and error codes.
extension RetryTriggers: ArgumentValue {
  package init(parsing argument: String) throws(InvalidArgument) {
    guard let triggers = RetryTriggers(argument) else {
      throw InvalidArgument(
        expected: "a list of 400…599, 4xx, 5xx, dns, connect, timeout, truncated")
    }
    self = triggers
  }
}

/// A part of a whole, 0…1.
package struct Fraction: ArgumentValue, Equatable {
  package let value: Double

  package init(parsing argument: String) throws(InvalidArgument) {
    guard let value = Double(argument), (0...1).contains(value) else {
      throw InvalidArgument(expected: "a number from 0 to 1")
    }
    self.value = value
  }
}

/// `--rate`: so many in a time.
extension Rate: ArgumentValue {
  package init(parsing argument: String) throws(InvalidArgument) {
    do throws(Rate.Invalid) {
      self = try Rate(argument)
    } catch {
      throw InvalidArgument(expected: "a rate such as 10/s, 100/m or 5/h")
    }
  }
}

extension RetryPolicy.Preset: ChoiceArgument {}
