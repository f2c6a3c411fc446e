"""What the judges should say of one another's payloads, and the documented exceptions from saying the same."""

import re

import jsontext

# By what the checker reports: whether TypeScript refuses the value too, whether the compiled decoder does, and the name of
# the exception when not all three say the same. None stands for a fault that all three refuse.
#
# The exceptions are those of the design: extra keys are let through; open enumerations and unions keep what they do not know;
# TypeScript has no integers, formats and bounds; a decoder does not check text; and what JSONDecoder does to numbers.
REFUSED = (True, True, None)


def decodes(finding, why=""):
    """Whether the checker says of a mismatch that the decoder reads the value all the same."""
    start = "it decodes all the same: " + why
    return any(note["message"].startswith(start) for note in finding.get("notes", []))


def expectation(finding):
    """(TypeScript refuses, decoder refuses, exception, value is lost) for one finding of the checker."""
    rule, message = finding["rule"], finding["message"]
    is_tolerated = finding["severity"] == "warning"
    if rule == "decode/type-mismatch" and " should be an integer, got a number with a fraction" in message:
        return (False, True, "whole numbers: a comment to TypeScript", False)
    if decodes(finding, "in Swift the type is a dictionary"):
        return (True, False, "keys of a record: a dictionary in Swift", False)
    if rule in ("decode/type-mismatch", "decode/missing-property", "decode/unexpected-null"):
        return (*REFUSED, False)
    if rule == "decode/unknown-enum-value":
        return (True, False, "open enumerations keep an unknown value", False) if is_tolerated else (*REFUSED, False)
    if rule == "decode/unknown-variant":
        return (True, False, "open unions keep an unknown variant", False) if is_tolerated else (*REFUSED, False)
    if rule == "decode/undeclared-property":
        return (False, False, "extra keys", True) if is_tolerated else (*REFUSED, False)
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


EXTRA_IN_RECORD = (False, True, "extra keys of a record: a dictionary decodes them too", False)


def expectation_of_zod(finding):
    """As `expectation`, for Zod, which checks integers, bounds and formats as well."""
    rule = finding["rule"]
    if rule == "decode/type-mismatch" and " should be an integer, got a number with a fraction" in finding["message"]:
        return (*REFUSED, False)
    if rule == "decode/out-of-range" and "within the range of a Double" in finding["message"]:
        return (*REFUSED, False)
    if rule == "decode/out-of-range" and "a number that a Double holds" not in finding["message"]:
        is_read = " between " not in finding["message"] or decodes(finding)
        return (True, not is_read, "bounds: a decoder does not check them" if is_read else None, False)
    if rule == "decode/format":
        return (True, False, "formats: a decoder does not check them", False)
    return expectation(finding)


def expectations_of(payload, expectation):
    """The findings of a payload with what each should mean; raises LookupError for a rule that is not known here."""
    extra = [
        finding["pointer"] for finding in payload.findings
        if finding["rule"] == "decode/undeclared-property" and finding["severity"] == "warning"
    ]
    for finding in payload.findings:
        expected = expectation(finding)
        if expected is None:
            raise LookupError(finding["rule"])
        if expected[:2] == (True, True) and payload.type_error is None:
            # An undeclared member of an object has no type that could be missed; one of a record has.
            place = finding["pointer"]
            notes = [note["message"] for note in finding.get("notes", [])]
            if any(is_at_or_under(place, other) or is_at_or_under(other, place) for other in extra):
                expected = EXTRA_IN_RECORD
            elif any(re.fullmatch(r"variant .*: '\S+\.\*' should be .*", note) for note in notes):
                expected = EXTRA_IN_RECORD
        if expected[:2] == (True, True) and payload.type_error is None and " range of a Double" in finding["message"]:
            expected = (False, True, "numbers beyond Double: Zod 3 takes Infinity", False)
        if payload.type_error is None and finding["rule"] == "decode/format" and "[0-9]" in finding["message"]:
            expected = (False, False, "template literals: to TypeScript ' 1', '0x1' and '1.' are numbers too", False)
        yield finding, expected


def verdict(payload, expectation=expectation):
    """Compares what was said of a payload: `accepted`, `refused`, `exception` or `disagreement`."""
    refused_by_types = payload.type_error is not None
    refused_by_decoder = payload.decoded.startswith("!")
    try:
        expected = [(finding, *meant) for finding, meant in expectations_of(payload, expectation)]
    except LookupError as error:
        return Verdict("disagreement", reason=f"assay reports {error}, which this script does not know")
    types_refuse = any(entry[1] for entry in expected)
    decoder_refuses = any(entry[2] for entry in expected)
    exceptions = sorted({entry[3] for entry in expected if entry[3]})
    if refused_by_types and not types_refuse and is_weak(payload):
        # All members are optional and none of the value's keys is among them.
        exceptions, types_refuse = sorted({*exceptions, "extra keys, and no other: TypeScript's weak types"}), True
    if refused_by_types != types_refuse:
        return Verdict("disagreement", reason=f"the independent judge {said(refused_by_types)}, assay {said(types_refuse)}")
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
    """Whether a pointer is inside a place; in both, `*` stands for any list index or map key."""
    steps, places = pointer.split("/"), place.split("/")
    return len(steps) >= len(places) and all("*" in (step, there) or step == there for step, there in zip(steps, places))
