# SPDX-License-Identifier: LGPL-2.1-or-later
"""What headers and documents refer to exists: functions(), #Types, %CONSTANTS and @parameters, files
and headings that are linked, and paths. Each rule is tried on a scratch text that breaks it.

usage: links.py SOURCE BUILD
"""
import re
import sys
from pathlib import Path

from gate import finish, parse_callbacks, parse_functions, public_headers

GLIB = re.compile(r'[#%](G[A-Z]\w+|G_\w+|gpointer|TRUE|FALSE|NULL)')


def list_symbols(headers):
    """All functions, types and constants that the headers declare."""
    symbols = set()
    for text in headers.values():
        code = re.sub(r'/\*.*?\*/', '', text, flags=re.DOTALL)
        symbols.update(re.findall(r'\b(deid_\w+) \(', code))
        symbols.update(re.findall(r'\b(DEID_\w+)\b', code))
        symbols.update(re.findall(r'\b(Deid\w+)\b', code))
    return symbols


def list_private(source):
    """All functions of the library and of its tests, which documents for contributors name."""
    return {name for path in [*Path(source, 'lib').rglob('*.[ch]'), *Path(source, 'tests').rglob('*.[ch]')]
            for name in re.findall(r'\b(deid_\w+|DEID_\w+)\b', path.read_text(encoding='utf-8'))}


def check_symbols(text, symbols):
    """What a text refers to and nobody declares."""
    for name in re.findall(r'\b(deid_\w+)\(', text):
        if name not in symbols:
            yield f'{name}() is no public function'
    for name in re.findall(r'(?<![\w&])[#%](?:Deid|DEID_)\w+', text):
        if name[1:] not in symbols and f'{name[1:]}s' not in symbols:
            yield f'{name} is not declared'
    for name in re.findall(r'(?<![\w&%])[#%](?:G[A-Z]|G_|g[a-z])\w+', text):
        if not GLIB.fullmatch(name):
            yield f'{name} is not of GLib'


def check_parameters(function):
    """Words with an @ that are no parameters. Arrays may have an index, and verbatim blocks anything."""
    text = re.sub(r'^    .*$|`[^`]*`', '', function.comment, flags=re.MULTILINE)
    return [f'{function.name}: @{name} is no parameter'
            for name in re.findall(r'(?<!\w)@([a-z]\w*)', text) if name not in function.parameters]


def slug(heading):
    """The anchor that is made of a heading."""
    return re.sub(r'[^\w\- ]', '', heading.strip().lower()).replace(' ', '-')


def check_document(path, text):
    """Links of a Markdown file that lead nowhere, and paths of the source tree that do not exist."""
    prose = re.sub(r'^```.*?^```$|^    .*?$', '', text, flags=re.MULTILINE | re.DOTALL)
    for target in re.findall(r'\]\(([^)\s]+)\)', prose):
        if re.match(r'\w+:', target):
            continue
        name, _, anchor = target.partition('#')
        linked = path.parent / name if name else path
        if not linked.exists():
            yield f'{target}: there is no such file'
        elif anchor:
            there = text if linked == path else linked.read_text(encoding='utf-8')
            if anchor not in map(slug, re.findall(r'^#+ (.*)$', there, re.MULTILINE)):
                yield f'{target}: there is no such heading'


def check_paths(root, text):
    """Paths between backticks that begin with a folder of the source tree and are not there."""
    for name in re.findall(r'`((?:bench|docs|examples|include|lib|tests|tools)/[\w./-]*)`', text):
        if not (root / name).exists() and not re.search(r'\b[A-Z]+\.', name):
            yield f'{name}: there is no such file'


def check_header(name, text, symbols):
    for complaint in check_symbols('\n'.join(re.findall(r'/\*.*?\*/', text, re.DOTALL)), symbols):
        yield f'{name}: {complaint}'
    for function in [*parse_functions(text, name), *parse_callbacks(text, name)]:
        for complaint in check_parameters(function):
            yield f'{name}: {complaint}'


def try_scratch(root):
    comment = '/**\n * deid_x:\n * @a: x\n *\n * {}\n */\nvoid deid_x (guint a);\n'
    for text, complains in [('deid_x() of @a, #DeidX, %DEID_X, #GError, %TRUE', False),
                            ('deid_y()', True), ('#DeidY', True), ('%DEID_Y', True), ('@b', True),
                            ('#GNothing', False), ('%G_X', False), ('#gnothing', True)]:
        found = list(check_header('scratch', comment.format(text), {'deid_x', 'DeidX', 'DEID_X'}))
        if bool(found) != complains:
            yield f'{text}: found {found}'
    heading = '# Some *words*, here\n'
    for text, complains in [('[x](README.md) [y](#some-words-here) [z](https://x.y)', False),
                            ('[x](docs/models.md#models)', False), ('[x](nothing.md)', True),
                            ('[x](#nothing)', True), ('[x](docs/models.md#nothing)', True)]:
        found = list(check_document(root / 'README.md', heading + text))
        if bool(found) != complains:
            yield f'{text}: found {found}'
    for text, complains in [('`lib/base/` `lib/symbol-map.py` `lib/privacy/models/NAME.c`', False),
                            ('`lib/nothing.c`', True)]:
        if bool(list(check_paths(root, text))) != complains:
            yield f'{text}: found {list(check_paths(root, text))}'


def check_tree(root, build):
    headers = {header.name: header.read_text(encoding='utf-8') for header in public_headers(root, build)}
    symbols = list_symbols(headers)
    assert len(symbols) > 400, 'nothing was read'
    for name, text in headers.items():
        yield from check_header(name, text, symbols)
    documents = [*root.glob('*.md'), *root.glob('docs/*.md'), *root.glob('examples/*.md')]
    internal = [root / 'CONTRIBUTING.md', *root.glob('docs/internals/*.md')]
    assert len(documents) > 5 and len(internal) > 5, 'nothing was read'
    private = symbols | list_private(root)
    for path in {*documents, *internal}:
        text = path.read_text(encoding='utf-8')
        known = private if path in internal else symbols
        for complaint in [*check_symbols(text, known), *check_document(path, text), *check_paths(root, text)]:
            yield f'{path.name}: {complaint}'


root = Path(sys.argv[1]).resolve()
finish([*try_scratch(root), *check_tree(root, sys.argv[2])], 'all links lead somewhere')
