# SPDX-License-Identifier: LGPL-2.1-or-later
"""The exports of the shared library are the functions of the public headers, each in the
release that its header names.

usage: exports.py SOURCE BUILD LIBRARY
"""
import sys

from gate import finish, functions, need, public_headers, run, skip


def read_exports(library):
    """Symbol -> version; the versions themselves are absolute symbols."""
    exports = {}
    for line in run([need('nm'), '-D', '--defined-only', library]).splitlines():
        kind, symbol = line.split()[-2:]
        name, _, version = symbol.partition('@@')
        if kind != 'A':
            exports[name] = version
    return exports


def compare(found, expected):
    errors = [f'the library lacks {symbol}' for symbol in sorted(expected.keys() - found.keys())]
    errors += [f'the library has {symbol}, which no public header declares'
               for symbol in sorted(found.keys() - expected.keys())]
    errors += [f'the library has {symbol} in {found[symbol]!r}, expected {expected[symbol]!r}'
               for symbol in sorted(found.keys() & expected.keys())
               if found[symbol] != expected[symbol]]
    return errors


source, build, library = sys.argv[1:]
if library.endswith('.a'):
    skip('the library is static')
declared = list(functions(public_headers(source, build)))
errors = [f'{f.header}: {f.name} has no DEID_AVAILABLE_IN' for f in declared if f.series is None]
expected = {f.name: f'DEID_{f.series}' for f in declared}
errors += compare(read_exports(library), expected)
finish(errors, f'{len(expected)} functions')
