package import WirelineCore

/// A request by its name, from a file of calls in groups:
/// `{"product":{"details":{"url":"/product/{id}","headers":{…}}}}`. A call is a
/// request record whose URL may begin with `/` and have places to fill in.
package enum NamedCall {
  /// Finds a call and makes a request of it.
  ///
  /// - Parameters:
  ///   - name: the groups and the call, with points between: `product.details`.
  ///   - url: makes the record's URL one that can be asked.
  package static func request(
    _ name: String, in bytes: [UInt8], path: String,
    url: (String) throws(UsageError) -> String
  ) throws(UsageError) -> RequestSpecification {
    let view: JSONView
    do throws(JSONSyntaxError) {
      view = try JSONView.parse(bytes)
    } catch {
      throw UsageError("\(path): not valid JSON: \(error)")
    }
    var found = view
    for part in name.split(separator: ".") {
      guard let next = found[String(part)] else {
        throw UsageError(
          "\(path): no call \"\(name)\"",
          hint: "there are: \(names(in: view).joined(separator: ", "))")
      }
      found = next
    }
    guard let text = found["url"]?.string else {
      throw UsageError("\(path): \"\(name)\" is no call: it has no url")
    }
    do throws(RecordFault) {
      return try RequestRecord(object(found, url: try absolute(text, url))).specification
    } catch {
      throw UsageError("\(path): \"\(name)\": \(error)")
    }
  }

  /// The names of all calls of a file, for completion; none where it is not one of calls.
  package static func names(in bytes: [UInt8]) -> [String] {
    (try? JSONView.parse(bytes)).map { names(in: $0) } ?? []
  }

  /// A fault of the URL's is the caller's to tell.
  private static func absolute(
    _ text: String, _ url: (String) throws(UsageError) -> String
  ) throws(RecordFault) -> String {
    do throws(UsageError) {
      return try url(text)
    } catch {
      throw .invalid(field: "url", reason: error.message)
    }
  }

  private static func object(_ call: JSONView, url: String) throws(RecordFault) -> JSONObject {
    var writer = JSONWriter()
    writer.beginObject()
    writer.members(of: call, except: JSONNames(["url"]))
    writer.member("url", url)
    writer.endObject()
    do throws(JSONSyntaxError) {
      return try JSONObject(writer.bytes, names: JSONNames(RequestRecord.names))
    } catch {
      throw .syntax("\(error)")
    }
  }

  /// The names of all calls below an object.
  private static func names(in view: JSONView, below prefix: String = "") -> [String] {
    view.members.flatMap { name, value -> [String] in
      guard value.type == .object else { return [] }
      return value["url"] != nil ? [prefix + name] : names(in: value, below: prefix + name + ".")
    }
  }
}
