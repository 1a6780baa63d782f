package import ArgumentParser

/// What tools take that give zero or more records for an item.
package struct EnvelopeOptions: DeclaredOptions {
  @Flag(Self.envelope) package var envelope: Bool?

  package init() {}

  package static let declarations = [envelope]

  package static let envelope = OptionDeclaration(
    "envelope", .flag(inverse: "no-envelope"), "print one record an item, with its results inside",
    scope: .shared)
}
