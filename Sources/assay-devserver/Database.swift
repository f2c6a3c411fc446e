import CSQLite

/// What SQLite refused, with its own message.
struct DatabaseError: Error, CustomStringConvertible {
  let description: String
}

/// A value that is bound to a statement or read from a row.
enum DatabaseValue: Sendable {
  case null
  case int(Int)
  case text(String)

  var int: Int { if case .int(let value) = self { value } else { 0 } }
  var text: String { if case .text(let value) = self { value } else { "" } }
  var optionalText: String? { if case .text(let value) = self { value } else { nil } }
  var optionalInt: Int? { if case .int(let value) = self { value } else { nil } }

  init(_ text: String?) { self = text.map(DatabaseValue.text) ?? .null }
}

/// One connection to the SQLite file, used by one thread: the server's polling thread once it has started.
final class Database {
  private let connection: OpaquePointer
  private var statements: [String: OpaquePointer] = [:]

  /// Opens or creates the file, with foreign keys on.
  init(path: String) throws(DatabaseError) {
    var connection: OpaquePointer?
    let code = sqlite3_open_v2(path, &connection, SQLITE_OPEN_READWRITE | SQLITE_OPEN_CREATE, nil)
    guard code == SQLITE_OK, let connection else {
      sqlite3_close(connection)
      throw DatabaseError(description: "cannot open \(path): \(String(cString: sqlite3_errstr(code)))")
    }
    self.connection = connection
    try execute("PRAGMA foreign_keys = ON")
    try execute("PRAGMA journal_mode = WAL")
    try execute("PRAGMA busy_timeout = 2000")
  }

  deinit {
    for statement in statements.values { sqlite3_finalize(statement) }
    sqlite3_close(connection)
  }

  /// Runs statements without values, such as a migration.
  func execute(_ sql: String) throws(DatabaseError) {
    guard sqlite3_exec(connection, sql, nil, nil, nil) == SQLITE_OK else { throw failure() }
  }

  /// Runs one prepared statement and gives its rows.
  @discardableResult
  func rows(_ sql: String, _ values: DatabaseValue...) throws(DatabaseError) -> [[DatabaseValue]] {
    let statement = try prepare(sql)
    defer {
      sqlite3_reset(statement)
      sqlite3_clear_bindings(statement)
    }
    for (index, value) in values.enumerated() {
      let place = Int32(index + 1)
      let code =
        switch value {
        case .null: sqlite3_bind_null(statement, place)
        case .int(let value): sqlite3_bind_int64(statement, place, Int64(value))
        case .text(let value): assay_sqlite_bind_text(statement, place, value, Int32(value.utf8.count))
        }
      guard code == SQLITE_OK else { throw failure() }
    }
    var rows: [[DatabaseValue]] = []
    while true {
      switch sqlite3_step(statement) {
      case SQLITE_ROW: rows.append((0..<sqlite3_column_count(statement)).map { column(statement, $0) })
      case SQLITE_DONE: return rows
      default: throw failure()
      }
    }
  }

  /// Runs work in a transaction: all of it happens, or nothing.
  func transaction<T>(_ work: () throws -> T) throws -> T {
    try execute("BEGIN IMMEDIATE")
    do {
      let result = try work()
      try execute("COMMIT")
      return result
    } catch {
      // The first error is the one to tell; SQLite may have rolled back already.
      try? execute("ROLLBACK")
      throw error
    }
  }

  /// Row id of the last insertion.
  var lastInsertedID: Int { Int(sqlite3_last_insert_rowid(connection)) }

  private func prepare(_ sql: String) throws(DatabaseError) -> OpaquePointer {
    if let statement = statements[sql] { return statement }
    var statement: OpaquePointer?
    guard sqlite3_prepare_v2(connection, sql, -1, &statement, nil) == SQLITE_OK, let statement else { throw failure() }
    statements[sql] = statement
    return statement
  }

  private func column(_ statement: OpaquePointer, _ index: Int32) -> DatabaseValue {
    switch sqlite3_column_type(statement, index) {
    case SQLITE_INTEGER: .int(Int(sqlite3_column_int64(statement, index)))
    case SQLITE_TEXT: .text(text(statement, index))
    default: .null
    }
  }

  /// A column's text by its length, since it may hold U+0000.
  private func text(_ statement: OpaquePointer, _ index: Int32) -> String {
    guard let bytes = sqlite3_column_text(statement, index) else { return "" }
    let count = Int(sqlite3_column_bytes(statement, index))
    return String(decoding: UnsafeBufferPointer(start: bytes, count: count), as: UTF8.self)
  }

  private func failure() -> DatabaseError { DatabaseError(description: String(cString: sqlite3_errmsg(connection))) }
}
