import CStart
import Testing

private protocol Searched {}
private class Base<Value>: Searched {}
private final class Derived<Value>: Base<Value> {}
private final class Other {}
private final class Conditional<Value> {}
extension Conditional: Searched where Value: Searched {}
private struct Structure: Searched {}

@Suite struct ConformancesTests {
  @Test(
    arguments: [
      (Base<Int>.self, true), (Derived<Int>.self, true), (Other.self, true),
      (Conditional<Int>.self, false), (Structure.self, false), ((any Searched).self, false),
    ] as [(Any.Type, Bool)])
  func findsWitnessesOfClasses(type: Any.Type, isKnown: Bool) {
    let existential = unsafeBitCast(
      (any Searched).self as Any.Type, to: UnsafePointer<UnsafeRawPointer>.self)
    var witnesses: UnsafeRawPointer?
    let found = find_witnesses(
      unsafeBitCast(type, to: UnsafeRawPointer.self), existential[2], &witnesses)

    #expect((found == 1) == isKnown)
    #expect(!isKnown || (witnesses != nil) == (type is any Searched.Type))
  }
}
