/// What each drift does to a path or to an answer.
extension Drift {
  /// The path that a path stands for; nil when there is nothing at it any more.
  static func path(_ path: String, _ drifts: Set<Drift>) -> String? {
    var path = path
    if drifts.contains(.basePathMoved) {
      if path.hasPrefix("/api/") { return nil }
      if !path.hasPrefix("/oauth/"), !path.hasPrefix(Uploads.prefix) { path = "/api" + path }
    }
    if drifts.contains(.routeMoved) {
      if path == "/api/profile" { return nil }
      if path == "/api/me/profile" { return "/api/profile" }
    }
    return path
  }

  /// The answer of a route, changed; those that are no success keep their form, but for the drift of errors.
  func change(_ answer: Answer, route: String) -> Answer {
    var answer = answer
    switch self {
    case .errorWithoutCode: answer.body?["error"]?["code"] = nil
    case .htmlErrorPage where route == "today.show":
      answer.status = 200
      answer.body = nil
      answer.html = "<!DOCTYPE html><title>Maintenance</title><p>Back soon.</p>"
    case .statusChanged where route == "plans.list" && answer.status == 200: answer.status = 203
    default:
      if answer.status < 300 { answer.body = answer.body.map { change($0, route: route) } }
    }
    return answer
  }

  private func change(_ body: Payload, route: String) -> Payload {
    let group = String(route.prefix { $0 != "." })
    return switch (self, group) {
    case (.renameField, "guilds"): body.mapObjects { Self.rename(["weeklyGoal": "goalPerWeek"], in: $0) }
    case (.caseChanged, "journal"):
      body.mapObjects { Self.rename(["createdAt": "created_at", "updatedAt": "updated_at"], in: $0) }
    case (.nullWhereNoneWas, "leaderboard"): body.mapObjects { Self.set("displayName", to: .null, in: $0) }
    case (.enumValueAdded, "plans") where route == "plans.list":
      body.mapObjects { Self.set("status", to: "paused", in: $0) }
    case (.numberBecameString, "profile"): Self.with(body, "xp") { Self.text($0) }
    case (.secondsBecameMilliseconds, "profile"):
      Self.with(body, "streak") { Self.with($0, "endsAt") { Self.thousandfold($0) } }
    case (.unionVariantAdded, "guilds") where route == "guilds.show":
      Self.with(body, "feed") {
        $0.appending(["kind": "celebrated", "id": "c-1", "at": "2026-01-01T00:00:00.000Z"])
      }
    case (.fieldRemoved, "me"): body.setting("capabilities", to: nil)
    case (.fieldAdded, "me"): body.setting("pronouns", to: "they/them")
    case (.envelopeChanged, "guilds") where route == "guilds.members": ["data": body]
    case (.pageCursorDropped, "messages"): body.setting("nextCursor", to: nil)
    case (.precisionLost, "rates"): body.mapObjects(Self.round)
    case (.listReordered, "leaderboard"): Self.with(body, "entries") { $0.reversed }
    case (.mapKeyStyleChanged, "rates"):
      Self.with(body, "counties") { $0.mapKeys { String($0.map { $0 == "-" ? "_" : $0 }) } }
    case (.nestedObjectInlined, "profile"): Self.inline("streak", in: body)
    case (.defaultOmitted, "reminders"):
      body.mapObjects { if case .bool(true)? = $0["enabled"] { $0.filter { $0.key != "enabled" } } else { $0 } }
    case (.arrayBecameNull, _): body.map { if case .array(let list) = $0, list.isEmpty { .null } else { $0 } }
    case (.priceInLockedLesson, "lessons") where body["teaser"] != nil:
      body.setting("price", to: ["amount": "4.99", "currency": "EUR"])
    case (.slugForTitle, "lessons"): body.mapObjects { Self.set("title", to: $0["slug"] ?? .null, in: $0) }
    default: body
    }
  }

  /// Gives a member that is there another value.
  private static func set(_ name: String, to value: Payload, in members: [String: Payload]) -> [String: Payload] {
    members[name] == nil ? members : members.merging([name: value]) { $1 }
  }

  private static func rename(_ names: [String: String], in members: [String: Payload]) -> [String: Payload] {
    Dictionary(members.map { (names[$0.key] ?? $0.key, $0.value) }) { first, _ in first }
  }

  private static func with(_ body: Payload, _ name: String, _ change: (Payload) -> Payload) -> Payload {
    body[name].map { body.setting(name, to: change($0)) } ?? body
  }

  private static func text(_ value: Payload) -> Payload {
    if case .int(let number) = value { .string(String(number)) } else { value }
  }

  private static func thousandfold(_ value: Payload) -> Payload {
    if case .int(let number) = value { .int(number * 1000) } else { value }
  }

  private static func inline(_ name: String, in body: Payload) -> Payload {
    guard case .object(let members) = body, case .object(let inner)? = members[name] else { return body }
    return .object(members.filter { $0.key != name }.merging(inner) { outer, _ in outer })
  }

  /// Cuts the digits of rates: `0.0725` to `0.07`, precise texts to six decimals.
  private static func round(_ members: [String: Payload]) -> [String: Payload] {
    members.merging(
      members.compactMapValues { value in
        switch value {
        case .number(let text): .number(String(text.prefix(4)))
        case .string(let text) where text.hasPrefix("0."): .string(String(text.prefix(8)))
        default: nil
        }
      }
    ) { $1 }
  }
}
