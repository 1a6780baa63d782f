package import ArgumentParser

// A type's synthesised `init(from:)` chooses these over `decode(_:forKey:)` itself: they say
// more of the type. With ArgumentParser's own decoder they do what it would have done.
extension KeyedDecodingContainer {
  package func decode<T: ArgumentValue>(
    _ type: Option<T?>.Type, forKey key: Key
  ) throws -> Option<T?> {
    guard let values else { return try decodeByParser(type, key) }
    var option = Option<T?>(name: .long, help: nil, completion: nil, transform: T.read)
    // All of them are read, although the last counts: the parser refuses a bad one that is not.
    let given: [T] = try values.take(property: key.stringValue).map(Self.value)
    option.wrappedValue = given.last
    return option
  }

  package func decode<T: ArgumentValue>(
    _ type: Option<[T]>.Type, forKey key: Key
  ) throws -> Option<[T]> {
    guard let values else { return try decodeByParser(type, key) }
    var option = Option<[T]>(name: .long, help: nil, completion: nil, transform: T.read)
    option.wrappedValue = try values.take(property: key.stringValue).map(Self.value)
    return option
  }

  package func decode<T: ArgumentValue>(
    _ type: Argument<T?>.Type, forKey key: Key
  ) throws -> Argument<T?> {
    guard let values else { return try decodeByParser(type, key) }
    var argument = Argument<T?>(help: nil, completion: nil, transform: T.read)
    argument.wrappedValue = try values.takeOperand().map { try T(parsing: $0) }
    return argument
  }

  package func decode<T: ArgumentValue>(
    _ type: Argument<[T]>.Type, forKey key: Key
  ) throws -> Argument<[T]> {
    guard let values else { return try decodeByParser(type, key) }
    var argument = Argument<[T]>(help: nil, completion: nil, transform: T.read)
    argument.wrappedValue = try values.takeOperands().map { try T(parsing: $0) }
    return argument
  }

  package func decode(_ type: Flag<Bool?>.Type, forKey key: Key) throws -> Flag<Bool?> {
    guard let values else { return try decodeByParser(type, key) }
    var flag = Flag<Bool?>(inversion: .prefixedNo)
    flag.wrappedValue = values.take(property: key.stringValue).last.map { !$0.isInverse }
    return flag
  }

  package func decode(_ type: Flag<Bool>.Type, forKey key: Key) throws -> Flag<Bool> {
    guard let values else { return try decodeByParser(type, key) }
    var flag = Flag(wrappedValue: false)
    flag.wrappedValue = !values.take(property: key.stringValue).isEmpty
    return flag
  }

  package func decode(_ type: Flag<Int>.Type, forKey key: Key) throws -> Flag<Int> {
    guard let values else { return try decodeByParser(type, key) }
    var flag = Flag<Int>()
    flag.wrappedValue = values.take(property: key.stringValue).count
    return flag
  }

  package func decode<T: EnumerableFlag & RawRepresentable<String>>(
    _ type: Flag<T?>.Type, forKey key: Key
  ) throws -> Flag<T?> {
    guard let values else { return try decodeByParser(type, key) }
    var flag = Flag<T?>()
    flag.wrappedValue = values.take { T(rawValue: $0.name) != nil }.last.flatMap {
      T(rawValue: $0.name)
    }
    return flag
  }

  package func decode<T: ParsableArguments>(
    _ type: OptionGroup<T>.Type, forKey key: Key
  ) throws -> OptionGroup<T> {
    guard let values else { return try decodeByParser(type, key) }
    var group = OptionGroup<T>(title: "")
    group.wrappedValue = try T(from: ScanDecoder(values: values))
    return group
  }

  /// Nil with another decoder than ours.
  private var values: ScannedValues? { (codingPath.first as? ScanKey)?.values }

  private func decodeByParser<T: Decodable>(_ type: T.Type, _ key: Key) throws -> T {
    try decode(type, forKey: key)
  }

  private static func value<T: ArgumentValue>(_ given: ArgumentScan.Occurrence) throws -> T {
    guard let value = given.value else { throw ScannedValues.DeadEnd() }
    return try T(parsing: value)
  }
}
