/// What a city file is.
enum CityFileShape: Sendable, Equatable {
  /// An array of objects, or objects one after the other.
  ///
  /// `stranger` is what the first object looks like when it is no city: if it is the only one, the
  /// file is that.
  case objects(stranger: String?)
  /// GeoNames' table.
  case table
}
