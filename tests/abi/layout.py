# SPDX-License-Identifier: LGPL-2.1-or-later
"""The picture of lib/ in CONTRIBUTING.md is the one that the code makes. It has a line for each folder: what the
folder holds, which people write, and the folders that it rests on, which this script finds. A folder depends on
another one if it includes its headers or calls its functions. The picture leaves out dependencies that follow from
others, and lists a folder below all folders that it depends on.

usage: layout.py SOURCE [--write]
"""
import re
import sys
from pathlib import Path

from gate import finish

LINE = re.compile(r'^    lib/([\w-]+)/ +(.*?) *(?:<- [\w, -]+)?$', re.MULTILINE)
PICTURE = re.compile(r'^    lib/.*?\n(?=\n)', re.MULTILINE | re.DOTALL)
DEFINITION = re.compile(r'^(deid_\w+) \([^;{]*?\)\n\{', re.MULTILINE | re.DOTALL)
HANDLE = re.compile(r'^DEID_DEFINE_(?:HANDLE|OPTIONS) \(\w+, (deid_\w+)', re.MULTILINE)
ACCESSOR = re.compile(r'^DEID_DEFINE_(?:(?:ITEM_)?GETTER \([^,]+, |(?:FUNCS_)?SETTER \()(deid_\w+)', re.MULTILINE)


def read_texts(lib):
    """The text of each file of lib/, by its path."""
    return {str(path.relative_to(lib)): path.read_text(encoding='utf-8') for path in lib.rglob('*.[ch]')
            if path.relative_to(lib).parts[0] != 'pch'}


def list_owners(texts):
    """The folder that defines each function."""
    return {name: path.split('/')[0] for path, text in texts.items() if path.endswith('.c')
            for name in [*DEFINITION.findall(text), *ACCESSOR.findall(text),
                         *(f'{handle}_{verb}' for handle in HANDLE.findall(text)
                           for verb in ('ref', 'unref', 'get_type'))]}


def find_dependencies(texts):
    """The other folders that each folder includes or calls."""
    owners = list_owners(texts)
    folders = {path.split('/')[0]: set() for path in texts}
    for path, text in texts.items():
        included = set(re.findall(r'^#include [<"]([\w-]+)/', text, re.MULTILINE))
        code = re.sub(r'/\*.*?\*/|"(?:[^"\\\n]|\\.)*"', '', text, flags=re.DOTALL)
        called = {owners[name] for name in re.findall(r'\bdeid_\w+', code) if name in owners}
        own = path.split('/')[0]
        folders[own] |= (included & folders.keys() | called) - {own}
    return folders


def reach(folders, name, path=()):
    """All folders that a folder depends on, through others as well."""
    if name in path:
        sys.exit(f'folders depend on each other: {" -> ".join([*path[path.index(name):], name])}')
    return set().union(*({other} | reach(folders, other, (*path, name)) for other in folders[name]))


def draw(folders, words):
    """The picture, from the folders that depend on no other one down to those that no other one depends on."""
    reached = {name: reach(folders, name) for name in folders}
    depths = {}
    for name in sorted(folders, key=lambda name: len(reached[name])):
        depths[name] = 1 + max((depths[other] for other in folders[name]), default=0)
    for name in sorted(folders, key=lambda name: (depths[name], name)):
        direct = sorted(other for other in folders[name]
                        if not any(other in reached[between] for between in folders[name]))
        line = f'    {f"lib/{name}/":19} {words.get(name, "TODO: what it holds"):50}'
        yield f'{line} <- {", ".join(direct)}' if direct else line.rstrip()


def try_scratch():
    texts = {'a/x.c': 'int\ndeid_x (void)\n{\n', 'b/y.c': '#include "a/x.h"\n/* deid_z */', 'b/y.h': '',
             'c/z.c': '#include "b/y.h"\ndeid_x ();\n'}
    assert find_dependencies(texts) == {'a': set(), 'b': {'a'}, 'c': {'a', 'b'}}
    picture = '\n'.join(draw(find_dependencies(texts), {'a': 'letters', 'b': 'more'}))
    assert [line.split() for line in picture.splitlines()] == [
        ['lib/a/', 'letters'], ['lib/b/', 'more', '<-', 'a'],
        ['lib/c/', 'TODO:', 'what', 'it', 'holds', '<-', 'b']]
    assert dict(LINE.findall(picture)) == {'a': 'letters', 'b': 'more', 'c': 'TODO: what it holds'}


try_scratch()
source = Path(sys.argv[1])
document = source / 'CONTRIBUTING.md'
text = document.read_text(encoding='utf-8')
words = dict(LINE.findall(text))
folders = find_dependencies(read_texts(source / 'lib'))
assert len(folders) > 10 and any(folders.values()), 'nothing was read'
made = '\n'.join(draw(folders, words)) + '\n'
if sys.argv[2:] == ['--write']:
    document.write_text(PICTURE.sub(lambda _: made, text, count=1), encoding='utf-8')
    sys.exit()
found = PICTURE.search(text)
finish([f'CONTRIBUTING.md: the picture of lib/ is out of date: layout.py {source} --write makes it anew'
        ] if found is None or found[0] != made or 'TODO' in made else [], f'{len(folders)} folders')
