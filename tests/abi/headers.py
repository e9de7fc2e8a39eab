# SPDX-License-Identifier: LGPL-2.1-or-later
"""The header gate: public headers compile as C99 and as C++11 without a warning, all together and each
alone, and refuse to be included but by deid.h, those of plug-ins by deid-extend.h. What a header needs to
be included does not depend on the language or the compiler: each alone is compiled by gcc as C99.

usage: headers.py SOURCE BUILD CC CXX
"""
import os
import re
import subprocess
import sys
from concurrent.futures import ThreadPoolExecutor

from gate import finish, need, pkg_config, public_headers

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


cases = [(check_accepted, compilers[0], INSIDE, [name]) for name in names if cc == 'gcc']
for compiler in compilers:
    cases += [(check_accepted, compiler, [], includes)
              for name in ENTRIES for includes in ([name], [name, name], [name, 'deid.h'])]
    cases += [(check_accepted, compiler, INSIDE, names),
              (check_accepted, compiler, INSIDE, names[::-1]),
              (check_refused, compiler)]

with ThreadPoolExecutor(os.cpu_count()) as pool:
    errors = [error for error in pool.map(lambda case: case[0](*case[1:]), cases) if error]
finish(errors, f'{len(cases)} compilations')
