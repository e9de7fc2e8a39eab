# SPDX-License-Identifier: LGPL-2.1-or-later
"""The exports of the shared library are the functions of the public headers, and the linker map's.

usage: exports.py SOURCE BUILD LIBRARY
"""
import re
import sys
from pathlib import Path

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


def read_map(path):
    """Symbol -> version, from the global parts of a version script."""
    text = re.sub(r'/\*.*?\*/', '', path.read_text(encoding='utf-8'), flags=re.DOTALL)
    symbols = {}
    for version, body in re.findall(r'(\S+)\s*\{(.*?)\}', text, re.DOTALL):
        for name in body.partition('local:')[0].replace('global:', '').split(';'):
            if name.strip():
                symbols[name.strip()] = version
    return symbols


def compare(name, found, expected):
    errors = [f'{name} lacks {symbol}' for symbol in sorted(expected.keys() - found.keys())]
    errors += [f'{name} has {symbol}, which no public header declares'
               for symbol in sorted(found.keys() - expected.keys())]
    errors += [f'{name} has {symbol} in {found[symbol]!r}, expected {expected[symbol]!r}'
               for symbol in sorted(found.keys() & expected.keys())
               if found[symbol] != expected[symbol]]
    return errors


source, build, library = sys.argv[1:]
if library.endswith('.a'):
    skip('the library is static')
declared = list(functions(public_headers(source, build)))
errors = [f'{f.header}: {f.name} has no DEID_AVAILABLE_IN' for f in declared if f.series is None]
expected = {f.name: f'DEID_{f.series}' for f in declared}
errors += compare('the library', read_exports(library), expected)
errors += compare('libdeid.map', read_map(Path(source, 'lib/libdeid.map')), expected)
finish(errors, f'{len(expected)} functions')
