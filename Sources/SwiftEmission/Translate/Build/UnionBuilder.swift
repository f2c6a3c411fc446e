internal import ContractModel

/// Declares the members of a union's enum.
struct UnionBuilder {
  let union: PlannedUnion
  let name: String
  let key: String
  let layout: InlineLayout

  func members(nested: [SwiftDeclaration]) -> [SwiftDeclaration] {
    var members: [SwiftDeclaration] = union.variants.map { variant in
      .element(
        SwiftEnumCase(
          name: variant.name, payload: [SwiftParameter(label: nil, type: variant.payload.core)],
          isIndirect: layout.isBoxed(variant.payload.inlineKey, in: key)))
    }
    if union.isOpen, let discriminator = union.discriminator {
      members.append(.element(unrecognized(discriminator.label, discriminator.raw.type)))
    }
    members.append(union.discriminator == nil ? untaggedDecoding() : taggedDecoding())
    members.append(encoding())
    return members + nested
  }

  private func unrecognized(_ label: String, _ type: SwiftType) -> SwiftEnumCase {
    SwiftEnumCase(
      notes: SwiftNotes(
        documentation: "A kind that this version of the contract does not know: its tag, what all kinds share, and "
          + "everything that came."),
      name: "unrecognized",
      payload: [SwiftParameter(label: label, type: type)]
        + union.common.map { SwiftParameter(label: $0.name, type: .optional($0.type)) }
        + [SwiftParameter(label: union.valueLabel, type: .jsonValue)])
  }

  // MARK: By tag

  private func taggedDecoding() -> SwiftDeclaration {
    guard let discriminator = union.discriminator else { return CodableFunctions.decoding([]) }
    var cases = union.variants.map { variant in
      SwiftCase(
        .value(LiteralExpressions.expression(variant.tag ?? .null, as: discriminator.raw)),
        .assign(
          .name("self"),
          .call(
            .implicitMember(variant.name),
            [SwiftArgument(.attempt(CodableFunctions.decoded(variant.payload.core)))])))
    }
    if union.isOpen {
      let common = union.common.map {
        SwiftArgument(.attemptOptional(.call("r", .string($0.wireName))), label: $0.name)
      }
      cases.append(
        SwiftCase(
          .otherwise,
          .assign(
            .name("self"),
            .call(
              .implicitMember("unrecognized"),
              [SwiftArgument(.name("tag"), label: discriminator.label)] + common
                + [SwiftArgument(.attempt(CodableFunctions.decoded(.jsonValue)), label: union.valueLabel)]))))
    }
    return CodableFunctions.decoding([
      .bind("r", .attempt(.call(.name("WireReader"), [SwiftArgument(.name("decoder"), label: "peeking")]))),
      .binding(
        name: "tag", type: discriminator.raw.type, value: .attempt(.call("r", .string(discriminator.wireName))),
        isMutable: false),
      .choose(.name("tag"), cases),
    ])
  }

  // MARK: By fit

  /// Variants with more required keys are tried first, then those that come first in the source.
  private func untaggedDecoding() -> SwiftDeclaration {
    let order = union.variants.enumerated().sorted {
      $0.element.requiredKeys != $1.element.requiredKeys
        ? $0.element.requiredKeys > $1.element.requiredKeys : $0.offset < $1.offset
    }
    var body: [SwiftStatement] = [
      .bind(
        "choice", .call(.type(.generic("WireChoice", .named("Self"))), [SwiftArgument(.name("decoder"))]),
        isMutable: true)
    ]
    for (_, variant) in order {
      body.append(
        .evaluate(
          .call(
            .member(.name("choice"), "consider"),
            [
              SwiftArgument(.metatype(variant.payload.core)),
              SwiftArgument(.member(.type(.named("Self")), variant.name)),
            ])))
    }
    body.append(
      .assign(
        .name("self"),
        .attempt(.call(.member(.name("choice"), "result"), [SwiftArgument(.string(name), label: "of")]))))
    return CodableFunctions.decoding(body)
  }

  // MARK: Encoding

  private func encoding() -> SwiftDeclaration {
    var cases: [SwiftCase] = union.variants.map { variant in
      let encode = SwiftStatement.evaluate(.attempt(CodableFunctions.encoded(.name("value"))))
      guard variant.writesTag, let discriminator = union.discriminator, let tag = variant.tag else {
        return SwiftCase(.element(variant.name, bindings: ["value"]), encode)
      }
      return SwiftCase(
        .element(variant.name, bindings: ["value"]),
        .bind("w", .call("WireWriter", .name("encoder")), isMutable: true),
        .evaluate(
          .attempt(
            .call(
              "w", .string(discriminator.wireName), LiteralExpressions.expression(tag, as: discriminator.raw)))),
        encode)
    }
    if union.isOpen {
      cases.append(
        SwiftCase(
          .element("unrecognized", bindings: [nil] + union.common.map { _ in nil } + ["value"]),
          .evaluate(.attempt(CodableFunctions.encoded(.name("value"))))))
    }
    return CodableFunctions.encoding([.choose(.name("self"), cases)])
  }
}
