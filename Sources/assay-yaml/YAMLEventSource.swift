import CYAML
import Diagnostics

/// Events of libyaml, one at a time; owns the parser and the input that it points into.
///
/// libyaml keeps a pointer to the input, so the bytes live in memory of this object's own.
final class YAMLEventSource {
  private let parser: UnsafeMutablePointer<yaml_parser_t>
  private let input: UnsafeMutableBufferPointer<UInt8>
  private let isReady: Bool

  /// Starts at the beginning of the file, after a byte order mark.
  init(_ bytes: [UInt8]) {
    parser = .allocate(capacity: 1)
    input = .allocate(capacity: max(bytes.count, 1))
    _ = input.initialize(from: bytes)
    isReady = yaml_parser_initialize(parser) != 0
    if isReady {
      yaml_parser_set_encoding(parser, YAML_UTF8_ENCODING)
      yaml_parser_set_input_string(parser, input.baseAddress, bytes.count)
    }
  }

  deinit {
    if isReady { yaml_parser_delete(parser) }
    parser.deallocate()
    input.deallocate()
  }

  /// What libyaml has against the text.
  struct Problem: Error {
    let message: String
    /// 0-based code points before the place.
    let index: Int
  }

  /// The next event.
  func next() throws(Problem) -> YAMLEvent {
    guard isReady else { throw Problem(message: "out of memory", index: 0) }
    var event = yaml_event_t()
    guard yaml_parser_parse(parser, &event) != 0 else {
      let text = parser.pointee.problem.map { String(cString: $0) } ?? "unreadable"
      let isReader = parser.pointee.error == YAML_READER_ERROR
      throw Problem(message: text, index: isReader ? parser.pointee.mark.index : parser.pointee.problem_mark.index)
    }
    defer { yaml_event_delete(&event) }
    return YAMLEvent(kind: kind(event), index: event.start_mark.index)
  }

  private func kind(_ event: yaml_event_t) -> YAMLEvent.Kind {
    switch event.type {
    case YAML_STREAM_START_EVENT: .streamStart
    case YAML_DOCUMENT_START_EVENT: .documentStart
    case YAML_DOCUMENT_END_EVENT: .documentEnd
    case YAML_ALIAS_EVENT: .alias(text(event.data.alias.anchor) ?? "")
    case YAML_SCALAR_EVENT:
      .scalar(
        text: text(event.data.scalar.value, count: event.data.scalar.length), tag: text(event.data.scalar.tag),
        isPlain: event.data.scalar.style == YAML_PLAIN_SCALAR_STYLE, anchor: text(event.data.scalar.anchor))
    case YAML_SEQUENCE_START_EVENT:
      .sequenceStart(tag: text(event.data.sequence_start.tag), anchor: text(event.data.sequence_start.anchor))
    case YAML_SEQUENCE_END_EVENT: .sequenceEnd
    case YAML_MAPPING_START_EVENT:
      .mappingStart(tag: text(event.data.mapping_start.tag), anchor: text(event.data.mapping_start.anchor))
    case YAML_MAPPING_END_EVENT: .mappingEnd
    default: .streamEnd
    }
  }

  private func text(_ pointer: UnsafeMutablePointer<yaml_char_t>?) -> String? {
    pointer.map { String(cString: $0) }
  }

  private func text(_ pointer: UnsafeMutablePointer<yaml_char_t>?, count: Int) -> String {
    String(decoding: UnsafeBufferPointer(start: pointer, count: pointer == nil ? 0 : count), as: UTF8.self)
  }
}
