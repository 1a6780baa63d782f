internal import WirelineCore

/// The rules for following redirects, RFC 9110 §15.4.
package struct RedirectPolicy: Sendable, Equatable {
  /// The maximum number of redirects per request; 0 disables them.
  package var limit = 10
  package var isSameHostOnly = false
  package var allowsDowngrade = false
  /// Whether each redirect names the URL before it in `Referer`.
  package var setsReferer = false
  /// Whether other hosts receive the credentials too.
  package var trustsOtherHosts = false
  /// The statuses after which a POST is repeated as a POST.
  package var keepsPOST: Set<Int> = []

  package enum Decision: Sendable {
    /// Not a redirect, or not followed: the response is final.
    case accept
    case follow(RequestSpecification)
    case refuse(RequestError.Reason)
  }

  /// Whether a URL receives the credentials of the request for another one, which led to it.
  package func trusts(_ url: RequestURL, from first: RequestURL) -> Bool {
    trustsOtherHosts || url.hasSameOrigin(as: first)
  }

  /// Decides when the head of a response has been received.
  ///
  /// - Parameter followed: the number of redirects already followed.
  package func decide(
    _ head: ResponseHead, for request: RequestSpecification, followed: Int
  ) -> Decision {
    guard limit > 0, Self.isRedirect(head.status), let location = head.headers["Location"],
      !location.isEmpty
    else {
      return .accept
    }
    guard followed < limit else { return .refuse(.redirectLimit(limit)) }
    let target: RequestURL
    do throws(InvalidURL) {
      target = try request.url.resolving(location)
    } catch {
      return .refuse(.redirectForbidden(to: Secrets.redacted(url: error.text), why: error.reason))
    }
    let isDowngrade = request.url.scheme == .https && target.scheme == .http
    if isDowngrade, !allowsDowngrade { return refuse(target, "it changes from https to http") }
    if isSameHostOnly, !target.hasSameOrigin(as: request.url) {
      return refuse(target, "it leads to another host")
    }
    return .follow(next(request, to: target, status: head.status))
  }

  private func refuse(_ target: RequestURL, _ why: String) -> Decision {
    .refuse(.redirectForbidden(to: Secrets.redacted(url: target), why: why))
  }

  private static func isRedirect(_ status: Int) -> Bool {
    [301, 302, 303, 307, 308].contains(status)
  }

  /// Returns the request with another URL. Another origin receives credentials only if the policy
  /// trusts it.
  package func moved(
    _ request: RequestSpecification, to target: RequestURL
  ) -> RequestSpecification {
    var next = request.redirected(to: target)
    // A named secret, such as the key of Yelp's API, is for its server only.
    if trustsOtherHosts, request.credential == nil, next.isCrossOrigin, !request.isCrossOrigin {
      next.headers = request.headers
      next.headers.remove("Host")
      // Credentials in the URL are for its host only.
      if request.headers["Authorization"] == request.url.basicCredentials {
        next.headers.remove("Authorization")
      }
      next.isCrossOrigin = false
    }
    return next
  }

  private func next(
    _ request: RequestSpecification, to target: RequestURL, status: Int
  ) -> RequestSpecification {
    var next = moved(request, to: target)
    if let credentials = target.basicCredentials, !["", ":"].contains(target.userInformation) {
      next.headers.set("Authorization", credentials)
    }
    if setsReferer { next.headers.set("Referer", request.url.text) }
    // RFC 9110 §15.4.4: 303 → GET; §15.4.2 and .3: a POST may become a GET, as in all clients.
    let becomesGet =
      !(keepsPOST.contains(status) && request.method == "POST")
      && (status == 303 ? request.method != "HEAD" : status <= 302 && request.method == "POST")
    if becomesGet {
      next.method = "GET"
      next.body = .none
      for name in ["Content-Type", "Content-Length", "Content-Encoding"] {
        next.headers.remove(name)
      }
    }
    return next
  }
}

extension HeaderFields {
  package var withoutSecrets: HeaderFields {
    HeaderFields(fields.filter { !Secrets.isSecret(header: $0.name) })
  }

  /// Without secrets and `Host`.
  package var forAnotherOrigin: HeaderFields {
    var fields = withoutSecrets
    fields.remove("Host")
    return fields
  }
}

extension RequestSpecification {
  /// Returns the request with another URL. For another origin, removes credentials, including those
  /// of the run.
  package func redirected(to target: RequestURL) -> RequestSpecification {
    var next = self
    next.url = target
    if target.hasSameOrigin(as: url) { return next }
    next.headers = headers.forAnotherOrigin
    next.isCrossOrigin = true
    next.credential = nil
    return next
  }
}
