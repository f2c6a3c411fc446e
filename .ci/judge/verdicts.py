"""What the judges should say of one another's payloads, and the documented exceptions from saying the same."""

import jsontext

# By what the checker reports: whether TypeScript refuses the value too, whether the compiled decoder does, and the name of
# the exception when not all three say the same. None stands for a fault that all three refuse.
#
# The exceptions are those of the design: extra keys are let through; open enumerations and unions keep what they do not know;
# TypeScript has no integers, formats and bounds; a decoder does not check text; and what JSONDecoder does to numbers.
REFUSED = (True, True, None)


def expectation(finding):
    """(TypeScript refuses, decoder refuses, exception, value is lost) for one finding of the checker."""
    rule, message = finding["rule"], finding["message"]
    if rule == "decode/type-mismatch" and " should be an integer, got a number with a fraction" in message:
        return (False, True, "whole numbers: a comment to TypeScript", False)
    if rule in ("decode/type-mismatch", "decode/missing-property", "decode/unexpected-null"):
        return (*REFUSED, False)
    if rule == "decode/unknown-enum-value":
        return (True, False, "open enumerations keep an unknown value", False)
    if rule == "decode/unknown-variant":
        return (True, False, "open unions keep an unknown variant", False)
    if rule == "decode/undeclared-property":
        if finding["severity"] == "error":
            return (True, False, "extra elements of a tuple are not decoded", True)
        return (False, False, "extra keys", True)
    if rule == "decode/out-of-range":
        return (False, True, "numbers beyond Int or Double: TypeScript has no ranges", False)
    if rule == "decode/lossy-number":
        return (False, False, "numbers that JSONDecoder rounds or spells otherwise", True)
    if rule == "decode/format":
        if "/" in message.split(" should be ")[-1]:
            return (True, False, "text outside a template literal is kept", False)
        return (False, False, "formats: a comment to TypeScript", False)
    return None


class Verdict:
    """How the judges of one payload stand to one another."""

    def __init__(self, kind, exceptions=(), reason=""):
        self.kind = kind
        self.exceptions = exceptions
        self.reason = reason


def verdict(payload):
    """Compares what was said of a payload: `accepted`, `refused`, `exception` or `disagreement`."""
    refused_by_types = payload.type_error is not None
    refused_by_decoder = payload.decoded.startswith("!")
    expected = []
    for finding in payload.findings:
        expectations = expectation(finding)
        if expectations is None:
            return Verdict("disagreement", reason=f"assay reports {finding['rule']}, which this script does not know")
        expected.append((finding, *expectations))
    types_refuse = any(entry[1] for entry in expected)
    decoder_refuses = any(entry[2] for entry in expected)
    exceptions = sorted({entry[3] for entry in expected if entry[3]})
    if refused_by_types and not types_refuse and is_weak(payload):
        # All members are optional and none of the value's keys is among them.
        exceptions, types_refuse = sorted({*exceptions, "extra keys, and no other: TypeScript's weak types"}), True
    if refused_by_types != types_refuse:
        return Verdict("disagreement", reason=f"TypeScript {said(refused_by_types)}, assay {said(types_refuse)}")
    if refused_by_decoder != decoder_refuses:
        return Verdict("disagreement", reason=f"the decoder {said(refused_by_decoder)}, assay {said(decoder_refuses)}")
    if not refused_by_decoder:
        lost = unexplained_losses(payload, [entry[0]["pointer"] for entry in expected if entry[4]])
        if lost:
            return Verdict("disagreement", reason=f"decodes, and loses {', '.join(lost)} without a finding")
    if refused_by_types and refused_by_decoder:
        return Verdict("refused")
    if not expected and not refused_by_types:
        return Verdict("accepted")
    return Verdict("exception", exceptions)


def said(refused):
    return "refuses" if refused else "accepts"


def is_weak(payload):
    return "has no properties in common with type" in payload.type_error


def unexplained_losses(payload, allowed):
    """Pointers at which the decoded value, encoded again, is another, and at which nothing was found."""
    again = jsontext.parse(payload.decoded[1:])
    return [
        pointer or "the whole"
        for pointer in jsontext.differences(payload.value, again)
        if not any(is_at_or_under(pointer, place) for place in allowed)
    ]


def is_at_or_under(pointer, place):
    """Whether a pointer is inside a place, in which `*` stands for any list index or map key."""
    steps, places = pointer.split("/"), place.split("/")
    return len(steps) >= len(places) and all(there in ("*", step) for step, there in zip(steps, places))
