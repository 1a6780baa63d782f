/// Responses in the format of Yelp's business search. All businesses are invented.
package enum SampleYelp {
  /// A business with values that parsers may mishandle: nulls, "", many digits, white space.
  ///
  /// - Parameter imageURL: "" for a business without an image.
  package static func business(_ id: String, imageURL: String) -> String {
    """
    {"id": "\(id)", "alias": "cafe-\(id)", "name": "Café \\u201c\(id)\\u201d",
      "image_url": "\(imageURL)", "is_closed": false, "review_count": 1006, "rating": 4.50,
      "url": "https://www.yelp.com/biz/cafe-\(id)?a=1&b=2", "price": null, "transactions": [],
      "categories": [{"alias": "coffee", "title": "Coffee & Tea"}],
      "coordinates": {"latitude": 37.78291531984934, "longitude": -122.41889950001861},
      "location": {"address1": "1 Main St", "address2": null, "address3": "",
        "display_address": ["1 Main St", "Springfield"]},
      "phone": "+14155550100", "distance": 946.3867385272524}
    """
  }

  /// The response of `/businesses/search`.
  package static func search(_ businesses: [String]) -> String {
    """
    {"businesses": [\(businesses.joined(separator: ", "))], "total": \(businesses.count),
      "region": {"center": {"longitude": -122.4, "latitude": 37.7}}}
    """
  }

  /// An error response of any endpoint.
  package static func error(_ code: String, _ description: String) -> String {
    #"{"error": {"code": "\#(code)", "description": "\#(description)"}}"#
  }
}
