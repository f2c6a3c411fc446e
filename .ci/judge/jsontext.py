"""JSON that keeps the text of its numbers, and the exact comparison of two values."""

import json
from decimal import Decimal


class Number:
    """A number as it is written."""

    __slots__ = ("text",)

    def __init__(self, text):
        self.text = text


def parse(text):
    """The value of a JSON text; raises ValueError."""
    return json.loads(text, parse_int=Number, parse_float=Number, parse_constant=Number)


def text(value):
    """The value on one line; also the TypeScript type that only this value has."""
    if isinstance(value, Number):
        return value.text
    if isinstance(value, list):
        return "[" + ",".join(text(element) for element in value) + "]"
    if isinstance(value, dict):
        return "{" + ",".join(json.dumps(key) + ":" + text(member) for key, member in value.items()) + "}"
    return json.dumps(value)


def differences(old, new, pointer=""):
    """The JSON Pointers at which two values differ: strings by code points, numbers as exact decimals."""
    if isinstance(old, Number) and isinstance(new, Number):
        return [] if Decimal(old.text) == Decimal(new.text) else [pointer]
    if isinstance(old, dict) and isinstance(new, dict):
        found = []
        for key in sorted(set(old) | set(new)):
            place = pointer + "/" + key.replace("~", "~0").replace("/", "~1")
            if key in old and key in new:
                found += differences(old[key], new[key], place)
            else:
                found.append(place)
        return found
    if isinstance(old, list) and isinstance(new, list):
        found = []
        for index in range(max(len(old), len(new))):
            place = f"{pointer}/{index}"
            if index < min(len(old), len(new)):
                found += differences(old[index], new[index], place)
            else:
                found.append(place)
        return found
    return [] if type(old) is type(new) and old == new else [pointer]
