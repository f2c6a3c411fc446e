/// Names that say what a thing does rather than what it is.
enum RoleNames {
  /// Kinds that stand in most roles.
  static let people: Set<String> = ["user", "account", "person", "people", "profile", "member", "player"]

  private static let roles: Set<String> = [
    "owner", "author", "creator", "leader", "lead", "sender", "recipient", "receiver", "assignee", "reporter",
    "reviewer", "approver", "editor", "manager", "moderator", "organizer", "organiser", "host", "guest", "admin",
    "maintainer", "inviter", "invitee", "uploader", "writer", "reader", "buyer", "seller", "customer", "driver",
    "actor",
    "mentor", "subscriber", "follower", "requester", "winner", "opponent", "partner", "contact", "parent", "root",
    "child", "source", "target", "previous", "next", "first", "last", "latest", "current",
  ]

  /// Whether anything may stand under the name: `owner`, `createdby`, `parent`; singular and in lower case.
  static func contains(_ name: String) -> Bool {
    roles.contains(name) || people.contains(name) || name.hasSuffix("by") && name.utf8.count > 4
  }
}
