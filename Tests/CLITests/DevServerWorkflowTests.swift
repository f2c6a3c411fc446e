import JSONText
import Testing
import Transport
import Workspace

@Suite struct DevServerWorkflowTests {
  @Test func aReminderIsChangedByWhoHasSeenItsLastState() async throws {
    try await DevServerProcess.serving(["--clock", "2031-05-06T07:00:00Z"]) { server in
      let token = try await server.token("ada")
      let created = try await server.send(
        "POST", "/api/reminders", token: token, body: #"{"text":"Read","at":"07:30","weekdays":["wed","tue","wed"]}"#)
      #expect(created.status == 201)
      let first = try #require(created.json)
      let tag = try #require(first["etag"]?.string)
      #expect(first["enabled"]?.bool == true)
      #expect(first["weekdays"]?.elements.compactMap(\.string) == ["tue", "wed"])
      // It is Tuesday, seven o'clock.
      #expect(first["nextAt"]?.string == "2031-05-06T07:30:00.000Z")
      #expect(created.headers.first(named: "ETag") == tag)
      let path = "/api/reminders/" + (try #require(first["id"]?.string))

      let changed = try await server.send(
        "PATCH", path, token: token, body: #"{"at":"06:00"}"#, headers: ["If-Match": tag])
      #expect(changed.json?["nextAt"]?.string == "2031-05-07T06:00:00.000Z")
      #expect(changed.json?["text"]?.string == "Read")
      #expect(changed.json?["etag"]?.string != tag)
      let stale = try await server.send(
        "PATCH", path, token: token, body: #"{"at":"05:00"}"#, headers: ["If-Match": tag])
      #expect(stale.status == 412)
      #expect(stale.errorCode == "precondition_failed")
      #expect(try await server.send("DELETE", path, token: token, headers: ["If-Match": tag]).status == 412)
      #expect(try await server.send("PATCH", path, token: token, body: #"{"enabled":false}"#).status == 200)
      let list = try await server.send("GET", "/api/reminders", token: token).json
      #expect(list?[0]?["enabled"]?.bool == false)
      #expect(list?[0]?["at"]?.string == "06:00")

      let other = try await server.token("bob")
      for method in ["PATCH", "DELETE"] {
        let body = method == "PATCH" ? "{}" : nil
        #expect(try await server.send(method, path, token: other, body: body).status == 404)
      }
      #expect(try await server.send("DELETE", path, token: token, headers: ["If-Match": "*"]).status == 204)
      #expect(try await server.send("GET", "/api/reminders", token: token).json?.count == 0)
    }
  }

  static let wrongReminders: [(body: String, fields: [String])] = [
    ("{}", ["at", "text", "weekdays"]),
    (#"{"text":"a","at":"24:00","weekdays":["mon"]}"#, ["at"]),
    (#"{"text":"a","at":"7:30","weekdays":["mon"]}"#, ["at"]),
    (#"{"text":"a","at":"+7:30","weekdays":["mon"]}"#, ["at"]),
    (#"{"text":" ","at":"07:30","weekdays":[]}"#, ["text", "weekdays"]),
    (#"{"text":"a","at":"07:30","weekdays":["mon","someday"]}"#, ["weekdays"]),
    (#"{"text":"a","at":"07:30","weekdays":"mon","enabled":1}"#, ["enabled", "weekdays"]),
    (#"{"text":"a","at":"07:30","weekdays":[1],"enabled":null}"#, ["enabled", "weekdays"]),
  ]

  static let wrongActivities: [(body: String, fields: [String])] = [
    ("{}", ["byteCount", "clientId", "fileName", "sha256"]),
    (#"{"clientId":"1","fileName":"","byteCount":-1,"sha256":"00"}"#, ["byteCount", "clientId", "fileName", "sha256"]),
    (
      #"{"clientId":"0000000000000000000000000000000000000","fileName":"a","byteCount":1.5,"sha256":null}"#,
      ["byteCount", "clientId", "sha256"]
    ),
  ]

  @Test func faultsAreNamedFieldByField() async throws {
    try await DevServerProcess.serving { server in
      let token = try await server.token("ada")
      let cases =
        Self.wrongReminders.map { ("/api/reminders", $0.body, $0.fields) }
        + Self.wrongActivities.map { ("/api/activities", $0.body, $0.fields) }
      for (path, body, fields) in cases {
        let reply = try await server.send("POST", path, token: token, body: body)
        #expect(reply.status == 422, "\(body)")
        #expect(reply.json?["error"]?["fields"]?.members.map(\.key).sorted() == fields, "\(body)")
      }
    }
  }

  @Test func aFileIsAnnouncedSentAndSummedUp() async throws {
    try await DevServerProcess.serving { server in
      let token = try await server.token("ada")
      let file = String(repeating: "line\n", count: 400_000)
      let digest = SHA256.hexDigest(Array(file.utf8))
      let announcement = #"""
        {"clientId":"7b0c5a0e-0a52-4f0b-8f0e-2f1d3c4b5a69","fileName":"walk.gpx","byteCount":\#(file.utf8.count),
        "sha256":"\#(digest)"}
        """#
      let first = try await server.send("POST", "/api/activities", token: token, body: announcement)
      #expect(first.status == 201)
      let again = try await server.send("POST", "/api/activities", token: token, body: announcement)
      #expect(again.status == 200)
      let id = try #require(first.json?["id"]?.string)
      #expect(again.json?["id"]?.string == id)
      let changed = announcement.replacing("walk", with: "run")
      #expect(try await server.send("POST", "/api/activities", token: token, body: changed).status == 409)
      let path = "/api/activities/\(id)"
      #expect(try await server.send("POST", path + "/complete", token: token).status == 409)
      #expect(try await server.send("GET", path, token: token).json?["status"]?.string == "announced")

      let url = try #require(first.json?["upload"]?["url"]?.string)
      let origin = server.address.replacing("127.0.0.1", with: "localhost")
      #expect(url.hasPrefix(origin + "/uploads/"))
      let target = String(url.dropFirst(origin.count))
      let binary = ["Content-Type": "application/octet-stream"]
      let later = target.replacing(/expires=\d+/, with: "expires=99999999999")
      for (target, token, status) in [
        (target, token, 400), (target + "0", nil, 403), (later, nil, 403), (target.replacing("=", with: ""), nil, 403),
        (target, nil, 200), (target, nil, 200),
      ] {
        let reply = try await server.send("PUT", target, token: token, body: file, headers: binary)
        #expect(reply.status == status, "\(status)")
        if status == 200 { #expect(reply.json?["sha256"]?.string == digest) }
      }
      for _ in 0..<2 {
        let completed = try await server.send("POST", path + "/complete", token: token)
        #expect(completed.status == 202)
        #expect(completed.json?["status"]?.string == "processing")
      }
      var statuses: [String?] = []
      for _ in 0..<4 {
        let shown = try await server.send("GET", path, token: token).json
        statuses.append(shown?["status"]?.string)
        if let summary = shown?["summary"] {
          #expect(summary["lines"]?.numberText == "400000")
          #expect(summary["sha256"]?.string == digest)
        }
      }
      #expect(statuses == ["processing", "processing", "ready", "ready"])
      for method in ["GET", "POST"] {
        let end = method == "POST" ? "/complete" : ""
        #expect(try await server.send(method, path + end, token: try await server.token("bob")).status == 404)
      }
    }
  }

  @Test func anotherFileThanAnnouncedIsNotCompleted() async throws {
    try await DevServerProcess.serving { server in
      let token = try await server.token("ada")
      let digest = String(repeating: "0", count: 64)
      let announced = try await server.send(
        "POST", "/api/activities", token: token,
        body: #"""
          {"client_id":"7b0c5a0e-0a52-4f0b-8f0e-2f1d3c4b5a69","file_name":"a","byte_count":1,"sha256":"\#(digest)"}
          """#
      ).json
      let id = try #require(announced?["id"]?.string)
      let url = try #require(announced?["upload"]?["url"]?.string)
      let target = String(try #require(url.firstMatch(of: /\/uploads.*/)).0)
      #expect(try await server.send("PUT", target, body: "x").status == 200)
      let completed = try await server.send("POST", "/api/activities/\(id)/complete", token: token)
      #expect(completed.status == 422)
      #expect(completed.json?["error"]?["fields"]?["sha256"] != nil)
    }
  }
}
