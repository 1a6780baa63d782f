extension JSONScanner {
  /// The text without insignificant white space, everything else byte for byte.
  package static func compacted(_ bytes: [UInt8]) throws(JSONSyntaxError) -> [UInt8] {
    let outcome: Result<[UInt8], JSONSyntaxError> = bytes.withUnsafeBytes { bytes in
      var compact: [UInt8] = []
      compact.reserveCapacity(bytes.count)
      do throws(JSONSyntaxError) {
        try JSONScanner.compact(bytes, into: &compact)
        return .success(compact)
      } catch {
        return .failure(error)
      }
    }
    return try outcome.get()
  }
}
