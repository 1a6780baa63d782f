package import WirelineCore

extension AnswerShape: ChoiceArgument {}

extension AnswerPointer: ArgumentValue {
  package init(parsing argument: String) throws(InvalidArgument) {
    do throws(InvalidAnswerOption) {
      self = try AnswerPointer(argument)
    } catch {
      throw InvalidArgument(expected: "a JSON pointer such as /items/0: \(error.reason)")
    }
  }
}

extension AnswerRequirement: ArgumentValue {
  package init(parsing argument: String) throws(InvalidArgument) {
    do throws(InvalidAnswerOption) {
      self = try AnswerRequirement(argument)
    } catch {
      throw InvalidArgument(
        expected: "a JSON pointer, perhaps with a type, such as /id:integer: \(error.reason)")
    }
  }
}

extension Pagination: ArgumentValue {
  package init(parsing argument: String) throws(InvalidArgument) {
    do throws(InvalidAnswerOption) {
      self = try Pagination(argument)
    } catch {
      throw InvalidArgument(expected: "link, or offset=NAME,limit=NAME,size=N: \(error.reason)")
    }
  }
}
