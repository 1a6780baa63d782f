/// Names with commas between them: `name,country`.
package struct NameList: ArgumentValue, Equatable {
  package let names: [String]

  package init(parsing argument: String) throws(InvalidArgument) {
    names = argument.split(separator: ",", omittingEmptySubsequences: false).map {
      $0.trimmingSpaces
    }
    guard names.allSatisfy({ !$0.isEmpty }) else {
      throw InvalidArgument(expected: "names with commas between them, such as name,country")
    }
  }
}
