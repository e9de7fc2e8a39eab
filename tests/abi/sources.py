# SPDX-License-Identifier: LGPL-2.1-or-later
"""Gates over the source files.

usage: sources.py format|licence|scripts SOURCE
"""
import os
import shutil
import subprocess
import sys
from pathlib import Path

from gate import finish, need, run

NAMES = {'meson.build', 'meson_options.txt', 'run'}
SUFFIXES = {'.c', '.cc', '.h', '.hpp', '.in', '.js', '.map', '.py', '.rs', '.sh', '.vala'}


def list_files(source):
    """The files of the repository; in an unpacked release, all but build directories."""
    listed = subprocess.run(
        ['git', '-C', source, 'ls-files', '-z', '--cached', '--others', '--exclude-standard'],
        capture_output=True, text=True) if shutil.which('git') else None
    if listed and listed.returncode == 0 and listed.stdout:
        paths = [Path(source, name) for name in listed.stdout.split('\0') if name]
    else:
        paths = [Path(directory, name) for directory, folders, names in os.walk(source)
                 if not prune(folders) for name in names]
    return [path for path in paths if path.is_file()]


def prune(folders):
    folders[:] = [name for name in folders if name != '.git' and not name.startswith('build')]


def check_format(files):
    formatted = [path for path in files if path.suffix in ('.c', '.cc', '.h', '.hpp')]
    run([need('clang-format'), '--dry-run', '-Werror', *formatted])
    return [], f'{len(formatted)} files'


def check_licence(files):
    sources = [path for path in files if path.suffix in SUFFIXES or path.name in NAMES]
    errors = []
    for path in sources:
        lines = path.read_text(encoding='utf-8').splitlines()[:2]
        if not any('SPDX-License-Identifier: LGPL-2.1-or-later' in line for line in lines):
            errors.append(f'{path}: no SPDX line')
    return errors, f'{len(sources)} files'


def check_scripts(files):
    scripts = []
    for path in files:
        start = path.read_bytes()[:2] == b'#!' and path.read_text(encoding='utf-8').split('\n')[0]
        if path.suffix == '.sh' or (start and start.endswith('sh')):
            shell = 'bash' if start and start.endswith('bash') else 'sh'
            run([need(shell), '-n', path])
            scripts.append(path)
    if scripts and shutil.which('shellcheck'):
        run(['shellcheck', '--severity=warning', *scripts])
    return [], f'{len(scripts)} scripts'


gate, source = sys.argv[1:]
check = {'format': check_format, 'licence': check_licence, 'scripts': check_scripts}[gate]
errors, done = check(list_files(source))
finish(errors, done)
