/// The schema, one step after another; a step that has shipped is never changed.
enum Migrations {
  private static let steps: [String] = [
    """
    CREATE TABLE users (
      id TEXT PRIMARY KEY, email TEXT NOT NULL UNIQUE, display_name TEXT NOT NULL, avatar_url TEXT,
      password_hash TEXT NOT NULL, xp INTEGER NOT NULL DEFAULT 0, joined_at INTEGER NOT NULL
    );
    CREATE TABLE sessions (
      id INTEGER PRIMARY KEY AUTOINCREMENT, family TEXT NOT NULL, user_id TEXT NOT NULL REFERENCES users(id),
      access_hash TEXT NOT NULL UNIQUE, refresh_hash TEXT NOT NULL UNIQUE, access_ends_at INTEGER NOT NULL,
      is_used INTEGER NOT NULL DEFAULT 0, is_revoked INTEGER NOT NULL DEFAULT 0
    );
    CREATE INDEX sessions_by_family ON sessions(family);
    """,
    """
    CREATE TABLE guilds (
      id TEXT PRIMARY KEY, name TEXT NOT NULL, motto TEXT, has_motto INTEGER NOT NULL, is_public INTEGER NOT NULL,
      invite_code TEXT NOT NULL UNIQUE, weekly_goal INTEGER NOT NULL, created_at INTEGER NOT NULL
    );
    CREATE TABLE members (
      id TEXT PRIMARY KEY, guild_id TEXT NOT NULL REFERENCES guilds(id), user_id TEXT NOT NULL REFERENCES users(id),
      role TEXT NOT NULL, joined_at INTEGER NOT NULL, UNIQUE (guild_id, user_id)
    );
    CREATE TABLE messages (
      id INTEGER PRIMARY KEY AUTOINCREMENT, feed_id TEXT NOT NULL UNIQUE, guild_id TEXT NOT NULL REFERENCES guilds(id),
      author_id TEXT NOT NULL REFERENCES users(id), text TEXT NOT NULL, sent_at INTEGER NOT NULL
    );
    """,
    """
    CREATE TABLE plans (slug TEXT PRIMARY KEY, title TEXT NOT NULL, days INTEGER NOT NULL, place INTEGER NOT NULL);
    CREATE TABLE readings (
      plan_slug TEXT NOT NULL REFERENCES plans(slug), day INTEGER NOT NULL, reference TEXT NOT NULL, title TEXT NOT NULL,
      half_minutes INTEGER NOT NULL, PRIMARY KEY (plan_slug, day)
    );
    CREATE TABLE started_plans (
      user_id TEXT NOT NULL REFERENCES users(id), plan_slug TEXT NOT NULL REFERENCES plans(slug),
      started_at INTEGER NOT NULL, PRIMARY KEY (user_id, plan_slug)
    );
    CREATE TABLE checks (
      user_id TEXT NOT NULL REFERENCES users(id), plan_slug TEXT NOT NULL REFERENCES plans(slug), day TEXT NOT NULL,
      checked_at INTEGER NOT NULL, PRIMARY KEY (user_id, plan_slug, day)
    );
    CREATE TABLE journal (
      id TEXT PRIMARY KEY, user_id TEXT NOT NULL REFERENCES users(id), text TEXT NOT NULL, mood TEXT, reference TEXT,
      has_reference INTEGER NOT NULL, created_at INTEGER NOT NULL, updated_at INTEGER NOT NULL
    );
    """,
    """
    ALTER TABLE sessions ADD COLUMN refresh_ends_at INTEGER NOT NULL DEFAULT 0;
    CREATE INDEX messages_by_guild ON messages(guild_id, id);
    CREATE INDEX journal_by_user ON journal(user_id, created_at);
    """,
    """
    ALTER TABLE sessions ADD COLUMN is_cookie INTEGER NOT NULL DEFAULT 0;
    CREATE TABLE magic_links (
      id INTEGER PRIMARY KEY AUTOINCREMENT, email TEXT NOT NULL, token_hash TEXT NOT NULL UNIQUE,
      code_hash TEXT NOT NULL, sent_at INTEGER NOT NULL, is_used INTEGER NOT NULL DEFAULT 0,
      failures INTEGER NOT NULL DEFAULT 0
    );
    CREATE INDEX magic_links_by_email ON magic_links(email, sent_at);
    """,
    """
    ALTER TABLE guilds ADD COLUMN invite_ends_at INTEGER;
    CREATE TABLE notifications (
      id TEXT PRIMARY KEY, user_id TEXT NOT NULL REFERENCES users(id), guild_id TEXT NOT NULL REFERENCES guilds(id),
      actor_id TEXT NOT NULL REFERENCES users(id), reference TEXT NOT NULL, sent_at INTEGER NOT NULL
    );
    CREATE INDEX notifications_by_user ON notifications(user_id, sent_at);
    CREATE TABLE tags (
      user_id TEXT NOT NULL REFERENCES users(id), tag TEXT NOT NULL, PRIMARY KEY (user_id, tag)
    );
    """,
    """
    CREATE TABLE reminders (
      id TEXT PRIMARY KEY, user_id TEXT NOT NULL REFERENCES users(id), text TEXT NOT NULL, at TEXT NOT NULL,
      weekdays TEXT NOT NULL, is_enabled INTEGER NOT NULL, version INTEGER NOT NULL DEFAULT 1,
      created_at INTEGER NOT NULL
    );
    CREATE INDEX reminders_by_user ON reminders(user_id, created_at);
    CREATE TABLE activities (
      id TEXT PRIMARY KEY, user_id TEXT NOT NULL REFERENCES users(id), client_id TEXT NOT NULL,
      file_name TEXT NOT NULL, byte_count INTEGER NOT NULL, sha256 TEXT NOT NULL, upload_key TEXT NOT NULL UNIQUE,
      received_byte_count INTEGER, received_sha256 TEXT, received_lines INTEGER,
      is_complete INTEGER NOT NULL DEFAULT 0, reads INTEGER NOT NULL DEFAULT 0, finished_at INTEGER,
      created_at INTEGER NOT NULL, UNIQUE (user_id, client_id)
    );
    """,
  ]

  /// Brings a database to the newest schema.
  static func run(_ database: Database) throws {
    try database.execute("CREATE TABLE IF NOT EXISTS schema_migrations (version INTEGER PRIMARY KEY)")
    let current = try database.rows("SELECT COALESCE(MAX(version), 0) FROM schema_migrations").first?.first?.int ?? 0
    for (index, step) in steps.enumerated() where index + 1 > current {
      try database.transaction {
        try database.execute(step)
        try database.rows("INSERT INTO schema_migrations (version) VALUES (?)", .int(index + 1))
      }
    }
  }
}
