# SPDX-License-Identifier: LGPL-2.1-or-later
"""The objects of the library use one another in one direction: that of the layout in CONTRIBUTING.md,
as includes.py has it of headers, which a prototype in a public header goes around. A type is defined
once in lib/, and the shared library needs GLib, the C library and nothing else.

usage: objects.py SOURCE LIBRARY
"""
import re
import sys
from pathlib import Path

from gate import finish, need, read_layout, run, skip

# GLib and the C library; loaders and run-times of sanitizers too.
NEEDED = re.compile(r'lib(glib-2\.0|gobject-2\.0|gio-2\.0|m|c|pthread|asan|ubsan|tsan)\.|ld-linux')

# A definition of a struct, union or enum, by its tag or by a typedef that ends it.
TYPES = (re.compile(r'^typedef (?:struct|union|enum)(?: \w+)?\s*\{.*?^\} (\w+)', re.MULTILINE | re.DOTALL),
         re.compile(r'^(?:struct|union|enum) (\w+)\s*\{', re.MULTILINE))


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


def find_twice(texts):
    """Names with the prefix of the library under which two files define a type."""
    places = {}
    for name, text in sorted(texts.items()):
        for pattern in TYPES:
            for found in pattern.findall(text):
                places.setdefault(found, set()).add(name)
    for found, names in sorted(places.items()):
        if len(names) > 1 and found.startswith('Deid'):
            yield f'{found} is defined by {" and by ".join(sorted(names))}'


def find_needed(dynamic):
    for name in re.findall(r'\(NEEDED\).*\[(.*)\]', dynamic):
        if not NEEDED.match(name):
            yield f'the library needs {name}, expected GLib and the C library alone'


def try_scratch():
    objects = {'a/x.c': ({'f'}, {'g'}), 'b/y.c': ({'g'}, {'f', 'printf'})}
    assert len(list(find_upward(objects, ['a', 'b']))) == 1
    texts = {'a.h': 'typedef struct\n{\n  int x;\n} DeidX;\n', 'b.c': 'struct DeidX\n{\n  int y;\n};\n'}
    assert len(list(find_twice(texts))) == 1 and not list(find_twice({'a.h': texts['a.h']}))
    assert len(list(find_needed(' (NEEDED)  Shared library: [liblinear.so.4]\n'
                                ' (NEEDED)  Shared library: [libc.so.6]\n'))) == 1


source, library = sys.argv[1:]
try_scratch()
lib = Path(source, 'lib')
texts = {str(path.relative_to(lib)): path.read_text(encoding='utf-8') for path in lib.rglob('*.[ch]')}
errors = list(find_twice(texts))
folder = Path(library).resolve().with_name(Path(library).resolve().name + '.p')
layout = read_layout(source)
if library.endswith('.a') or not all(path.name.split('_')[0] in layout for path in folder.glob('*.o')):
    finish(errors, 'types')
    skip('there is no shared library, or no object for each file')
objects = read_symbols(folder)
assert len(objects) > 100, 'nothing was read'
errors += find_upward(objects, layout)
errors += find_needed(run([need('readelf'), '-d', library]))
finish(errors, f'{len(objects)} objects, {len(texts)} files')
