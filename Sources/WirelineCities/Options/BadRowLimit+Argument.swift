package import WirelineCore

/// `--max-bad-rows`: a share of all rows, `1%`, or a number of them.
extension BadRowLimit: ArgumentValue {
  package init(parsing argument: String) throws(InvalidArgument) {
    if argument.hasSuffix("%"), let percent = Double(argument.dropLast()),
      (0...100).contains(percent)
    {
      self = .percent(percent)
    } else if let count = Int(digits: argument) {
      self = .count(count)
    } else {
      throw InvalidArgument(expected: "a share such as 1%, or a whole number")
    }
  }
}
