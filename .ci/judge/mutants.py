"""Payloads: conforming values, and the same with one or two places changed."""

import hashlib

from jsontext import Number, text

# What stands in the place of any value.
REPLACEMENTS = [
    None, True, False, Number("0"), Number("1"), Number("-1"), Number("2"), Number("0.5"), Number("1.0"),
    Number("1e2"), Number("3.75"), Number("9007199254740993"), Number("9223372036854775808"), Number("1e400"),
    Number("123456789012345678901234567890"), "", "unheard-of", "2026-01-31T10:00:00Z", "\u0000\U0010ffff", "1", "true",
    [], [None], [Number("1")], ["a", Number("1")], [{}], {}, {"kind": "unheard-of"}, {"a": Number("1")}, {"": None},
]


def scalars(value):
    """Every scalar inside a value, in order."""
    if isinstance(value, dict):
        return [scalar for member in value.values() for scalar in scalars(member)]
    if isinstance(value, list):
        return [scalar for element in value for scalar in scalars(element)]
    return [value]


def containers(value):
    """Every object and list inside a value, itself among them."""
    if isinstance(value, dict):
        return [value] + [inner for member in value.values() for inner in containers(member)]
    if isinstance(value, list):
        return [value] + [inner for element in value for inner in containers(element)]
    return []


def local(value, strangers):
    """(operator, changed value) for each change at the outermost place; `strangers` are values of other places."""
    for other in REPLACEMENTS:
        yield "replaced", other
    for other in strangers:
        yield "moved", other
    yield "wrapped", [value]
    yield "wrapped", {"value": value}
    if isinstance(value, str):
        yield "spelt", value.upper()
        yield "spelt", value + " "
    if isinstance(value, Number):
        yield "spelt", value.text
        yield "spelt", Number("-" + value.text.lstrip("-"))
        if value.text.lstrip("-").isdecimal():
            yield "spelt", Number(value.text + ".5")
            yield "spelt", Number(value.text + ".0")
    if isinstance(value, list):
        for index in range(len(value)):
            yield "removed", value[:index] + value[index + 1:]
            yield "repeated", value[:index] + [value[index]] + value[index:]
        yield "reversed", value[::-1]
        yield "added", value + [None]
    if isinstance(value, dict):
        for key in value:
            yield "removed", {other: member for other, member in value.items() if other != key}
            for name in (key + "\u0301", key.swapcase() or "x"):
                yield "renamed", {name if other == key else other: member for other, member in value.items()}
        keys = list(value)
        for first, second in zip(keys, keys[1:]):
            yield "exchanged", {**value, first: value[second], second: value[first]}
        yield "reversed", dict(reversed(value.items()))
        yield "added", {**value, "extra": Number("1")}
        yield "added", {**value, "extra": {"deep": [None]}}
        yield "added", {**value, "": "x"}


def changed(value, strangers):
    """(operator, whole value) for each change at each place."""
    yield from local(value, strangers)
    if isinstance(value, list):
        for index, element in enumerate(value):
            for operator, other in changed(element, strangers):
                yield operator, value[:index] + [other] + value[index + 1:]
    if isinstance(value, dict):
        for key, member in value.items():
            for operator, other in changed(member, strangers):
                yield operator, {**value, key: other}


def order(seed, *parts):
    """A number that looks random and is the same on each run."""
    return hashlib.sha256("\x1f".join([seed, *parts]).encode("utf-8", "surrogatepass")).digest()


def payloads(name, seeds, count, seed):
    """`count` different payloads for a type: its seeds, then mutants, spread over the operators.

    A quarter of the mutants is changed twice.
    """
    strangers = {text(value): value for whole in seeds for value in scalars(whole) + containers(whole)[1:]}
    strangers = list(strangers.values())
    groups = {}
    for whole in seeds:
        for operator, mutant in changed(whole, strangers):
            groups.setdefault(operator, {})[text(mutant)] = mutant
    queues = []
    for operator in sorted(groups):
        keys = sorted(groups[operator], key=lambda key: order(seed, name, operator, key))
        queues.append([groups[operator][key] for key in keys])
    chosen = {text(value): value for value in seeds}
    step = 0
    while len(chosen) < count and any(queues):
        queue = queues[step % len(queues)]
        step += 1
        if not queue:
            continue
        mutant = queue.pop(0)
        if step // len(queues) % 4 == 3:
            again = [other for _, other in changed(mutant, strangers[:8])]
            mutant = again[int.from_bytes(order(seed, name, text(mutant))[:8], "big") % len(again)]
        chosen.setdefault(text(mutant), mutant)
    return list(chosen.values())[:count]
