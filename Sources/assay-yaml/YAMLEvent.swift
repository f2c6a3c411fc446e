/// A parsing event, copied out of libyaml's.
struct YAMLEvent {
  /// What it is.
  enum Kind {
    case streamStart
    case streamEnd
    case documentStart
    case documentEnd
    case alias(String)
    case scalar(text: String, tag: String?, isPlain: Bool, anchor: String?)
    case sequenceStart(tag: String?, anchor: String?)
    case sequenceEnd
    case mappingStart(tag: String?, anchor: String?)
    case mappingEnd
  }

  /// What it is.
  let kind: Kind
  /// 0-based code points before its start.
  let index: Int
}
