import ContractModel
import JSONText
import TestSupport
import Testing

@testable import Verification

/// A value that does not fit, and whether a compiled decoder throws on it.
struct DecodingCase: Sendable, CustomTestStringConvertible {
  let name: String
  let type: TypeExpression
  let json: String
  let breaksDecoding: Bool
  var testDescription: String { name }
}

private let levels = IR.type(.enumeration(EnumerationShape(cases: [.init(.number("1")), .init(.number("2"))])))
private let shares = IR.type(.enumeration(EnumerationShape(cases: [.init(.number("1")), .init(.number("0.5"))])))
private let mixed = IR.type(.enumeration(EnumerationShape(cases: [.init(.string("auto")), .init(.number("0"))])))
private func whole(_ format: String) -> TypeExpression {
  IR.type(.number(NumberFacts(isInteger: true, format: format)))
}
private let constant = IR.literal(.string("guild"))
private let byTwoTags = IR.union([
  "Image": IR.object(["media": IR.literal(.string("image")), "alt": IR.string]),
  "Video": IR.object(["media": IR.literal(.string("video")), "seconds": IR.number]),
])
private let byNumber = IR.type(
  .union(
    UnionShape(
      variants: ["1", "2"].map { text in
        .init(tag: .number(text), type: IR.object(["v": IR.literal(.number(text))]))
      }, discriminator: "v")))
private let byFormat = IR.union([
  "At": IR.object(["at": IR.type(.string(StringFacts(format: "date-time")))]), "On": IR.object(["day": IR.string]),
])

private let decodingCases: [DecodingCase] = [
  DecodingCase(name: "a constant", type: IR.object(["is": constant]), json: #"{"is":"club"}"#, breaksDecoding: true),
  DecodingCase(
    name: "a constant that may be null", type: IR.object(["is?": IR.nullable(constant)]), json: #"{"is":"club"}"#,
    breaksDecoding: true),
  DecodingCase(
    name: "an open choice", type: IR.object(["is": IR.literals("a", "b")]), json: #"{"is":"c"}"#,
    breaksDecoding: false),
  DecodingCase(name: "a fraction among integers", type: levels, json: "1.5", breaksDecoding: true),
  DecodingCase(name: "an integer past 64 bits", type: levels, json: "9223372036854775808", breaksDecoding: true),
  DecodingCase(name: "another integer", type: levels, json: "3", breaksDecoding: false),
  DecodingCase(name: "a fraction among fractions", type: shares, json: "0.25", breaksDecoding: false),
  DecodingCase(name: "a list for a choice of several kinds", type: mixed, json: "[]", breaksDecoding: true),
  DecodingCase(name: "null for a choice of several kinds", type: mixed, json: "null", breaksDecoding: true),
  DecodingCase(name: "a boolean for a choice of several kinds", type: mixed, json: "true", breaksDecoding: false),
  DecodingCase(name: "a number beyond Double for a choice", type: mixed, json: "1e400", breaksDecoding: true),
  DecodingCase(name: "a number that Double would make 0", type: IR.number, json: "1e-400", breaksDecoding: true),
  DecodingCase(
    name: "a number that Double would make 0 in any JSON", type: IR.type(.anyJSON), json: #"{"a":[-1e-400]}"#,
    breaksDecoding: false),
  DecodingCase(
    name: "a number that Double would make 0 for an integer", type: IR.integer, json: "1e-400", breaksDecoding: false),
  DecodingCase(
    name: "a number that Double would make 0 among integers", type: levels, json: "1e-400", breaksDecoding: false),
  DecodingCase(
    name: "a number that Double would make 0 for a choice", type: shares, json: "1e-400", breaksDecoding: true),
  DecodingCase(
    name: "a number beyond int32, which Int reads", type: whole("int32"), json: "2147483648", breaksDecoding: false),
  DecodingCase(
    name: "a negative number for uint32, which Int reads", type: whole("uint32"), json: "-1", breaksDecoding: false),
  DecodingCase(
    name: "a number beyond int32 and Int", type: whole("int32"), json: "9223372036854775808", breaksDecoding: true),
  DecodingCase(name: "a negative number for uint64", type: whole("uint64"), json: "-1", breaksDecoding: true),
  DecodingCase(
    name: "a number beyond JavaScript's", type: whole("double-int"), json: "9007199254740992", breaksDecoding: false),
  DecodingCase(
    name: "a number beyond Double in any JSON", type: IR.type(.anyJSON), json: #"{"a":[1e400]}"#, breaksDecoding: true),
  DecodingCase(
    name: "a fraction for a tag", type: byNumber, json: #"{"v":1.5}"#, breaksDecoding: true),
  DecodingCase(name: "another integer for a tag", type: byNumber, json: #"{"v":3}"#, breaksDecoding: false),
  DecodingCase(
    name: "too many elements of a tuple", type: IR.type(.tuple([IR.string], rest: nil)), json: #"["a","b"]"#,
    breaksDecoding: true),
  DecodingCase(
    name: "a missing key of an exhaustive map", type: IR.map(IR.integer, .every(["a", "b"])), json: #"{"a":1}"#,
    breaksDecoding: false),
  DecodingCase(
    name: "an extra key of an exhaustive map", type: IR.map(IR.integer, .every(["a"])), json: #"{"a":1,"b":2}"#,
    breaksDecoding: false),
  DecodingCase(
    name: "an extra key of an exhaustive map, of another type", type: IR.map(IR.integer, .every(["a"])),
    json: #"{"a":1,"b":"x"}"#, breaksDecoding: true),
  DecodingCase(name: "no variant", type: byTwoTags, json: #"{"media":"image"}"#, breaksDecoding: true),
  DecodingCase(
    name: "no variant by its constant", type: byTwoTags, json: #"{"media":"text","alt":"a"}"#, breaksDecoding: true),
  DecodingCase(
    name: "a variant that decodes, in another format", type: byFormat, json: #"{"at":"now"}"#, breaksDecoding: false),
]

@Suite("What a compiled decoder throws on")
struct DecodingVerdictTests {
  @Test("the checker tells it", arguments: decodingCases)
  func verdict(_ example: DecodingCase) throws {
    let mismatches = ValueChecker(contract: IR.contract()).check(try json(example.json), against: example.type)
    #expect(!mismatches.isEmpty)
    #expect(mismatches.contains(where: \.breaksDecoding) == example.breaksDecoding, "\(mismatches.map(\.message))")
  }
}
