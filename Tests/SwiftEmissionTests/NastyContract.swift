import ContractModel
import Diagnostics

/// Everything that has broken generated code somewhere, in one contract.
enum NastyContract {
  typealias B = Build

  /// Field and member names that are no identifiers, keywords, or alike.
  static let fieldNames = [
    "class", "default", "in", "Type", "self", "init", "Self", "Protocol", "$ref", "ref", "+1", "-1", "", "1:1", "16:9",
    "👍", "a-b", "a_b", "aB", "AB", "ab", "my key", "encode", "hashValue", "r", "w", "decoder", "encoder", "value", "é",
    "e\u{301}", "日本", "*", ">=", "rawValue", "unrecognized", "_id", "id", "1", "2e5", "\n", "\"", "\\", "\\(x)", "let",
    "inout", "some", "any", "async", "await", "NOT_FOUND", "URL", "userIDs", "__proto__", "none",
  ]

  static let swiftTypeNames = [
    "Type", "Self", "Error", "String", "Data", "Codable", "Optional", "Array", "Result", "Task", "Date", "Int", "Any",
    "Decoder", "Response", "Endpoint", "Field", "WireReader", "Double", "Dictionary",
  ]

  static var types: [TypeDeclaration] { names + shapes + unions + recursion }

  private static var names: [TypeDeclaration] {
    var types = B.declarations(
      [
        "Fields": B.object(
          of: fieldNames.enumerated().map { $0 % 2 == 0 ? B.required($1, B.string) : B.optional($1, B.integer) }),
        "Members": B.choice(of: fieldNames.map { .string($0) }),
        "Post": B.object(
          B.required("type", B.choice("a", "b")), B.required("kind", B.choice("c")),
          B.required("post", B.object(B.required("id", B.string))),
          B.required("string", B.choice("x")),
          B.required("fields", B.object(B.required("outer", B.reference("Fields")))),
          B.optional("error", B.object(B.required("code", B.integer))),
          B.required("items", B.array(B.object(B.required("id", B.string)))),
          B.required("item", B.object(B.required("n", B.integer)))),
        "guild_detail": B.object(B.required("id", B.string)),
        "Page<GuildDetail>": B.object(B.required("items", B.array(B.reference("guild_detail")))),
      ], in: "types/names.ts")
    for (index, name) in swiftTypeNames.enumerated() {
      types.append(
        B.declare(
          name, B.object(B.required("value", B.string), B.optional("next", B.array(B.reference(name)))),
          at: 100 + index * 4,
          in: "types/names.ts"))
    }
    return types
  }

  private static var shapes: [TypeDeclaration] {
    var types = B.declarations(
      [
        "Instant": B.instant, "Motto": B.nullable(B.string),
        "MaybePost": B.nullable(B.object(B.required("x", B.integer))),
        "States": B.object(
          B.required("a", B.string), B.optional("b", B.string), B.required("c", B.nullable(B.string)),
          B.optional("d", B.nullable(B.string)), B.required("e", B.reference("Motto")),
          B.optional("f", B.reference("Motto")),
          B.required("g", B.reference("MaybePost")), B.optional("h", B.array(B.nullable(B.integer))),
          B.required("i", B.map(B.nullable(B.boolean))), B.required("gone", B.null), B.optional("meta", B.json),
          B.optional("nullableMeta", B.nullable(B.json)), B.required("at", B.reference("Instant"))),
        "Constants": B.object(
          B.required("kind", B.literal(.string("x"))), B.required("version", B.literal(.number("2"))),
          B.required("ok", B.literal(.boolean(true))), B.optional("flag", B.literal(.boolean(false))),
          B.required("maybe", B.nullable(B.literal(.string("y")))),
          B.optional("both", B.nullable(B.literal(.number("1.5")))),
          B.required("list", B.array(B.literal(.string("z"))))),
        "Level": B.choice(.number("10"), .number("20"), .number("-1")), "Ratio": B.choice(.number("0.5"), .number("1")),
        "Mixed": B.choice(.string("auto"), .number("12"), .boolean(true), .string("12"), .null),
        "Yes": B.choice(.boolean(true)),
        "Bag": B.object(
          B.required("total", B.integer), B.optional("additionalMembers", B.string), additional: .typed(B.integer)),
        "Pair": B.tuple(B.string, B.nullable(B.integer)),
        "Path": B.tuple(B.object(B.required("x", B.number)), rest: B.number),
        "Empty": B.object(), "Rows": B.array(B.object(B.required("n", B.integer))),
        "Grid": B.map(B.array(B.choice("x", "o"))),
      ], in: "types/shapes.ts")
    types.append(
      B.declare(
        "Old", B.object(B.required("x", B.integer)), at: 200, in: "types/shapes.ts",
        documentation: "First line.\r\n\r\nThird */ line.\u{2028}struct Evil {}", deprecation: "Use \"New\".\nReally."))
    types.append(B.declare("OldAlias", B.array(B.reference("Old")), at: 204, in: "types/shapes.ts", deprecation: ""))
    var old = B.required("old", B.reference("Old"))
    old.deprecation = "gone soon"
    var constant = B.required("constant", B.literal(.string("c")))
    constant.deprecation = ""
    types.append(
      B.declare(
        "UsesOld", B.object(old, constant, B.optional("list", B.reference("OldAlias"))), at: 208, in: "types/shapes.ts")
    )
    return types
  }

  private static var unions: [TypeDeclaration] {
    B.declarations(
      [
        "FeedItem": B.tagged(
          "kind",
          (
            .string("joined"),
            B.object(
              B.required("kind", B.literal(.string("joined"))), B.required("id", B.string), B.required("at", B.instant))
          ),
          (
            .string("Type"),
            B.object(
              B.required("kind", B.literal(.string("Type"))), B.required("id", B.string), B.required("at", B.instant),
              B.optional("value", B.json))
          ),
          (.string("known"), B.reference("Known"))),
        "Known": B.object(
          B.required("kind", B.literal(.string("known"))), B.required("id", B.string), B.required("at", B.instant)),
        "Outcome": B.tagged(
          "ok", (.boolean(true), B.object(B.required("ok", B.literal(.boolean(true))), B.required("data", B.integer))),
          (.boolean(false), B.object(B.required("ok", B.literal(.boolean(false))), B.required("error", B.string)))),
        "Versioned": B.tagged(
          "v", (.number("1"), B.object(B.required("v", B.literal(.number("1"))), B.required("a", B.integer))),
          (.number("2"), B.object(B.required("v", B.literal(.number("2"))), B.required("value", B.integer)))),
        "Untold": B.tagged(
          "t", (.string("x"), B.object(B.required("a", B.integer))),
          (.string("y"), B.object(B.required("b", B.integer)))),
        "TextOrNumber": B.union(B.string, B.number), "TextOrTexts": B.union(B.string, B.array(B.string)),
        "Contact": B.union(
          B.object(B.required("id", B.string), B.optional("name", B.string)),
          B.object(B.required("id", B.string), B.required("mail", B.object(B.required("host", B.string)))),
          B.object(
            B.required("id", B.string),
            B.required("mail", B.object(B.required("host", B.string), B.required("port", B.integer)))),
          B.reference("Known"), B.boolean, B.nullable(B.reference("MaybePost"))),
        "OneKind": B.union(B.choice("a"), B.instant, B.string),
      ], in: "types/unions.ts")
  }

  private static var recursion: [TypeDeclaration] {
    var chain = B.declarations(
      [
        "Node": B.object(B.optional("parent", B.reference("Node")), B.required("kids", B.array(B.reference("Node")))),
        "Left": B.object(B.optional("right", B.nullable(B.reference("Right"))), B.required("name", B.string)),
        "Right": B.object(B.required("left", B.nullable(B.reference("Left")))),
        "Expression": B.tagged(
          "op", (.string("add"), B.reference("Add")),
          (
            .string("not"),
            B.object(B.required("op", B.literal(.string("not"))), B.required("inner", B.reference("Expression")))
          ),
          (.string("lit"), B.object(B.required("op", B.literal(.string("lit"))), B.required("value", B.number)))),
        "Add": B.object(
          B.required("op", B.literal(.string("add"))), B.required("left", B.reference("Expression")),
          B.required("right", B.reference("Expression"))),
        "Json": B.union(
          B.string, B.number, B.boolean, B.array(B.nullable(B.reference("Json"))),
          B.map(B.nullable(B.reference("Json")))),
        "Tree": B.array(B.reference("Tree")), "Knot": B.tuple(B.string, B.nullable(B.reference("Knot"))),
        "Alias": B.reference("Node"), "Holder": B.object(B.required("alias", B.reference("Alias"))),
      ], in: "types/recursion.ts")
    for level in 0..<12 {
      let child = level == 11 ? B.integer : B.reference("Deep\(level + 1)")
      chain.append(
        B.declare(
          "Deep\(level)", B.object(B.required("id", B.string), B.required("child", child)), at: 100 + level * 4,
          in: "types/recursion.ts"))
    }
    return chain
  }

  static func routes() -> [Route] {
    func route(
      _ id: String, _ method: String, _ path: String, response: TypeExpression?, request: TypeExpression? = nil,
      query: [Property] = [], errors: [Route.ErrorResponse] = []
    ) -> Route? {
      PathTemplate(path).map {
        Route(
          id: id, method: method, path: $0, authentication: id == "a.other" ? .other("key") : .bearer, request: request,
          query: query, response: response, errors: errors, documentation: "Route */ \(id)",
          span: B.span(500, in: "types/routes.ts"))
      }
    }
    return [
      route(
        "posts.show", "GET", "/api/a b/{post-id}/{self}", response: B.reference("Post"),
        errors: [
          .init(status: 404, type: B.reference("Error")),
          .init(status: nil, type: B.object(B.required("code", B.string))),
        ]),
      route(
        "posts-show", "GET", "/api/posts", response: B.array(B.reference("Post")),
        query: [
          B.optional("limit", B.integer), B.required("q", B.string), B.optional("body", B.array(B.choice("x", "y"))),
          B.optional("odd", B.object(B.required("x", B.string))),
        ]),
      route(
        "posts.create", "POST", "/api/posts/{body}", response: B.object(B.required("id", B.string)),
        request: B.object(B.required("text", B.string))),
      route("posts.delete", "DELETE", "/api/posts", response: nil, errors: [.init(status: 404, type: nil)]),
      route("old.list", "GET", "/api/old", response: B.nullable(B.reference("Old"))),
      route("a.other", "GET", "/", response: B.reference("States")),
      route("feed", "GET", "/feed", response: B.reference("FeedItem")),
      route("contact", "GET", "/contact", response: B.reference("Contact")),
      route("members", "GET", "/members", response: B.array(B.reference("Members"))),
      route("fields", "GET", "/fields", response: B.reference("Fields")),
    ].compactMap(\.self)
      + [
        "Constants", "Level", "Ratio", "Mixed", "Bag", "Pair", "Path", "Empty", "Rows", "Grid", "UsesOld", "Outcome",
        "Versioned", "Untold", "TextOrNumber", "TextOrTexts", "Node", "Left", "Expression", "Json", "Tree", "Knot",
        "Holder", "Deep0", "MaybePost", "OneKind",
      ].compactMap { route("type.\($0)", "GET", "/type/\($0)", response: B.reference($0)) }
  }

  static var tables: [ConstantTable] {
    func value(_ shape: ConstantValue.Shape) -> ConstantValue {
      ConstantValue(shape, span: B.span(600, in: "types/tables.ts"))
    }
    func row(_ members: [(String, ConstantValue)]) -> ConstantValue {
      value(.object(members.map { ConstantValue.Member(name: $0.0, value: $0.1) }))
    }
    func number(_ text: String) -> ConstantValue { value(.literal(.number(text))) }
    func text(_ string: String) -> ConstantValue { value(.literal(.string(string))) }
    func table(_ name: String, _ content: ConstantValue, _ offset: Int) -> ConstantTable {
      ConstantTable(
        name: name, value: content, documentation: "Table \(name).", span: B.span(offset, in: "types/tables.ts"))
    }
    return [
      table(
        "LEVELS",
        value(
          .array([
            row([("level", number("1")), ("xp", number("0")), ("class", text("a"))]),
            row([("level", number("2")), ("xp", number("1.5")), ("tags", value(.array([text("x")])))]),
          ])), 0),
      table(
        "Post",
        row([
          ("max-length", number("40")), ("nested", row([("deep", value(.literal(.boolean(true))))])),
          ("odd", value(.array([number("1"), text("x"), value(.literal(.null))]))), ("none", value(.literal(.null))),
        ]), 4),
      table("NAMES", value(.array([text("a\u{202E}"), text("b")])), 8), table("NOTHING", value(.array([])), 12),
      table("ANSWER", number("42"), 16),
    ]
  }

  static var contract: Contract { Contract(types: types, routes: routes(), tables: tables) }
}
