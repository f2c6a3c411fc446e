internal import ContractModel
internal import Diagnostics
internal import JSONText
internal import Transport
internal import Verification

/// What came of asking for a recorded answer again.
enum LiveAnswer: Sendable {
  /// The server answered.
  case answered(HTTPExchange)
  /// It did not.
  case failed(TransportError)
  /// It was not asked; the reason, and whether all of the run is over.
  case notAsked(String)
}

/// Asks for recorded answers again, each request once, and resolves their parameters by reading.
actor LiveAnswers {
  private let fixtures: FixtureSet
  private let target: DriftTarget
  private let transport: any HTTPTransport
  private let authorizer: any PersonaAuthorizer

  private var answers: [String: LiveAnswer] = [:]
  private var personas: [String: Result<(any HTTPTransport)?, TransportError>] = [:]
  private var documents: [String: JSONDocument] = [:]
  /// Entries whose parameters are being resolved, against circles.
  private var underway: Set<String> = []
  private var failuresInARow = 0
  private var hasAnswer = false
  /// Why nothing more is asked.
  private(set) var stop: Finding?
  /// Personas that could not sign in, in order, with the error.
  private(set) var failedSignIns: [(persona: String, error: TransportError)] = []

  init(
    fixtures: FixtureSet, target: DriftTarget, transport: any HTTPTransport, authorizer: any PersonaAuthorizer
  ) {
    self.fixtures = fixtures
    self.target = target
    self.transport = transport
    self.authorizer = authorizer
  }

  /// The answer for an entry; an equal request is not sent twice.
  func answer(for entry: FixtureEntry) async throws(DriftError) -> LiveAnswer {
    if let known = answers[entry.title] { return known }
    guard underway.insert(entry.title).inserted else { return .notAsked("its parameters depend on each other") }
    defer { underway.remove(entry.title) }
    let answer = try await ask(entry)
    answers[entry.title] = answer
    return answer
  }

  /// The JSON of an entry's answer; nil when there is none.
  private func document(of entry: FixtureEntry) async throws(DriftError) -> JSONDocument? {
    if let known = documents[entry.title] { return known }
    guard case .answered(let exchange) = try await answer(for: entry), (200..<300).contains(exchange.status),
      let document = try? JSONDocument(parsing: exchange.body)
    else { return nil }
    documents[entry.title] = document
    return document
  }

  private func ask(_ entry: FixtureEntry) async throws(DriftError) -> LiveAnswer {
    if stop != nil { return .notAsked("the run had stopped before") }
    let path: String
    switch try await resolvedPath(of: entry) {
    case .success(let text): path = text
    case .failure(let gap): return .notAsked(gap.reason)
    }
    return try await send(entry.method, target.base + path, as: entry.persona)
  }

  /// Sends a request, unless an equal one was answered before.
  func send(_ method: String, _ url: String, as persona: String?) async throws(DriftError) -> LiveAnswer {
    guard method == "GET" || method == "HEAD" else { return .notAsked("\(method) is not a read") }
    let key = "\(method) \(url) \(persona ?? "")"
    if let known = answers[key] { return known }
    guard let transport = try await self.transport(for: persona) else {
      return .notAsked(Self.reason(notSignedIn: persona ?? "", target))
    }
    let request = HTTPRequestSpec(
      method: method, url: url, headers: [HTTPHeader("Accept", "application/json")], timeout: target.timeout)
    let answer: LiveAnswer
    do throws(TransportError) {
      let exchange = try await transport.send(request)
      hasAnswer = true
      failuresInARow = 0
      if exchange.status == 429 { stop = Obstacles.rateLimited(exchange) }
      answer = .answered(exchange)
    } catch {
      if error.isRefusal { throw .refused(error) }
      if error.reason == .cancelled { throw .cancelled }
      failuresInARow += 1
      // Nobody there: three tries tell it as well as three hundred.
      if !hasAnswer, failuresInARow >= 3 || error.reason == .connectionRefused {
        stop = Obstacles.noAnswer(error, target)
      }
      answer = .failed(error)
    }
    answers[key] = answer
    return answer
  }

  /// Why a persona's requests were not sent.
  static func reason(notSignedIn persona: String, _ target: DriftTarget) -> String {
    "'\(persona)' is not signed in at \(target.name)"
  }

  private func transport(for persona: String?) async throws(DriftError) -> (any HTTPTransport)? {
    guard let persona else { return transport }
    if let known = personas[persona] { return try? known.get() }
    do throws(TransportError) {
      let found = try await authorizer.transport(as: persona)
      personas[persona] = .success(found)
      return found
    } catch {
      if error.isRefusal { throw .refused(error) }
      if error.reason == .cancelled { throw .cancelled }
      personas[persona] = .failure(error)
      failedSignIns.append((persona, error))
      return nil
    }
  }

  /// Something that a request needs and no read shows.
  private struct Gap: Error {
    let reason: String
  }

  private func resolvedPath(of entry: FixtureEntry) async throws(DriftError) -> Result<String, Gap> {
    guard let template = PathTemplate(entry.pathTemplate) else {
      return .failure(Gap(reason: "its path '\(entry.pathTemplate)' is not a path template"))
    }
    var path = ""
    for segment in template.segments {
      path += "/"
      for piece in segment.pieces {
        guard case .parameter(let name) = piece else {
          if case .literal(let text) = piece { path += text }
          continue
        }
        switch try await value(of: name, in: entry) {
        case .success(let value): path += PercentEncoding.encode(value)
        case .failure(let gap): return .failure(gap)
        }
      }
    }
    var separator = "?"
    for pair in entry.query {
      switch try await queryValue(pair, in: entry) {
      case .success(let value):
        path += separator + PercentEncoding.encode(pair.name) + "=" + PercentEncoding.encode(value)
      case .failure(let gap): return .failure(gap)
      }
      separator = "&"
    }
    return .success(path)
  }

  private func value(of name: String, in entry: FixtureEntry) async throws(DriftError) -> Result<String, Gap> {
    let setting = target.values["\(entry.routeID).\(name)"] ?? target.values[name]
    switch entry.parameters[name] {
    case .literal(let text): return .success(setting ?? text)
    case .answer(let route, let caseName, let pointer):
      let found = try await liveValue(route, caseName, pointer)
      if case .failure = found, let setting { return .success(setting) }
      return found.mapError { Gap(reason: "'\(name)' has no value: \($0.reason)") }
    case .unresolved, nil:
      guard let setting else { return .failure(Gap(reason: "'\(name)' has no value: no recorded GET answer shows it")) }
      return .success(setting)
    }
  }

  /// The value that stands live where the recording saw it; of a list that is shorter now, the first element's.
  private func liveValue(
    _ route: String, _ caseName: String, _ pointer: JSONPointer
  ) async throws(DriftError) -> Result<String, Gap> {
    guard let source = fixtures.manifest.entry(route: route, case: caseName) else {
      return .failure(Gap(reason: "\(route)/\(caseName) is not in the manifest"))
    }
    guard let document = try await document(of: source) else {
      return .failure(Gap(reason: "\(source.title) gave no JSON answer"))
    }
    let node = document.root.resolve(pointer) ?? document.root.resolve(Self.first(pointer))
    guard let node else { return .failure(Gap(reason: "\(source.title) has nothing at \(pointer)")) }
    guard let text = node.string ?? node.numberText, !text.isEmpty else {
      return .failure(Gap(reason: "\(source.title) has no string or number at \(pointer)"))
    }
    return .success(text)
  }

  private static func first(_ pointer: JSONPointer) -> JSONPointer {
    JSONPointer(tokens: pointer.tokens.map { JSONPointer.isIndex($0) ? "0" : $0 })
  }

  /// A query value; one that another recorded GET answer shows, such as a page's cursor, is read from there.
  private func queryValue(_ pair: NamedValue, in entry: FixtureEntry) async throws(DriftError) -> Result<String, Gap> {
    if let setting = target.values["\(entry.routeID).\(pair.name)"] { return .success(setting) }
    guard pair.value != FixtureManifest.redacted else {
      let name = "\(entry.routeID).\(pair.name)"
      return .failure(
        Gap(reason: "the query's '\(pair.name)' is a secret, which no manifest keeps; give '\(name)' a value"))
    }
    guard pair.value.utf8.count >= 8, let origin = origin(ofText: pair.value, besides: entry) else {
      return .success(pair.value)
    }
    return try await liveValue(origin.entry.routeID, origin.entry.caseName, origin.pointer)
      .mapError { Gap(reason: "the query's '\(pair.name)' has no value: \($0.reason)") }
  }

  private func origin(ofText text: String, besides entry: FixtureEntry) -> (entry: FixtureEntry, pointer: JSONPointer)?
  {
    for candidate in fixtures.manifest.entries
    where candidate.title != entry.title && candidate.method == "GET" && (200..<300).contains(candidate.status)
      && !underway.contains(candidate.title)
    {
      guard let document = try? fixtures.document(of: candidate),
        let pointer = Self.find(text, in: document.root, JSONPointer())
      else { continue }
      return (candidate, pointer)
    }
    return nil
  }

  private static func find(_ text: String, in node: JSONNode, _ pointer: JSONPointer) -> JSONPointer? {
    if let string = node.string { return string.utf8.elementsEqual(text.utf8) ? pointer : nil }
    for (index, element) in node.elements.enumerated() {
      if let found = find(text, in: element, pointer.appending(index)) { return found }
    }
    for (key, value) in node.members {
      if let found = find(text, in: value, pointer.appending(key)) { return found }
    }
    return nil
  }
}
