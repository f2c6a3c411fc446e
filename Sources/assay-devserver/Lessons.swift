/// Lessons, some of which are open to everybody.
enum Lessons {
  private enum Access {
    case open(body: [Payload], seconds: Int)
    case locked(teaser: String)
  }

  private static let all: [(slug: String, title: String, access: Access)] = [
    (
      "how-to-begin", "How to begin",
      .open(
        body: [
          ["type": "heading", "text": "A page a day"],
          ["type": "paragraph", "text": "Put the book where you will see it. Read one page, then stop if you like."],
          ["type": "quote", "text": "A page a day is a shelf in a life.", "source": "The librarian"],
        ], seconds: 180)
    ),
    (
      "reading-aloud", "Reading aloud",
      .open(
        body: [
          ["type": "paragraph", "text": "Lies langsam – und laut. Who hears a sentence remembers it."],
          ["type": "image", "url": "https://cdn.example.test/lessons/aloud.png", "alt": "Two people and one book"],
        ], seconds: 95)
    ),
    ("the-long-night", "The long night", .locked(teaser: "How to finish a thick book in winter.")),
    ("poems-by-heart", "Poems by heart", .locked(teaser: "Four lines this week, forty by spring.")),
  ]

  static func list(_ request: Request, user: String) -> Answer {
    .ok(
      .array(
        all.map { lesson in
          ["slug": .string(lesson.slug), "title": .string(lesson.title), "access": .string(word(lesson.access))]
        }))
  }

  /// What a locked lesson costs is nobody's business here.
  static func show(_ request: Request, user: String) throws -> Answer {
    guard let lesson = all.first(where: { $0.slug == request.parameters["lessonSlug"] }) else {
      throw Refusal.notFound
    }
    var shown: Payload = [
      "slug": .string(lesson.slug), "title": .string(lesson.title), "access": .string(word(lesson.access)),
    ]
    switch lesson.access {
    case .open(let body, let seconds):
      shown["body"] = .array(body)
      shown["durationSeconds"] = .int(seconds)
    case .locked(let teaser): shown["teaser"] = .string(teaser)
    }
    return .ok(shown)
  }

  private static func word(_ access: Access) -> String {
    if case .open = access { "open" } else { "locked" }
  }
}
