/// Screens that the server describes as lists of blocks.
struct Screens {
  private static let all: [(id: String, title: String, version: Int, blocks: [Payload])] = [
    (
      "home", "Home", 3,
      [
        [
          "type": "hero", "title": "Good evening", "subtitle": "One chapter before bed?",
          "imageUrl": "https://cdn.example.test/screens/home.png",
        ],
        [
          "type": "list", "title": "Plans",
          "items": [
            ["label": "First steps", "path": "/plans/first-steps"],
            ["label": "The long winter", "path": "/plans/long-winter"],
          ],
        ],
        ["type": "link", "label": "Found a guild", "url": "https://reader.example/guilds/new"],
      ]
    ),
    (
      "library", "Library", 1,
      [
        ["type": "list", "title": "Lessons", "items": [["label": "How to begin", "path": "/lessons/how-to-begin"]]],
        ["type": "link", "label": "Ask a librarian", "url": "https://reader.example/ask?topic=books&from=app"],
      ]
    ),
  ]

  let run: ServerRun
  /// Whether answers have no entity tag and none is looked at, as one drift has it.
  let losesTags: Bool

  func list(_ request: Request) -> Answer {
    let screens = Self.all.map { screen -> Payload in
      ["id": .string(screen.id), "title": .string(screen.title), "version": .int(screen.version)]
    }
    return tagged(.ok(["publishId": .string(run.publishID), "screens": .array(screens)]), request)
  }

  func show(_ request: Request) throws -> Answer {
    guard let screen = Self.all.first(where: { $0.id == request.parameters["screenId"] }) else {
      throw Refusal.notFound
    }
    return tagged(
      .ok([
        "id": .string(screen.id), "title": .string(screen.title), "publishId": .string(run.publishID),
        "blocks": .array(screen.blocks),
      ]), request)
  }

  /// Adds the tag of the body, or leaves the body out for who has it.
  private func tagged(_ answer: Answer, _ request: Request) -> Answer {
    var answer = answer
    answer.headers["Cache-Control"] = "private, max-age=60"
    if losesTags { return answer }
    let tag = "\"\(Digest.hex(answer.body?.bytes ?? []).prefix(20))\""
    answer.headers["ETag"] = tag
    guard request.names(tag, in: "If-None-Match") else { return answer }
    return Answer(status: 304, headers: answer.headers)
  }
}
