/// The ways in which a "production" can differ from what the repository believes: one realistic edit each.
enum Drift: String, CaseIterable, Sendable {
  case renameField = "rename-field"
  case nullWhereNoneWas = "null-where-none-was"
  case enumValueAdded = "enum-value-added"
  case numberBecameString = "number-became-string"
  case secondsBecameMilliseconds = "seconds-became-milliseconds"
  case unionVariantAdded = "union-variant-added"
  case fieldRemoved = "field-removed"
  case fieldAdded = "field-added"
  case statusChanged = "status-changed"
  case pageCursorDropped = "page-cursor-dropped"
  case basePathMoved = "base-path-moved"
  case htmlErrorPage = "html-error-page"

  var summary: String {
    switch self {
    case .renameField: "a guild's weeklyGoal is called goalPerWeek"
    case .nullWhereNoneWas: "display names on the leaderboard are null"
    case .enumValueAdded: "a plan's status is 'paused', which no contract knows"
    case .numberBecameString: "a profile's xp is a string"
    case .secondsBecameMilliseconds: "a streak's endsAt counts milliseconds"
    case .unionVariantAdded: "a guild's feed has an item of kind 'celebrated'"
    case .fieldRemoved: "me lacks its capabilities"
    case .fieldAdded: "me has a field 'pronouns' more"
    case .statusChanged: "GET /api/plans answers 203"
    case .pageCursorDropped: "pages of messages lack nextCursor"
    case .basePathMoved: "everything lies at the root instead of below /api"
    case .htmlErrorPage: "GET /api/today answers an HTML page with status 200"
    }
  }

  /// The answer of a route, changed.
  func change(_ answer: Answer, route: String) -> Answer {
    var answer = answer
    switch (self, route) {
    case (.renameField, _) where route.hasPrefix("guilds."):
      answer.body = answer.body?.mapObjects { Self.rename("weeklyGoal", to: "goalPerWeek", in: $0) }
    case (.nullWhereNoneWas, "leaderboard.show"):
      answer.body = answer.body?.mapObjects {
        $0["displayName"] == nil ? $0 : $0.merging(["displayName": .null]) { $1 }
      }
    case (.enumValueAdded, "plans.list"):
      answer.body = answer.body?.mapObjects { $0.merging(["status": "paused"]) { $1 } }
    case (.numberBecameString, "profile.show"):
      if case .int(let xp)? = answer.body?["xp"] { answer.body?["xp"] = .string(String(xp)) }
    case (.secondsBecameMilliseconds, "profile.show"):
      if case .int(let ends)? = answer.body?["streak"]?["endsAt"] {
        answer.body?["streak"]?["endsAt"] = .int(ends * 1000)
      }
    case (.unionVariantAdded, "guilds.show"):
      if case .array(let feed)? = answer.body?["feed"] {
        answer.body?["feed"] = .array(feed + [["kind": "celebrated", "id": "c-1", "at": "2026-01-01T00:00:00.000Z"]])
      }
    case (.fieldRemoved, "me.show"): answer.body?["capabilities"] = nil
    case (.fieldAdded, "me.show"): answer.body?["pronouns"] = "they/them"
    case (.statusChanged, "plans.list"): answer.status = 203
    case (.pageCursorDropped, "messages.list"): answer.body?["nextCursor"] = nil
    case (.htmlErrorPage, "today.show"):
      answer.body = nil
      answer.html = "<!DOCTYPE html><title>Maintenance</title><p>Back soon.</p>"
    default: break
    }
    return answer
  }

  private static func rename(_ old: String, to new: String, in members: [String: Payload]) -> [String: Payload] {
    guard let value = members[old] else { return members }
    var members = members
    members[old] = nil
    members[new] = value
    return members
  }
}
