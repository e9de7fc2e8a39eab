# SPDX-License-Identifier: LGPL-2.1-or-later
"""What the gates share: skipping, running commands, and the public headers as data."""
import os
import re
import shutil
import subprocess
import sys
from collections import namedtuple
from pathlib import Path

SKIPPED = 77
PKG_CONFIG = os.environ.get('PKG_CONFIG', 'pkg-config')

Function = namedtuple('Function', 'name series result parameters types comment header rules')


def skip(reason):
    print('skipped:', reason)
    sys.exit(SKIPPED)


def need(tool):
    path = shutil.which(tool)
    if path is None:
        skip(f'{tool} is not installed')
    return path


def find_python(module):
    """An interpreter that has the module: not always the first in PATH."""
    for python in ('python3', '/usr/bin/python3'):
        path = shutil.which(python)
        if path and subprocess.run([path, '-c', f'import {module}'], capture_output=True).returncode == 0:
            return path
    skip(f'no python3 has the module {module}')


def run(command, **options):
    """Runs a command that must succeed; returns what it wrote."""
    command = [str(word) for word in command]
    done = subprocess.run(command, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True,
                          encoding='utf-8', errors='replace', **options)
    if done.returncode != 0:
        sys.exit(f'{" ".join(command)[:1000]}\n{done.stdout}\nexit status {done.returncode}')
    return done.stdout


def pkg_config(*words, **options):
    return run([PKG_CONFIG, *words], **options).split()


def public_headers(source, build):
    headers = sorted(Path(source, 'include/deid').glob('*.h'))
    return headers + [Path(build, 'include/deid/deid-version.h')]


def read_layout(source):
    """The folders of lib/ in the order of the layout: each may use those before it."""
    text = Path(source, 'CONTRIBUTING.md').read_text(encoding='utf-8')
    return re.findall(r'^    lib/([\w-]+)/ ', text, re.MULTILINE)


def finish(errors, done):
    if errors:
        sys.exit('\n'.join(errors))
    print(done)


DECLARATION = re.compile(
    r'(?:/\*\*(?P<comment>(?:(?!\*/).)*)\*/\s*)?'
    r'(?P<marks>(?:DEID_(?:AVAILABLE|DEPRECATED)_IN_\w+(?: \([^)]*\))?\s+)*)'
    r'^(?P<result>\w[\w *]*?[ *\n]+)(?P<name>deid_\w+) \((?P<parameters>[^;]*)\);',
    re.DOTALL | re.MULTILINE)


CALLBACK = re.compile(
    r'/\*\*(?P<comment>(?:(?!\*/).)*)\*/\s*^typedef (?P<result>\w[\w *]*?[ *])'
    r'\(\*(?P<name>Deid\w+)\) \((?P<parameters>[^;]*)\);', re.DOTALL | re.MULTILINE)


RULES = re.compile(r'\A/\* SPDX[^\n]*\n/\*\n(.*?) \*/\n', re.DOTALL)


def parse_rules(text):
    """What the comment at the top of a header says of all its functions, by keyword, such as Threads
    or @error. A rule begins with its keyword and a colon; further lines are indented."""
    found = RULES.match(text)
    lines = re.sub(r'^ \* ?', '', found[1] if found else '', flags=re.MULTILINE)
    return {keyword: ' '.join(rule.split())
            for keyword, rule in re.findall(r'^(@?\w+): (.*(?:\n +.*)*)', lines, re.MULTILINE)}


def read_declaration(found, series, header, rules):
    parameters = [] if found['parameters'] == 'void' else [
        re.fullmatch(r'(.*?)(\w+)', ' '.join(p.split())) for p in found['parameters'].split(',')]
    return Function(found['name'], series, found['result'].strip(), [p[2] for p in parameters],
                    [p[1].strip() for p in parameters],
                    re.sub(r'^ \* ?', '', found['comment'] or '', flags=re.MULTILINE), header, rules)


def parse_functions(text, header):
    """The functions that a header declares; series is None where DEID_AVAILABLE_IN is absent."""
    rules = parse_rules(text)
    for found in DECLARATION.finditer(text):
        series = re.search(r'DEID_AVAILABLE_IN_(\d+)_(\d+)', found['marks'])
        yield read_declaration(found, '.'.join(series.groups()) if series else None, header,
                               rules)


def parse_callbacks(text, header):
    """The types of callbacks that a header declares."""
    rules = parse_rules(text)
    for found in CALLBACK.finditer(text):
        yield read_declaration(found, None, header, rules)


ANNOTATED = re.compile(r'^(?:@(?P<name>\w+)|(?P<returns>Returns)): *(?P<marks>(?:\([^)]*\)\s*)*):?'
                       r'(?P<text>.*?)(?=^@|^\w+:|\n\n|\Z)', re.MULTILINE | re.DOTALL)


def read_annotations(function):
    """Of each parameter, and of what is returned: its annotations by name, and what is said of it,
    by the function or at the top of its header."""
    rules = ''.join(f'{name}: {rule}\n' for name, rule in function.rules.items()
                    if name[1:] in function.parameters)
    return {found['name'] or 'Returns':
            (dict(re.findall(r'\(([\w-]+) ?([^)]*)\)', found['marks'])), ' '.join(found['text'].split()))
            for found in ANNOTATED.finditer(f'{rules}\n{function.comment}')}


def is_counting(function):
    """Whether a function without a comment is the _get_type or _ref of a handle, of which deid.h says
    what they do."""
    return function.comment == '' and function.rules != {} and (
        function.name.endswith('_get_type') and function.result == 'GType' and not function.parameters
        or function.name.endswith('_ref') and function.types == [function.result])


def read_bodies(source):
    """Of each function of the library its body."""
    text = '\n'.join(path.read_text(encoding='utf-8') for path in Path(source, 'lib').rglob('*.c'))
    return dict(re.findall(r'^(deid_\w+) \([^;{]*?\)\n\{\n(.*?)^\}', text, re.MULTILINE | re.DOTALL))


def functions(headers):
    """All functions that the headers declare."""
    for header in headers:
        yield from parse_functions(header.read_text(encoding='utf-8'), header.name)
