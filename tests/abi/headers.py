# SPDX-License-Identifier: LGPL-2.1-or-later
"""The header gate: public headers compile as C99 and as C++11 without a warning, all together and each
alone, and refuse to be included but by deid.h, those of plug-ins by deid-extend.h. What a header needs to
be included does not depend on the language or the compiler: each alone is compiled as C99, by clang where it
is there, which reads the headers of GLib once, as modules.

usage: headers.py SOURCE BUILD CC CXX
"""
import os
import re
import shutil
import subprocess
import sys
import tempfile
from concurrent.futures import ThreadPoolExecutor

from gate import PKG_CONFIG, finish, need, pkg_config, public_headers, run

WARNINGS = ['-Wall', '-Wextra', '-pedantic', '-Werror', '-fsyntax-only']
INSIDE = ['-DDEID_COMPILATION']
ALL_ERRORS = ['-ferror-limit=0'] if 'clang' in sys.argv[3] else ['-fmax-errors=0']
REFUSAL = re.compile(r'([\w-]+\.h):\d+:.*Only <deid/deid(?:-extend)?.h> can be included directly.')
ENTRIES = ['deid.h', 'deid-extend.h']

source, build, cc, cxx = sys.argv[1:]
compilers = [[need(cc), '-std=c99', '-x', 'c'], [need(cxx), '-std=c++11', '-x', 'c++']]
names = [header.name for header in public_headers(source, build)]
directories = [f'-I{source}/include', f'-I{build}/include']
directories += [flag.replace('-I', '-isystem', 1) for flag in pkg_config('--cflags', 'gio-2.0')]


def make_module_flags(folder):
    """A header still has to include what it needs of a module."""
    glib = run([PKG_CONFIG, '--variable=includedir', 'glib-2.0']).strip() + '/glib-2.0'
    with open(f'{folder}/glib.modulemap', 'w', encoding='utf-8') as file:
        file.write('module GLib [system] {\n' + ''.join(
            f'module {name} {{ header "{glib}/{header}" export * }}\n' for name, header in
            (('base', 'glib.h'), ('object', 'glib-object.h'), ('io', 'gio/gio.h'))) + '}\n')
    return ['-fmodules', f'-fmodules-cache-path={folder}', f'-fmodule-map-file={folder}/glib.modulemap']


def compile_headers(compiler, flags, includes):
    text = ''.join(f'#include <deid/{name}>\n' for name in includes)
    return subprocess.run([*compiler, *WARNINGS, *flags, *directories, '-'], input=text, text=True,
                          capture_output=True)


def check_accepted(compiler, flags, includes):
    done = compile_headers(compiler, flags, includes)
    if done.returncode != 0:
        return f'{compiler[0]} {compiler[1]}, {" ".join(includes)}:\n{done.stderr}'
    return None


def check_refused(compiler):
    """Each header but ENTRIES refuses, also where another one has included it."""
    done = compile_headers(compiler, ALL_ERRORS, [name for name in names if name not in ENTRIES])
    refused = {match[1] for match in REFUSAL.finditer(done.stderr)}
    accepted = set(names) - refused - set(ENTRIES)
    if accepted:
        return f'{compiler[0]} {compiler[1]}: {" ".join(sorted(accepted))} can be included alone'
    return None


cases = []
for compiler in compilers:
    cases += [(check_accepted, compiler, [], includes)
              for name in ENTRIES for includes in ([name], [name, name], [name, 'deid.h'])]
    cases += [(check_accepted, compiler, INSIDE, names),
              (check_accepted, compiler, INSIDE, names[::-1]),
              (check_refused, compiler)]

with tempfile.TemporaryDirectory() as folder, ThreadPoolExecutor(os.cpu_count()) as pool:
    if cc == ('clang' if shutil.which('clang') else 'gcc'):
        flags = INSIDE + (make_module_flags(folder) if cc == 'clang' else [])
        cases += [(check_accepted, compilers[0], flags, [name]) for name in names]
    errors = [error for error in pool.map(lambda case: case[0](*case[1:]), cases) if error]
finish(errors, f'{len(cases)} compilations')
