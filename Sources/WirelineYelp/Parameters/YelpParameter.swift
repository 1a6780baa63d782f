/// A parameter of an endpoint, by the API's name.
package struct YelpParameter: Sendable {
  package enum Place: Sendable {
    case query
    case path
    /// A member of the JSON body.
    case body
    /// A member of an object in the JSON body.
    case nested(String)
  }

  package let name: String
  package let rule: YelpRule
  package let place: Place
  package let isRequired: Bool

  init(_ name: String, _ rule: YelpRule, _ place: Place = .query, isRequired: Bool = false) {
    self.name = name
    self.rule = rule
    self.place = place
    self.isRequired = isRequired
  }
}
