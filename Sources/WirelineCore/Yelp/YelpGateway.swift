/// Build → execute → parse for the Yelp API.
package struct YelpGateway: Sendable {
  package let building: YelpRequestBuilding
  private let executor: any RequestExecuting
  private let maximumBodyBytes: Int?

  package init(
    building: YelpRequestBuilding, executor: any RequestExecuting, maximumBodyBytes: Int?
  ) {
    self.building = building
    self.executor = executor
    self.maximumBodyBytes = maximumBodyBytes
  }

  /// An answer with what brought it.
  package struct Reply: Sendable {
    package let answer: YelpAnswer
    package let response: Response
  }

  /// - Parameter completion: called once, from any thread.
  package func search(
    _ search: YelpSearch, completion: @escaping @Sendable (Result<Reply, YelpFailure>) -> Void
  ) {
    executor.start(building.search(search), body: .memory(limit: maximumBodyBytes)) { result in
      completion(Self.parse(.search, result))
    }
  }

  static func parse(
    _ endpoint: YelpEndpoint, _ result: Result<Response, RequestError>
  ) -> Result<Reply, YelpFailure> {
    do throws(YelpFailure) {
      let response: Response
      switch result {
      case .success(let success): response = success
      case .failure(let error): throw .request(error)
      }
      guard case .bytes(let body) = response.body else { throw .request(RequestError(.cancelled)) }
      guard response.isSuccess else {
        throw .refused(
          status: response.status, YelpServiceError(body: body), attempts: response.attempts)
      }
      do throws(YelpFault) {
        return .success(Reply(answer: try YelpAnswer(endpoint, body: body), response: response))
      } catch {
        throw .fault(error)
      }
    } catch {
      return .failure(error)
    }
  }
}

/// Why a question to the API has no answer.
package enum YelpFailure: Error, Sendable {
  case request(RequestError)
  /// An HTTP status that is no success, with the API's own words if it had any.
  case refused(status: Int, YelpServiceError?, attempts: Int)
  case fault(YelpFault)
}
