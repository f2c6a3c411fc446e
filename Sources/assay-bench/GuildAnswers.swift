/// Makes the JSON text that is measured: answers of an API, in the order in which a server would write their members.
struct GuildAnswers {
  private var state: UInt64 = 42

  /// An array of answers of at least this many bytes; the same bytes each time.
  static func text(bytes: Int) -> [UInt8] {
    var answers = GuildAnswers()
    var text: [UInt8] = []
    text.reserveCapacity(bytes + 4096)
    text.append(UInt8(ascii: "["))
    var id = 0
    while text.count < bytes {
      if id > 0 { text.append(UInt8(ascii: ",")) }
      id += 1
      text += answers.answer(id).utf8
    }
    text += "]\n".utf8
    return text
  }

  /// SplitMix64.
  private mutating func number(below bound: Int) -> Int {
    state &+= 0x9E37_79B9_7F4A_7C15
    var z = state
    z = (z ^ z >> 30) &* 0xBF58_476D_1CE4_E5B9
    z = (z ^ z >> 27) &* 0x94D0_49BB_1331_11EB
    return Int(truncatingIfNeeded: (z ^ z >> 31) >> 1) % bound
  }

  private mutating func answer(_ id: Int) -> String {
    let members = (0..<number(below: 6) + 1).map { _ in member() }.joined(separator: ",")
    return """
      {"id":\(id),"slug":"guild-\(id)","name":"Guild of the \(words(2))","motto":"\(words(4)) — „\(words(3))“",\
      "note":"line one\\nline \\"two\\" \(words(8))","createdAt":"2026-0\(number(below: 9) + 1)-11T08:0\(number(below: 10)):00.000Z",\
      "archivedAt":null,"isOpen":\(number(below: 2) == 0),"level":\(number(below: 60)),"xp":\(number(below: 1_000_000)),\
      "progress":0.\(number(below: 999) + 1)5,"links":{"web":"https://example.org/guilds/\(id)","avatar":null},\
      "tags":["\(words(1))","\(words(1))"],"members":[\(members)],"counts":{"messages":\(number(below: 5000)),"members":\
      \(number(below: 50))}}
      """
  }

  private mutating func member() -> String {
    let id = number(below: 1_000_000)
    return """
      {"userId":"u_\(id)","displayName":"\(words(2))","role":"\(number(below: 5) == 0 ? "leader" : "reader")",\
      "streak":{"current":\(number(below: 400)),"best":\(number(below: 900)),"frozenUntil":null},"joinedAt":\
      "2025-12-\(number(below: 18) + 10)T21:15:00.000Z","email":"reader\(id)@example.org"}
      """
  }

  private mutating func words(_ count: Int) -> String {
    let list = [
      "river", "lantern", "north", "paper", "quiet", "Größe", "orchard", "winter", "letter", "café", "harbour", "stone",
      "reading", "margin", "copper", "日記",
    ]
    return (0..<count).map { _ in list[number(below: list.count)] }.joined(separator: " ")
  }
}
