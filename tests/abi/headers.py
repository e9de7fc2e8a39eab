# SPDX-License-Identifier: LGPL-2.1-or-later
"""The header gate: every public header compiles alone, as C99 and as C++11, without a warning.

usage: headers.py SOURCE BUILD CC CXX
"""
import os
import subprocess
import sys
from concurrent.futures import ThreadPoolExecutor

from gate import finish, need, pkg_config, public_headers

WARNINGS = ['-Wall', '-Wextra', '-pedantic', '-Werror', '-Wfatal-errors', '-fsyntax-only']
INSIDE = ['-DDEID_COMPILATION']
REFUSAL = 'Only <deid/deid.h> can be included directly.'

source, build, cc, cxx = sys.argv[1:]
compilers = [[need(cc), '-std=c99', '-x', 'c'], [need(cxx), '-std=c++11', '-x', 'c++']]
names = [header.name for header in public_headers(source, build)]
directories = [f'-I{source}/include', f'-I{build}/include']
directories += [flag.replace('-I', '-isystem', 1) for flag in pkg_config('--cflags', 'gio-2.0')]


def compile_headers(compiler, flags, includes):
    text = ''.join(f'#include <deid/{name}>\n' for name in includes)
    return subprocess.run([*compiler, *WARNINGS, *flags, *directories, '-'], input=text, text=True,
                          capture_output=True)


def check(compiler, flags, includes, accepted):
    done = compile_headers(compiler, flags, includes)
    if accepted and done.returncode != 0:
        return f'{compiler[0]} {compiler[1]}, {" ".join(includes)}:\n{done.stderr}'
    if not accepted and (done.returncode == 0 or REFUSAL not in done.stderr):
        return f'{compiler[0]} {compiler[1]}: {includes[0]} can be included alone\n{done.stderr}'
    return None


cases = []
for compiler in compilers:
    cases += [(compiler, [], ['deid.h'], True), (compiler, [], ['deid.h', 'deid.h'], True),
              (compiler, INSIDE, names, True), (compiler, INSIDE, names[::-1], True)]
    for name in names:
        cases.append((compiler, INSIDE, [name], True))
        if name != 'deid.h':
            cases.append((compiler, [], [name], False))

with ThreadPoolExecutor(os.cpu_count()) as pool:
    errors = [error for error in pool.map(lambda case: check(*case), cases) if error]
finish(errors, f'{len(cases)} compilations')
