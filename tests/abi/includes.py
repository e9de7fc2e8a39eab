# SPDX-License-Identifier: LGPL-2.1-or-later
"""The folders of lib/ include one another in one direction: that of the layout in CONTRIBUTING.md.
Neither files nor folders, nested ones counted apart, include each other in a circle, and no public
header includes a private one. What a dataset is made of is seen by the folders of INSIDE alone: what
evaluates tables asks for rows, codes and counts, and does not care where they come from.

usage: includes.py SOURCE
"""
import re
import sys
from pathlib import Path

from gate import finish, read_layout

INSIDE = {'table', 'release'}

# What the verifier, which shares nothing with the search, has of the folders between.
VERIFIER = 'release/verifier/'
CLOSED = ('lattice/', 'problem/', 'evaluation/', 'partition/', 'search/', 'certificate/', 'stored-policy/')
ADMITTED = {'search/result-private.h', 'problem/release-options-private.h'}


def read_includes(source):
    """For each file of lib/ the files of lib/ that it includes."""
    lib = Path(source, 'lib')
    files = [path for path in lib.rglob('*.[ch]') if path.relative_to(lib).parts[0] != 'pch']
    folders = '|'.join(folder.name for folder in lib.iterdir() if folder.is_dir())
    own = re.compile(rf'^#include (?:"([^"]+)"|<((?:{folders})/[^>]+)>)', re.MULTILINE)
    return {str(path.relative_to(lib)): [''.join(found) for found in
                                         own.findall(path.read_text(encoding='utf-8'))]
            for path in files}


def find_upward(includes, layout):
    folder = {name: i for i, name in enumerate(layout)}
    for name in sorted({file.split('/')[0] for file in includes} - set(folder)):
        yield f'lib/{name}/ is not in the layout of CONTRIBUTING.md'
        folder[name] = len(folder)
    for file, included in sorted(includes.items()):
        for other in included:
            if other not in includes:
                yield f'lib/{file} includes "{other}", which is not in lib/'
            elif folder[other.split('/')[0]] > folder[file.split('/')[0]]:
                yield f'lib/{file} includes {other}, of a folder below its own'


def find_circle(graph):
    """A circle of nodes, or None."""
    done, path = set(), []

    def visit(node):
        if node in path:
            return path[path.index(node):] + [node]
        if node in done:
            return None
        path.append(node)
        for other in sorted(graph.get(node, ())):
            circle = visit(other)
            if circle:
                return circle
        path.pop()
        done.add(node)
        return None

    return next(filter(None, map(visit, sorted(graph))), None)


def list_circles(includes):
    folders = {}
    for file, included in includes.items():
        own = str(Path(file).parent)
        folders.setdefault(own, set()).update({str(Path(other).parent) for other in included} - {own})
    for what, graph in ('files', includes), ('folders', folders):
        circle = find_circle(graph)
        if circle:
            yield f'{what} include each other: {" -> ".join(circle)}'


def list_shared(includes):
    for file, included in includes.items():
        if file.startswith(VERIFIER):
            for other in set(included) - ADMITTED:
                if other.startswith(CLOSED):
                    yield f'lib/{file} includes {other}, which the search has'


def list_private(source):
    for header in sorted(Path(source, 'include/deid').glob('*.h')):
        for name in re.findall(r'^#include ["<]([^">]+)[">]', header.read_text(encoding='utf-8'),
                               re.MULTILINE):
            if not re.match(r'deid/deid[\w-]*\.h$|g(lib|io|lib-object)[\w-]*(\.h|/)', name):
                yield f'{header.name} includes {name}, which is not public'


def list_inside(includes):
    """Whoever looks inside a dataset, itself or by a header, without being in a folder that may."""
    sees = {'table/dataset-private.h'}
    while more := {file for file, included in includes.items() if sees & set(included)} - sees:
        sees |= more
    for file in sorted(sees):
        if file.split('/')[0] not in INSIDE:
            yield f'lib/{file} sees table/dataset-private.h, expected table/dataset-view.h'


assert len(list(list_inside({'table/a.h': ['table/dataset-private.h'], 'quality/b.c': ['table/a.h'],
                             'quality/c.c': ['table/dataset-view.h']}))) == 1
assert find_circle({'a': ['b'], 'b': ['c'], 'c': ['a']}) == ['a', 'b', 'c', 'a']
assert find_circle({'a': ['b', 'c'], 'b': ['c'], 'c': []}) is None
source = sys.argv[1]
includes = read_includes(source)
layout = read_layout(source)
assert len(includes) > 100 and len(layout) > 10, 'nothing was read'
finish([*find_upward(includes, layout), *list_circles(includes), *list_private(source),
        *list_inside(includes), *list_shared(includes)],
       f'{len(includes)} files')
