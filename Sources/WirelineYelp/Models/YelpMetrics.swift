package import WirelineCore

/// What is counted of a business, by engagement and by insights.
package struct YelpMetrics: YelpModel {
  package let businessID: String?
  /// By the API's own names; what is null is left out.
  package let metrics: [String: Double]

  package init(_ value: JSONView, path: String) throws(YelpFault) {
    let object = try YelpObject(value, path: path)
    businessID = try object.string("business_id")
    metrics = try object.numbers("metrics")
  }
}
