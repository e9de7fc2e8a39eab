# SPDX-License-Identifier: LGPL-2.1-or-later
"""The Debian packages have each file that the build installs, once, and the version of the project. With DEID_TEST_SOAK
they are built, twice and in different folders: they are the same to the last byte, and lintian has no complaint.

usage: packages.py SOURCE BUILD
"""
import fnmatch
import json
import os
import re
import subprocess
import sys
import tempfile
from pathlib import Path

from gate import finish, need, run

# What Debian installs only where a build has it, as a part of the path.
OPTIONAL = 'usr/bin', 'bash-completion', 'fish', 'man', 'zsh', 'gir', 'vala', 'python3', 'libdeid.a'


def read_patterns(source):
    return [(path.stem, line) for path in sorted(Path(source, 'debian').glob('*.install'))
            for line in path.read_text(encoding='utf-8').split()]


def list_installed(build):
    """The paths of installed files below usr/."""
    options = {option['name']: option['value'] for option in json.loads(run([
        need('meson'), 'introspect', '--buildoptions', build]))}
    paths = json.loads(run(['meson', 'introspect', '--installed', build])).values()
    return [os.path.join('usr', os.path.relpath(path, options['prefix'])) for path in paths]


def check_files(installed, patterns):
    def matches(path, pattern):
        # A shared library has its links beside it.
        return fnmatch.fnmatch(path, pattern) or fnmatch.fnmatch(path, f'{pattern}/*')

    for path in installed:
        packages = [package for package, pattern in patterns if matches(path, pattern)]
        if len(packages) != 1:
            yield f'{path} is in {packages or "no package"}, expected one'
    for package, pattern in patterns:
        is_link = pattern.endswith('/libdeid.so')
        if not is_link and not any(matches(path, pattern) for path in installed) \
                and not any(part in pattern for part in OPTIONAL):
            yield f'debian/{package}.install: nothing that is installed is {pattern}'


def check_versions(source, build):
    project = json.loads(run(['meson', 'introspect', '--projectinfo', build]))['version']
    changelog = Path(source, 'debian/changelog').read_text(encoding='utf-8')
    if not re.match(rf'deid \({re.escape(project)}-', changelog):
        yield f'debian/changelog: expected the version {project}'
    symbols = Path(source, 'debian/libdeid0.symbols').read_text(encoding='utf-8')
    marks = re.findall(r'define DEID_AVAILABLE_IN_(\d+)_(\d+) DEID_API',
                       Path(source, 'include/deid/deid-version.h.in').read_text(encoding='utf-8'))
    if sorted(re.findall(r'\(symver\)DEID_(\d+)\.(\d+) ', symbols)) != sorted(marks):
        yield f'debian/libdeid0.symbols: expected a line for each release of {marks}'


def build_packages(source, folder):
    """The packages as bytes by name, built from what is committed; and lintian's complaints."""
    tree = folder / 'deid'
    tree.mkdir(parents=True)
    run(['sh', '-c', f'git -C {source} archive HEAD | tar -x -C {tree}'])
    run(['dpkg-buildpackage', '--no-sign', '--build=binary'], cwd=tree, env=dict(
        os.environ, DEB_BUILD_OPTIONS='nocheck', PATH='/usr/sbin:/usr/bin:/sbin:/bin'))
    changes = next(folder.glob('*.changes'))
    linted = subprocess.run(['lintian', '--fail-on', 'error,warning', changes], stdout=subprocess.PIPE, text=True)
    packages = {path.name: path.read_bytes() for path in folder.glob('*.deb')}
    return packages, [linted.stdout] if linted.returncode else []


def check_builds(source):
    need('dpkg-buildpackage'), need('lintian'), need('dh')
    with tempfile.TemporaryDirectory() as folder:
        first, errors = build_packages(source, Path(folder, 'first'))
        second, _ = build_packages(source, Path(folder, 'second/deeper'))
        if not first or first.keys() != second.keys():
            errors.append(f'packages {sorted(first)} and {sorted(second)}')
        return errors + [f'{name} differs between two builds' for name in first if first[name] != second.get(name)]


source, build = sys.argv[1:]
installed, patterns = list_installed(build), read_patterns(source)
errors = [*check_files(installed, patterns), *check_versions(source, build)]
assert list(check_files([*installed, 'usr/share/scratch'], patterns)), 'a file without a package is not noticed'
if os.environ.get('DEID_TEST_SOAK') and not errors:
    errors = check_builds(source)
finish(errors, f'{len(installed)} files in {len({package for package, _ in patterns})} packages')
