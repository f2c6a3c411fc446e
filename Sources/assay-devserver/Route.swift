/// A route and what answers it.
struct Route {
  enum Access {
    case anyone((Request) throws -> Answer)
    case signedIn((Request, String) throws -> Answer)
  }

  let id: String
  let method: String
  let access: Access
  private let segments: [Substring]

  init(_ id: String, _ method: String, _ path: String, _ handler: @escaping (Request, String) throws -> Answer) {
    self.init(id, method, path, access: .signedIn(handler))
  }

  init(_ id: String, _ method: String, _ path: String, anyone handler: @escaping (Request) throws -> Answer) {
    self.init(id, method, path, access: .anyone(handler))
  }

  private init(_ id: String, _ method: String, _ path: String, access: Access) {
    self.id = id
    self.method = method
    self.access = access
    segments = path.split(separator: "/")
  }

  /// The parameters of a path that is the route's; nil for any other.
  func parameters(of path: ArraySlice<Substring>) -> [String: String]? {
    guard segments.count == path.count else { return nil }
    var parameters: [String: String] = [:]
    for (part, segment) in zip(segments, path) {
      if part.hasPrefix("{") {
        guard !segment.isEmpty else { return nil }
        parameters[String(part.dropFirst().dropLast())] = String(segment)
      } else if part != segment {
        return nil
      }
    }
    return parameters
  }

  /// Whether the app's own rules hold: its version and its key. They do not for the tools of development and for others' clients.
  var isOfTheApp: Bool { segments.first == "api" && segments.dropFirst().first != "dev" }
}
