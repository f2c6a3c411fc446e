/// Every route, with what answers it. A path that fits several is answered by the first.
struct RouteTable {
  let routes: [Route]
  let authentication: Authentication

  init(_ database: Database, options: Options) {
    let run = ServerRun(clock: options.clock)
    let sessions = Sessions(database: database)
    let accounts = Accounts(database: database, sessions: sessions)
    let mailbox = Mailbox()
    authentication = Authentication(
      sessions: sessions, accounts: accounts, run: run,
      fallsBackToCookie: options.drifts.contains(.cookieFallback), machineTime: ServerClock.machineTime)
    routes =
      Self.tools(database, mailbox, options) + Self.signIn(database, accounts, mailbox, run)
      + Self.people(database, accounts) + Self.guilds(database) + Self.reading(database, accounts)
      + Self.content(database, run, options) + Self.workflows(database, run)
  }

  private static func tools(_ database: Database, _ mailbox: Mailbox, _ options: Options) -> [Route] {
    let status = Status(options: options)
    return [
      Route("dev.status", "GET", "/api/dev/status", anyone: { status.show($0) }),
      Route("dev.mailbox", "GET", "/api/dev/mailbox", anyone: { mailbox.show($0) }),
      Route(
        "dev.reset", "POST", "/api/dev/reset",
        anyone: { _ in
          try options.seed.reset(database, options: options)
          mailbox.empty()
          return .empty
        }),
    ]
  }

  private static func signIn(
    _ database: Database, _ accounts: Accounts, _ mailbox: Mailbox, _ run: ServerRun
  ) -> [Route] {
    let links = MagicLinks(database: database, accounts: accounts, mailbox: mailbox, run: run)
    let browser = BrowserSignIn(accounts: accounts)
    let oauth = OAuth(accounts: accounts, run: run)
    return [
      Route("auth.signIn", "POST", "/api/auth/sign-in", anyone: { try accounts.signIn($0) }),
      Route("auth.refresh", "POST", "/api/auth/refresh", anyone: { try accounts.refresh($0) }),
      Route("auth.signOut", "POST", "/api/auth/sign-out") { try accounts.signOut($0, user: $1) },
      Route("auth.magicLink", "POST", "/api/auth/magic-link", anyone: { try links.send($0) }),
      Route("auth.verify", "POST", "/api/auth/magic-link/verify", anyone: { try links.verify($0) }),
      Route("auth.csrf", "GET", "/api/auth/csrf", anyone: { browser.csrf($0) }),
      Route("auth.form", "POST", "/api/auth/form", anyone: { try browser.signIn($0) }),
      Route("oauth.token", "POST", "/oauth/token", anyone: { try oauth.token($0) }),
    ]
  }

  private static func people(_ database: Database, _ accounts: Accounts) -> [Route] {
    let membership = Membership(database: database)
    let notifications = Notifications(database: database)
    let tags = Tags(database: database)
    return [
      Route("me.show", "GET", "/api/me") { try accounts.me($0, user: $1) },
      Route("me.change", "PATCH", "/api/me") { try accounts.change($0, user: $1) },
      Route("profile.show", "GET", "/api/profile") { try accounts.profile($0, user: $1) },
      Route("leaderboard.show", "GET", "/api/leaderboard") { try accounts.leaderboard($0, user: $1) },
      Route("membership.show", "GET", "/api/membership") { try membership.show($0, user: $1) },
      Route("notifications.list", "GET", "/api/notifications") { try notifications.list($0, user: $1) },
      Route("tags.list", "GET", "/api/tags") { try tags.list($0, user: $1) },
    ]
  }

  private static func guilds(_ database: Database) -> [Route] {
    let guilds = Guilds(database: database)
    return [
      Route("guilds.create", "POST", "/api/guilds") { try guilds.create($0, user: $1) },
      Route("guilds.list", "GET", "/api/guilds") { try guilds.list($0, user: $1) },
      Route("guilds.preview", "GET", "/api/guilds/by-invite/{inviteCode}") { try guilds.preview($0, user: $1) },
      Route("guilds.show", "GET", "/api/guilds/{guildId}") { try guilds.show($0, user: $1) },
      Route("guilds.change", "PATCH", "/api/guilds/{guildId}") { try guilds.change($0, user: $1) },
      Route("guilds.join", "POST", "/api/guilds/{guildId}/join") { try guilds.join($0, user: $1) },
      Route("guilds.leave", "POST", "/api/guilds/{guildId}/leave") { try guilds.leave($0, user: $1) },
      Route("invites.rotate", "POST", "/api/guilds/{guildId}/invite") { try guilds.rotateInvite($0, user: $1) },
      Route("guilds.members", "GET", "/api/guilds/{guildId}/members") { try guilds.members($0, user: $1) },
      Route("members.change", "PATCH", "/api/guilds/{guildId}/members/{userId}") {
        try guilds.changeMember($0, user: $1)
      },
      Route("messages.send", "POST", "/api/guilds/{guildId}/messages") { try guilds.send($0, user: $1) },
      Route("messages.list", "GET", "/api/guilds/{guildId}/messages") { try guilds.messages($0, user: $1) },
    ]
  }

  private static func reading(_ database: Database, _ accounts: Accounts) -> [Route] {
    let readings = Readings(database: database, accounts: accounts)
    let journal = Journal(database: database, accounts: accounts)
    return [
      Route("plans.list", "GET", "/api/plans") { try readings.plans($0, user: $1) },
      Route("plans.show", "GET", "/api/plans/{planSlug}") { try readings.plan($0, user: $1) },
      Route("plans.start", "POST", "/api/plans/{planSlug}/start") { try readings.start($0, user: $1) },
      Route("plans.progress", "GET", "/api/plans/{planSlug}/progress") { try readings.progress($0, user: $1) },
      Route("today.show", "GET", "/api/today") { try readings.today($0, user: $1) },
      Route("today.check", "POST", "/api/today/check") { try readings.check($0, user: $1) },
      Route("calendar.show", "GET", "/api/streak/calendar") { try readings.calendar($0, user: $1) },
      Route("journal.write", "POST", "/api/journal") { try journal.write($0, user: $1) },
      Route("journal.list", "GET", "/api/journal") { try journal.list($0, user: $1) },
      Route("journal.show", "GET", "/api/journal/{entryId}") { try journal.show($0, user: $1) },
      Route("journal.change", "PATCH", "/api/journal/{entryId}") { try journal.change($0, user: $1) },
      Route("journal.delete", "DELETE", "/api/journal/{entryId}") { try journal.delete($0, user: $1) },
    ]
  }

  private static func content(_ database: Database, _ run: ServerRun, _ options: Options) -> [Route] {
    let config = Config(run: run)
    let screens = Screens(run: run, losesTags: options.drifts.contains(.etagLost))
    return [
      Route("config.show", "GET", "/api/config", anyone: { config.show($0) }),
      Route("screens.list", "GET", "/api/screens", anyone: { screens.list($0) }),
      Route("screens.show", "GET", "/api/screens/{screenId}", anyone: { try screens.show($0) }),
      Route("lessons.list", "GET", "/api/lessons") { Lessons.list($0, user: $1) },
      Route("lessons.show", "GET", "/api/lessons/{lessonSlug}") { try Lessons.show($0, user: $1) },
      Route("rates.list", "GET", "/api/rates") { request, _ in Rates.list(request) },
    ]
  }

  private static func workflows(_ database: Database, _ run: ServerRun) -> [Route] {
    let reminders = Reminders(database: database)
    let uploads = Uploads(database: database, run: run)
    let activities = Activities(database: database, uploads: uploads)
    return [
      Route("reminders.list", "GET", "/api/reminders") { try reminders.list($0, user: $1) },
      Route("reminders.create", "POST", "/api/reminders") { try reminders.create($0, user: $1) },
      Route("reminders.change", "PATCH", "/api/reminders/{reminderId}") { try reminders.change($0, user: $1) },
      Route("reminders.delete", "DELETE", "/api/reminders/{reminderId}") { try reminders.delete($0, user: $1) },
      Route("activities.create", "POST", "/api/activities") { try activities.create($0, user: $1) },
      Route("activities.show", "GET", "/api/activities/{activityId}") { try activities.show($0, user: $1) },
      Route("activities.complete", "POST", "/api/activities/{activityId}/complete") {
        try activities.complete($0, user: $1)
      },
      Route("uploads.put", "PUT", "/uploads/{key}", anyone: { try uploads.put($0) }),
    ]
  }
}
