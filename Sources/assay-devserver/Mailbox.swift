/// The mail that the server would have sent; in memory alone, so that no link or code is stored.
final class Mailbox {
  /// The oldest go when there are more.
  private static let capacity = 200

  struct Message {
    let id = Random.uuid()
    let to: String
    let link: String
    let code: String
    /// Milliseconds since 1970.
    let sentAt: Int
  }

  private var messages: [Message] = []

  func deliver(_ message: Message) {
    messages.append(message)
    if messages.count > Self.capacity { messages.removeFirst() }
  }

  func empty() { messages = [] }

  /// Newest first; all of them when no address is asked for.
  func show(_ request: Request) -> Answer {
    let to = request.query["to"]?.lowercased()
    let shown = messages.reversed().filter { to == nil || $0.to == to }
    return .ok([
      "messages": .array(
        shown.map { message in
          [
            "id": .string(message.id), "to": .string(message.to), "subject": "Your sign-in link",
            "text": .string(
              "Open \(message.link) or type \(message.code). Both work once, for \(MagicLinks.life) seconds."),
            "link": .string(message.link), "code": .string(message.code),
            "sentAt": .string(WrittenTime.instant(message.sentAt)),
          ]
        })
    ])
  }
}
