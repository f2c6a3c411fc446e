internal import ContractModel
internal import Diagnostics
internal import TypeScriptSyntax

extension TypeScriptLowering {
  private static let methods: Set<String> = ["GET", "HEAD", "POST", "PUT", "PATCH", "DELETE", "OPTIONS"]
  private static let memberNames = [
    "id", "auth", "request", "query", "status", "response", "errors", "exact", "unreleased",
  ]

  /// The routes of every `interface Routes` of the files, in the order of the files and of the source.
  func lowerRoutes(of modules: [Module]) -> [Route] {
    var routes: [Route] = []
    for module in modules {
      guard let symbol = module.scope.types["Routes"], symbol.alias == nil else { continue }
      for interface in symbol.interfaces {
        let environment = Environment(symbol.scope)
        for base in interface.bases {
          for member in memberSet(LazyType(base, environment))?.members ?? [] {
            guard let type = member.types.first else { continue }
            if let route = lowerRoute(member.name, member.nameSpan, type, member.documentation) { routes.append(route) }
          }
        }
        routes += interface.members.compactMap { lowerRoute($0, environment) }
      }
    }
    return routes
  }

  /// Keys of the interfaces that `interface Routes` extends: groups of routes, which are no data.
  func routeGroups(of modules: [Module]) -> Set<String> {
    var groups: Set<String> = []
    var waiting = modules.compactMap { $0.scope.types["Routes"] }
    while let symbol = waiting.popLast() {
      for base in symbol.interfaces.flatMap(\.bases) {
        guard case .reference(let path, _) = base.node, let group = graph.find(path, from: symbol.scope).type,
          groups.insert(group.key).inserted
        else { continue }
        waiting.append(group)
      }
    }
    return groups
  }

  private func lowerRoute(_ member: TypeMemberSyntax, _ environment: Environment) -> Route? {
    guard case .plain(let name) = member.name, case .property(let type?) = member.kind else {
      _ = invalid(
        "a route needs a key and a type", help: "write \"GET /api/me\": { id: \"me.show\"; … }", at: member.span)
      return nil
    }
    return lowerRoute(name.text, name.span, LazyType(type, environment), member.documentation)
  }

  private func lowerRoute(_ key: String, _ span: SourceSpan, _ type: LazyType, _ comment: DocComment?) -> Route? {
    begin()
    guard let (method, path) = parseKey(key, at: span), let set = memberSet(type) else { return nil }
    var names: [String: LazyType] = [:]
    for entry in set.members {
      guard Self.memberNames.contains(entry.name) else {
        let near = Suggestion.nearest(to: entry.name, among: Self.memberNames).map { "did you mean '\($0)'?" }
        report(
          RouteRules.unknownRouteMember, .error, "a route has no member '\(entry.name)'",
          help: near ?? "use \(Self.memberNames.joined(separator: ", "))", at: entry.nameSpan)
        continue
      }
      names[entry.name] = entry.types.first
    }
    guard let idType = names["id"], case .string(let id)? = literalValue(of: idType), !id.isEmpty else {
      let place = names["id"]?.span ?? span
      report(
        RouteRules.missingRouteID, .error,
        names["id"] == nil ? "the route has no id" : "the route's id is not a string literal",
        help: "add id: \"\(Self.proposedID(path))\"", at: place)
      return nil
    }
    member = id
    part = .route(id)
    defer {
      member = nil
      part = nil
    }
    let facts = DocFacts(comment)
    let status = status(names["status"])
    var route = Route(
      id: id, method: method, path: path, authentication: authentication(names["auth"]), status: status,
      response: response(names["response"], status: status, at: span), documentation: facts.documentation, span: span)
    route.request = names["request"].flatMap { body($0, "request") }
    route.query = names["query"].map(query) ?? []
    route.errors = names["errors"].map(errors) ?? []
    route.isExact = facts.tag("exact") != nil || names["exact"].flatMap { literalValue(of: $0) } == .boolean(true)
    route.unreleasedUntil = unreleased(facts, names["unreleased"])
    return route
  }

  private func invalid(_ message: String, help: String, at span: SourceSpan) -> TypeExpression {
    fail(RouteRules.invalidRoute, message, help: help, at: span)
  }

  private static func proposedID(_ path: PathTemplate) -> String {
    let words = path.segments.compactMap { segment in
      if case .literal(let text) = segment, text != "api", !text.isEmpty { text } else { nil }
    }
    return words.isEmpty ? "home.show" : words.suffix(2).joined(separator: ".") + (words.count == 1 ? ".show" : "")
  }

  // MARK: Keys

  private func parseKey(_ key: String, at span: SourceSpan) -> (String, PathTemplate)? {
    let parts = key.split(separator: " ", maxSplits: 1, omittingEmptySubsequences: false).map(String.init)
    let example = "write \"METHOD /path/{parameter}\", as in \"GET /api/guilds/{guildId}\""
    guard parts.count == 2 else {
      _ = invalid("'\(key)' is not a method and a path", help: example, at: span)
      return nil
    }
    guard Self.methods.contains(parts[0]) else {
      let near = Suggestion.nearest(to: parts[0].uppercased(), among: Self.methods.sorted())
      let help = near.map { "did you mean '\($0)'?" } ?? "use GET, POST, PUT, PATCH or DELETE"
      _ = invalid("'\(parts[0])' is not a method", help: help, at: span)
      return nil
    }
    guard let path = PathTemplate(parts[1]), !parts[1].contains(" ") else {
      _ = invalid("'\(parts[1])' is not a path with named parameters", help: example, at: span)
      return nil
    }
    for case .literal(let text) in path.segments where text.hasPrefix(":") || text.hasPrefix("[") {
      let name = text.trimmingBrackets
      _ = invalid("'\(text)' is not how a parameter is written", help: "write {\(name)}", at: span)
      return nil
    }
    return (parts[0], path)
  }

  // MARK: Members

  private func authentication(_ type: LazyType?) -> Route.Authentication {
    guard let type, !isOnlyUndefined(type) else { return .none }
    if lowerable(type) == .null { return .none }
    switch literalValue(of: type) {
    case .string("none"): return .none
    case .string("bearer"): return .bearer
    case .string(let other) where !other.isEmpty: return .other(other)
    default:
      _ = invalid("auth is not a string literal", help: "write \"bearer\" or \"none\"", at: type.span)
      return .none
    }
  }

  private func lowerable(_ type: LazyType) -> KeywordType? {
    if case .syntax(let syntax, _) = head(type).form, case .keyword(let word) = syntax.node { word } else { nil }
  }

  private func status(_ type: LazyType?) -> Int {
    guard let type else { return 200 }
    if case .number(let text)? = literalValue(of: type), let status = Int(text), (100...599).contains(status) {
      return status
    }
    _ = invalid("status is not a number from 100 to 599", help: "write the one status of success", at: type.span)
    return 200
  }

  private func response(_ type: LazyType?, status: Int, at span: SourceSpan) -> TypeExpression? {
    guard let type else {
      if ![204, 205, 304].contains(status) {
        _ = invalid("the route has no response", help: "add one; response: void says that no body comes", at: span)
      }
      return nil
    }
    return body(type, "response")
  }

  /// The type of a body; nil for `void`, `undefined` and `never`, which say that there is none.
  private func body(_ type: LazyType, _ name: String) -> TypeExpression? {
    guard !isOnlyUndefined(type) else { return nil }
    let outer = member
    member = outer.map { $0 + "." + name }
    defer { member = outer }
    begin()
    return lower(type)
  }

  private func query(_ type: LazyType) -> [Property] {
    guard !isOnlyUndefined(type), let set = memberSet(type) else { return [] }
    let lowered = lowerMembers(set, span: type.span)
    if case .object(let shape) = lowered.shape, case .undeclared = shape.additional { return shape.properties }
    _ = invalid("query is not an object with named members", help: "name each parameter", at: type.span)
    return []
  }

  /// `errors: { 404: NotFound; default: ApiError }`, or one type for every status.
  private func errors(_ type: LazyType) -> [Route.ErrorResponse] {
    guard !isOnlyUndefined(type) else { return [] }
    guard let set = statusSet(type) else {
      return [Route.ErrorResponse(status: nil, type: body(type, "errors"))]
    }
    return set.members.compactMap { entry in
      guard let type = entry.types.first else { return nil }
      let status = Int(entry.name)
      if status == nil, entry.name != "default" {
        _ = invalid("'\(entry.name)' is not a status", help: "write a number, or default", at: entry.nameSpan)
        return nil
      }
      return Route.ErrorResponse(status: status, type: body(type, "errors"))
    }
  }

  /// The members of an object type written in place whose names are statuses; nil for anything else.
  private func statusSet(_ type: LazyType) -> MemberSet? {
    guard case .syntax(let syntax, _) = head(type).form, case .object = syntax.node, let set = memberSet(type) else {
      return nil
    }
    return set.members.contains { Int($0.name) != nil || $0.name == "default" } ? set : nil
  }

  private func unreleased(_ facts: DocFacts, _ type: LazyType?) -> String? {
    var place = facts.tag("unreleased")?.tag.span
    var text = facts.tag("unreleased")?.words.first
    if let type, case .string(let written)? = literalValue(of: type) {
      text = written
      place = type.span
    } else if let type {
      place = type.span
    }
    guard let place else { return nil }
    let isDay =
      text.map { text in
        text.utf8.count == 10
          && text.utf8.enumerated().allSatisfy { index, byte in
            index == 4 || index == 7 ? byte == UInt8(ascii: "-") : byte >= 48 && byte <= 57
          }
      } ?? false
    if isDay { return text }
    _ = invalid("unreleased needs the day until which the route may be absent", help: "write YYYY-MM-DD", at: place)
    return nil
  }

  // MARK: Query types

  /// Query parameters must be scalars or lists of scalars, which is known only when all names are lowered.
  func checkQueries(of routes: [Route]) {
    let contract = Contract(types: progress.declarations)
    for route in routes {
      member = route.id
      part = .route(route.id)
      for property in route.query where !Self.isQueryValue(property.type, contract, allowsList: true) {
        report(
          RouteRules.queryType, .error, "query parameter '\(property.name)' is neither a scalar nor a list of scalars",
          help: "spread it over several parameters", at: property.span)
      }
    }
    member = nil
    part = nil
  }

  private static func isQueryValue(_ type: TypeExpression, _ contract: Contract, allowsList: Bool) -> Bool {
    switch contract.resolve(type)?.shape {
    case .boolean, .string, .number, .literal, .enumeration: true
    case .nullable(let inner): isQueryValue(inner, contract, allowsList: allowsList)
    case .array(let shape): allowsList && isQueryValue(shape.element, contract, allowsList: false)
    case .union(let shape): shape.variants.allSatisfy { isQueryValue($0.type, contract, allowsList: allowsList) }
    // A name that could not be resolved has its own finding.
    case nil: true
    default: false
    }
  }
}

extension Route {
  /// The route with every reference under another name.
  func renamed(_ names: [String: String]) -> Route {
    var route = self
    route.request = route.request?.renamed(names)
    route.response = route.response?.renamed(names)
    route.query = route.query.map { property in
      var property = property
      property.type = property.type.renamed(names)
      return property
    }
    route.errors = route.errors.map { Route.ErrorResponse(status: $0.status, type: $0.type?.renamed(names)) }
    return route
  }
}

extension String {
  /// The name in `:name`, `[name]` and `[...name]`.
  fileprivate var trimmingBrackets: String { filter { !":[]".contains($0) && $0 != "." } }
}
