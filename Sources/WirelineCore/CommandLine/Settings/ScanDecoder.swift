/// Stands where ArgumentParser's own decoder does when a tool is made from its properties.
///
/// It only carries the values along: `KeyedDecodingContainer`'s overloads for the property wrappers
/// find them in the coding path.
struct ScanDecoder: Decoder {
  let values: ScannedValues

  var codingPath: [any CodingKey] { [ScanKey(values: values)] }
  var userInfo: [CodingUserInfoKey: Any] { [:] }

  func container<Key: CodingKey>(keyedBy type: Key.Type) -> KeyedDecodingContainer<Key> {
    KeyedDecodingContainer(ScanContainer<Key>(codingPath: codingPath))
  }

  func unkeyedContainer() throws -> any UnkeyedDecodingContainer {
    throw ScannedValues.DeadEnd()
  }

  func singleValueContainer() throws -> any SingleValueDecodingContainer {
    throw ScannedValues.DeadEnd()
  }
}

/// A container of properties; those that come here are of a type that the fast way does not know.
private struct ScanContainer<Key: CodingKey>: KeyedDecodingContainerProtocol {
  let codingPath: [any CodingKey]
  var allKeys: [Key] { [] }

  func contains(_ key: Key) -> Bool { false }

  func decodeNil(forKey key: Key) throws -> Bool { throw ScannedValues.DeadEnd() }

  func decode<Value: Decodable>(_ type: Value.Type, forKey key: Key) throws -> Value {
    throw ScannedValues.DeadEnd()
  }

  func nestedContainer<Nested: CodingKey>(
    keyedBy type: Nested.Type, forKey key: Key
  ) throws -> KeyedDecodingContainer<Nested> {
    throw ScannedValues.DeadEnd()
  }

  func nestedUnkeyedContainer(forKey key: Key) throws -> any UnkeyedDecodingContainer {
    throw ScannedValues.DeadEnd()
  }

  func superDecoder() throws -> any Decoder { throw ScannedValues.DeadEnd() }
  func superDecoder(forKey key: Key) throws -> any Decoder { throw ScannedValues.DeadEnd() }
}
