import Diagnostics
import JSONText
import Testing

/// What Assay decides about a text that RFC 8259 leaves open.
struct OpenCase: Sendable {
  let file: String
  let isAccepted: Bool
  let reason: String

  init(_ name: String, _ isAccepted: Bool, _ reason: String) {
    file = "i_\(name).json"
    self.isAccepted = isAccepted
    self.reason = reason
  }

  private static let text = "number text is kept, whatever a double can hold"
  private static let surrogate = "a lone surrogate stands for no character: other readers replace it or fail"
  private static let encoding = "the bytes are not UTF-8"
  private static let utf16 = "JSON between systems is UTF-8 (RFC 8259, section 8.1)"

  static let table: [OpenCase] = [
    OpenCase("number_double_huge_neg_exp", true, text),
    OpenCase("number_huge_exp", true, text),
    OpenCase("number_neg_int_huge_exp", true, text),
    OpenCase("number_pos_double_huge_exp", true, text),
    OpenCase("number_real_neg_overflow", true, text),
    OpenCase("number_real_pos_overflow", true, text),
    OpenCase("number_real_underflow", true, text),
    OpenCase("number_too_big_neg_int", true, text),
    OpenCase("number_too_big_pos_int", true, text),
    OpenCase("number_very_big_negative_int", true, text),
    OpenCase("object_key_lone_2nd_surrogate", false, surrogate),
    OpenCase("string_1st_surrogate_but_2nd_missing", false, surrogate),
    OpenCase("string_1st_valid_surrogate_2nd_invalid", false, surrogate),
    OpenCase("string_UTF-16LE_with_BOM", false, utf16),
    OpenCase("string_UTF-8_invalid_sequence", false, encoding),
    OpenCase("string_UTF8_surrogate_U+D800", false, encoding),
    OpenCase("string_incomplete_surrogate_and_escape_valid", false, surrogate),
    OpenCase("string_incomplete_surrogate_pair", false, surrogate),
    OpenCase("string_incomplete_surrogates_escape_valid", false, surrogate),
    OpenCase("string_invalid_lonely_surrogate", false, surrogate),
    OpenCase("string_invalid_surrogate", false, surrogate),
    OpenCase("string_invalid_utf-8", false, encoding),
    OpenCase("string_inverted_surrogates_U+1D11E", false, surrogate),
    OpenCase("string_iso_latin_1", false, encoding),
    OpenCase("string_lone_second_surrogate", false, surrogate),
    OpenCase("string_lone_utf8_continuation_byte", false, encoding),
    OpenCase("string_not_in_unicode_range", false, encoding),
    OpenCase("string_overlong_sequence_2_bytes", false, encoding),
    OpenCase("string_overlong_sequence_6_bytes", false, encoding),
    OpenCase("string_overlong_sequence_6_bytes_null", false, encoding),
    OpenCase("string_truncated-utf-8", false, encoding),
    OpenCase("string_utf16BE_no_BOM", false, utf16),
    OpenCase("string_utf16LE_no_BOM", false, utf16),
    OpenCase("structure_500_nested_arrays", true, "nesting is bounded at 1024"),
    OpenCase("structure_UTF-8_BOM_empty_object", false, "section 8.1: no byte order mark; other readers fail on it"),
  ]
}

@Suite("Parsing corpus", .enabled(if: Corpus.isPresent, "the corpus is not beside the checkout"))
struct JSONParsingCorpusTests {
  @Test("every y_ is accepted, every n_ refused, every i_ decided on purpose")
  func decide() throws {
    var undecided = Set(OpenCase.table.map(\.file))
    #expect(undecided.count == OpenCase.table.count, "a file stands twice in the table")
    var counts = (accepted: 0, refused: 0)
    for file in try Corpus.files("json-parsing/test_parsing") {
      let document = try? JSONDocument(parsing: file.bytes)
      let expected: Bool
      switch file.name.prefix(2) {
      case "y_": expected = true
      case "n_": expected = false
      default:
        undecided.remove(file.name)
        let decision = OpenCase.table.first { $0.file == file.name }
        expected = try #require(decision, "\(file.name) is not in the table").isAccepted
      }
      #expect((document != nil) == expected, "\(file.name)")
      if document == nil { counts.refused += 1 } else { counts.accepted += 1 }
      let hasDuplicates = document.map { !$0.duplicateKeys.isEmpty } ?? false
      #expect(hasDuplicates == file.name.contains("duplicated_key"), "\(file.name)")
    }
    #expect(undecided.isEmpty, "in the table without a file: \(undecided.sorted())")
    #expect(counts.accepted > 100 && counts.refused > 180)
  }

  @Test("every refusal has its place inside the text and a message")
  func places() throws {
    for file in try Corpus.files("json-parsing/test_parsing") {
      do {
        _ = try JSONDocument(parsing: file.bytes)
      } catch {
        #expect((0...file.bytes.count).contains(error.position.offset), "\(file.name)")
        #expect(error.position == SourceFile(path: "", bytes: file.bytes).position(at: error.position.offset))
        #expect(!error.message.isEmpty && !error.message.hasSuffix("."), "\(file.name): \(error.message)")
      }
    }
  }

  @Test("what is accepted stays the same value through the canonical form")
  func stability() throws {
    let folders = ["json-parsing/test_parsing", "json-parsing/test_transform", "json-canonical/testdata/input"]
    for file in try folders.flatMap({ try Corpus.files($0) }) {
      guard let document = try? JSONDocument(parsing: file.bytes) else { continue }
      let indented = CanonicalWriter.write(document)
      let again = try JSONDocument(parsing: indented)
      #expect(LosslessComparison.areEqual(document.root, again.root), "\(file.name)")
      #expect(CanonicalWriter.write(again) == indented, "\(file.name)")
      #expect(document.root.value.canonicalText() == indented, "\(file.name)")
      #expect(again.duplicateKeyCount == document.duplicateKeyCount, "\(file.name)")
    }
  }

  @Test("compact round trip is byte for byte")
  func roundTrip() throws {
    let files = try Corpus.files("json-speed/roundtrip")
    #expect(files.count == 27)
    for file in files {
      let document = try JSONDocument(parsing: file.bytes)
      #expect(CanonicalWriter.write(document, indent: 0) == file.bytes, "\(file.name)")
    }
  }

  @Test("number text survives: test_transform keeps what it says")
  func transform() throws {
    for file in try Corpus.files("json-parsing/test_transform") where file.name.hasPrefix("number_") {
      let document = try JSONDocument(parsing: file.bytes)
      let name = file.name.dropFirst("number_".count).dropLast(".json".count)
      #expect(document.root[0]?.numberText?.lowercased() == name.lowercased(), "\(file.name)")
    }
  }
}
