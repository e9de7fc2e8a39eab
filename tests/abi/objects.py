# SPDX-License-Identifier: LGPL-2.1-or-later
"""The objects of the library use one another in one direction: that of the layout in CONTRIBUTING.md,
as includes.py has it of headers, which a prototype in a public header goes around. The shared
library needs GLib, the C library and nothing else.

usage: objects.py SOURCE LIBRARY
"""
import re
import sys
from pathlib import Path

from gate import finish, need, read_layout, run, skip

# GLib and the C library; loaders and run-times of sanitizers too.
NEEDED = re.compile(r'lib(glib-2\.0|gobject-2\.0|gio-2\.0|m|c|pthread|asan|ubsan|tsan)\.|ld-linux')

def read_symbols(folder):
    """For each object the symbols that it defines and those that it uses, by the name of its file."""
    objects = {}
    paths = sorted(folder.glob('*.o'))
    for line in run([need('nm'), '-A', '-P', '--', *paths]).splitlines():
        place, symbol, kind = re.fullmatch(r'(.*?): (\S+) (\w)\b.*', line).groups()
        name = Path(place).name.removesuffix('.o').replace('_', '/')
        defined, used = objects.setdefault(name, (set(), set()))
        (used if kind in 'Uw' else defined).add((symbol, kind))
    return {name: ({s for s, kind in defined if kind.isupper()}, {s for s, _ in used})
            for name, (defined, used) in objects.items()}


def find_upward(objects, layout):
    """Uses of symbols that a folder below defines."""
    place = {name: i for i, name in enumerate(layout)}
    owner = {symbol: name for name, (defined, _) in objects.items() for symbol in defined}
    for name, (_, used) in sorted(objects.items()):
        for symbol in sorted(used & owner.keys()):
            if place[owner[symbol].split('/')[0]] > place[name.split('/')[0]]:
                yield f'lib/{name} uses {symbol}() of lib/{owner[symbol]}, a folder below its own'


def find_needed(dynamic):
    for name in re.findall(r'\(NEEDED\).*\[(.*)\]', dynamic):
        if not NEEDED.match(name):
            yield f'the library needs {name}, expected GLib and the C library alone'


def try_scratch():
    objects = {'a/x.c': ({'f'}, {'g'}), 'b/y.c': ({'g'}, {'f', 'printf'})}
    assert len(list(find_upward(objects, ['a', 'b']))) == 1
    assert len(list(find_needed(' (NEEDED)  Shared library: [liblinear.so.4]\n'
                                ' (NEEDED)  Shared library: [libc.so.6]\n'))) == 1


source, library = sys.argv[1:]
try_scratch()
folder = Path(library).resolve().with_name(Path(library).resolve().name + '.p')
layout = read_layout(source)
if library.endswith('.a') or not all(path.name.split('_')[0] in layout for path in folder.glob('*.o')):
    skip('there is no shared library, or no object for each file')
objects = read_symbols(folder)
assert len(objects) > 100, 'nothing was read'
errors = list(find_upward(objects, layout))
errors += find_needed(run([need('readelf'), '-d', library]))
finish(errors, f'{len(objects)} objects')
