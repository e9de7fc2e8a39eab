# SPDX-License-Identifier: LGPL-2.1-or-later
"""The programs of examples/bindings/ do the same job in each language, and print the same: job.out, whose
numbers are those of the command.

usage: examples.py cpp|rust|javascript|vala|pygobject|numbers SOURCE BUILD COMMAND
"""
import json
import os
import shutil
import subprocess
import sys
import tempfile
from pathlib import Path

from gate import find_python, finish, need, pkg_config, run, skip

language, source, build, command = sys.argv[1:]
FOLDER = Path(source, 'examples/bindings')
DATA = f'{source}/examples/data'
WARNINGS = ['-std=c++17', '-Wall', '-Wextra', '-pedantic', '-Werror']
os.environ.update(PKG_CONFIG_PATH=build, GI_TYPELIB_PATH=f'{build}/lib', LD_LIBRARY_PATH=f'{build}/lib')


def compare(printed, name):
    expected = (FOLDER / 'job.out').read_text(encoding='utf-8')
    return [] if printed == expected else [f'{name} printed {printed!r}, expected {expected!r}']


def try_cpp(folder):
    """Each compiler takes deid.hpp without a warning. One builds the example, the other one a test of handles."""
    compilers = [path for path in map(shutil.which, ('g++', 'clang++')) if path] or [need('c++')]
    flags = pkg_config('--cflags', '--libs', 'deid')
    for compiler, program in (compilers[0], FOLDER / 'job.cc'), (compilers[-1], Path(__file__).parent / 'handles.cc'):
        run([compiler, *WARNINGS, program, '-o', folder / program.stem, *flags])
    run([folder / 'handles'])
    return compare(run([folder / 'job', DATA]), 'job.cc')


def try_rust(folder):
    run([need('rustc'), '-Dwarnings', FOLDER / 'job.rs', '-o', folder / 'job', *pkg_config('--libs-only-L', 'deid')])
    return compare(run([folder / 'job', DATA]), 'job.rs')


def try_javascript(folder):
    """The first run of a build directory installs koffi there."""
    node, modules = need('node'), Path(build, 'koffi')
    if not (modules / 'node_modules/koffi').is_dir():
        npm = need('npm')
        install = [npm, 'install', '--prefix', modules, '--no-audit', '--no-fund', '--fetch-retries=0', 'koffi@3']
        if subprocess.run(install, capture_output=True).returncode != 0:
            skip('npm cannot install koffi')
    os.environ['NODE_PATH'] = str(modules / 'node_modules')
    return compare(run([node, FOLDER / 'job.js', DATA]), 'job.js')


def try_vala(folder):
    """The installed vapi says by deid.deps that it needs gio-2.0."""
    if not Path(build, 'lib/deid.vapi').is_file():
        skip('the build has no vapi')
    run([need('valac'), '--fatal-warnings', f'--vapidir={build}/lib', '--pkg=gio-2.0', '--pkg=deid', '-X', '-w',
         '-o', folder / 'job', FOLDER / 'job.vala'], cwd=folder)
    return compare(run([folder / 'job', DATA]), 'job.vala')


def try_pygobject(folder):
    if not Path(build, 'lib/Deid-0.typelib').is_file():
        skip('the build has no introspection')
    return compare(run([find_python('gi'), FOLDER / 'job.py', DATA]), 'job.py')


def try_numbers(folder):
    """No release can make 5,000 of fewer patients look alike."""
    release = folder / 'release.csv'
    report = json.loads(run([command, 'run', f'{DATA}/discharges.ini', '--json', '--output', release]))
    policy = ' '.join(f'{name}:{level}' for name, level in report['optimum'].items())
    n_rows = len(release.read_text(encoding='utf-8').splitlines()) - 1
    if report['risks']['before']['persons'] >= 5000:
        yield 'the table has 5,000 patients'
    yield from compare(f'policy {policy}\nloss {report["loss"]:.6f}\nrows {n_rows}\nk:5000 no-solution\n', command)


with tempfile.TemporaryDirectory(prefix='deid-example-') as temporary:
    finish(list(globals()[f'try_{language}'](Path(temporary))), language)
