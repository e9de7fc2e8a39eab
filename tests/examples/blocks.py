# SPDX-License-Identifier: LGPL-2.1-or-later
"""Runs the blocks of a document where the sources are, and compares what they print with the block
```output behind them, if there is one. Blocks of C are compiled with the library's own flags by the
test `readme`. A block that nothing runs is an error.

usage: blocks.py SOURCE BUILD DOCUMENT
"""
import os
import re
import shutil
import sys
import tempfile
from pathlib import Path

from gate import finish, find_python, need, run, skip

# What blocks begin with, and the tests that run these.
TESTED_ELSEWHERE = {
    '[wrap-git]': 'subproject',
    'PKG_CONFIG_PATH=/usr/local/lib/pkgconfig R CMD INSTALL R/deid': 'r',
    'dpkg-buildpackage --no-sign --build=binary': 'packages',
    'library(deid)': 'r, which reads docs/r.md',
    'sh examples/quickstart.sh': 'quickstart, and what it builds installed',
    'sh tests/run.sh': 'the tests themselves',
    'meson setup build': 'installed',
    'ninja -C build': 'installed',
    'meson install -C build': 'installed',
}


def read_blocks(text):
    """Language, text and expected output of each block; indented blocks have no language."""
    blocks = []
    for fenced in re.finditer(r'^```(\w*)\n(.*?)^```$', text, re.MULTILINE | re.DOTALL):
        if fenced[1] == 'output':
            blocks[-1] = (*blocks[-1][:2], fenced[2])
        else:
            blocks.append((fenced[1] or 'a language that is not said', fenced[2], None))
    outside = re.sub(r'^```.*?^```$', '', text, flags=re.MULTILINE | re.DOTALL)
    return blocks + [('', line, None) for line in re.findall(r'^    (.*)$', outside, re.MULTILINE)]


def run_python(text, source, environment, folder):
    """Returns None if the package deid is not built, or if nothing has a module that its block needs."""
    modules = sorted(set(re.findall(r'^import (gi|cffi|pandas)$', text, re.MULTILINE)))
    if 'import deid\n' in text:
        modules = sorted({*modules, 'cffi'})
        if not Path(environment['PYTHONPATH'], 'deid').is_dir() or not has_python(', '.join(modules)):
            return None
    program = folder / 'block.py'
    program.write_text(text, encoding='utf-8')
    return run([find_python(', '.join(modules)) if modules else sys.executable, program],
               cwd=folder, env=environment)


def has_python(modules):
    try:
        return find_python(modules)
    except SystemExit:
        return None


def run_vala(text, source, environment, folder):
    program = folder / 'block.vala'
    program.write_text(text, encoding='utf-8')
    run([need('valac'), '--fatal-warnings', f'--vapidir={environment["GI_TYPELIB_PATH"]}', '--pkg=gio-2.0',
         '--pkg=deid', '-X', '-w', '-o', folder / 'block', program], cwd=folder, env=environment)
    return run([folder / 'block'], cwd=folder, env=environment)


def run_shell(text, source, environment, folder):
    """A block writes the files that its options name."""
    printed = run([need('sh'), '-euc', text], cwd=folder, env=environment)
    for name in re.findall(r'--(?:output|policy|certificate) (\w\S*)', text):
        if not (folder / name).is_file():
            sys.exit(f'{text}: {name} was not written')
    return printed


def run_problem(text, source, environment, folder):
    """A problem file, whose paths are relative to the sources."""
    (folder / 'block.ini').write_text(text, encoding='utf-8')
    return run([need('sh'), '-euc', 'deid run --problem - --quiet <block.ini'], cwd=folder, env=environment)


RUNNERS = {'python': run_python, 'vala': run_vala, 'sh': run_shell, 'ini': run_problem}


def run_blocks(document, source, build):
    environment = dict(os.environ, PATH=f'{build}/tools:{os.environ["PATH"]}', PKG_CONFIG_PATH=build,
                       GI_TYPELIB_PATH=f'{build}/lib', PYTHONPATH=f'{build}/python',
                       LD_LIBRARY_PATH=f'{build}/lib')
    with tempfile.TemporaryDirectory(prefix='deid-blocks-') as temporary:
        folder = Path(temporary)
        (folder / 'examples').symlink_to(Path(source, 'examples').resolve())
        for language, text, expected in read_blocks(document.read_text(encoding='utf-8')):
            if text.partition('\n')[0] in TESTED_ELSEWHERE:
                continue
            if language == '':
                yield f'{text}: no test runs this command'
            elif language == 'c' and document.name != 'README.md':
                yield f'only README.md has blocks of C that are compiled:\n{text}'
            elif language in RUNNERS:
                printed = RUNNERS[language](text, source, environment, folder)
                if None not in (expected, printed) and printed != expected:
                    yield f'{text}printed {printed!r}, expected {expected!r}'
            elif language != 'c':
                yield f'a block of {language}, which no test runs:\n{text}'


source, build, document = sys.argv[1:]
document = Path(document)
if document.name in ('arrow.md', 'bindings.md') and not (Path(build, 'lib/Deid-0.typelib').is_file()
                                                         and Path(build, 'lib/deid.vapi').is_file()):
    skip('the build has no introspection data or no vapi')
if document.name == 'engines.md' and shutil.which('sqlite3') is None:
    skip('sqlite3 is not installed')
assert [block[0] for block in read_blocks('```sh\na\n```\n\n```output\nb\n```\n\nc\n\n    d\n')] == ['sh', '']
finish(list(run_blocks(document, source, build)), document.name)
