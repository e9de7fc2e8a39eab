# SPDX-License-Identifier: LGPL-2.1-or-later
"""What the public headers promise beyond C: of each function and callback the annotations that bindings are made
from, of each function the release that added it, and the values of macros. abi.py compares it with contract.txt."""
import re

from gate import parse_callbacks, parse_functions, read_annotations

PROMISED = 'transfer nullable optional out inout scope closure destroy array type element-type skip'.split()
MACRO = re.compile(r'^#define (DEID_(?!\w+_H$)\w+) +(.+)$', re.MULTILINE)
# The macros of versions change with each release.
VERSIONS = 'deid-version.h'


def describe(function):
    """From `since`, the parameters and `Returns` to what is promised of each."""
    promises = {'since': function.series} if function.series else {}
    annotations = read_annotations(function)
    for name in [*function.parameters, 'Returns']:
        marks = annotations.get(name, ({}, ''))[0]
        told = ' '.join(f'({mark} {value})' if value else f'({mark})' for mark, value in sorted(marks.items())
                        if mark in PROMISED)
        promises.update({name: told} if told else {})
    return promises


def read_headers(headers):
    """From names of functions, callbacks and macros to their promises; @headers has texts by name."""
    contract = {}
    for name, text in headers.items():
        for function in [*parse_functions(text, name), *parse_callbacks(text, name)]:
            contract[function.name] = describe(function)
        if name != VERSIONS:
            contract.update((macro, {'value': ' '.join(value.split())}) for macro, value in MACRO.findall(text))
    return contract


def to_line(name, promises):
    return f'{name}: ' + '; '.join(f'{who} {what}' for who, what in promises.items())


def write(contract):
    return ''.join(f'{to_line(*item)}\n' for item in sorted(contract.items()))


def read(text):
    lines = (line.split(': ', 1) for line in text.splitlines())
    return {name: dict(part.split(' ', 1) for part in rest.split('; ') if part) for name, rest in lines}


def keeps(name, old, new):
    """Whether who relies on @old can rely on @new. What the library is given may become nullable, and what it gives may
    cease to be: a function is given arguments, and a callback gives results."""
    is_callback = not name.startswith('deid_')
    for who in old.keys() | new.keys():
        before, after = old.get(who, ''), new.get(who, '')
        is_result = who == 'Returns' or '(out' in before
        less, more = (after, before) if is_result != is_callback else (before, after)
        if before != after and more.replace('(nullable)', '').split() != less.split():
            return False
    return True


def compare(old, new, series):
    """The complaints about a contract. What is new belongs to @series, the release that is being made."""
    errors = []
    for name, promises in old.items():
        if name not in new or not keeps(name, promises, new[name]):
            errors.append(f'{to_line(name, new[name]) if name in new else f"{name} is gone"}\n'
                          f'  was {to_line(name, promises)}')
    return errors + [f'{name} is new, and since {promises["since"]}, expected since {series}'
                     for name, promises in new.items() if name not in old and promises.get('since', series) != series]
