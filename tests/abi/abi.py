# SPDX-License-Identifier: LGPL-2.1-or-later
"""The ABI of the public headers is that of deid-0.abi, or more: functions and values may be added,
none may be removed or changed. A library of stubs, one for each prototype, stands for the ABI; its
types are those of the headers, whatever the library does with them. Changes are tried on copies of the
headers, to see that they are caught: one of a function, one of a value and an addition, or of each kind with
DEID_TEST_SOAK.

usage: abi.py SOURCE BUILD CC [--write]
"""
import os
import platform
import re
import shutil
import subprocess
import sys
import tempfile
from pathlib import Path

from gate import DECLARATION, finish, need, pkg_config, public_headers, run, skip

HOW = 'a change that is meant needs a new soversion, or before the first release: abi.py --write'


def collect_headers(source, build, folder):
    (folder / 'deid').mkdir(parents=True)
    for header in public_headers(source, build):
        shutil.copy(header, folder / 'deid')
    return folder


def write_stubs(include):
    lines = ['#include <deid/deid-extend.h>']
    for header in sorted(include.glob('deid/*.h')):
        for found in DECLARATION.finditer(header.read_text(encoding='utf-8')):
            lines.append(f'{found["result"]}\n{found["name"]} ({found["parameters"]})\n'
                         '{ __builtin_trap (); }')
    stubs = include / 'stubs.c'
    stubs.write_text('\n'.join(lines), encoding='utf-8')
    return stubs


def dump(include, cc):
    """The ABI of the headers in a folder, as a file in it. Types of GLib are left out."""
    library = include / 'libdeid.so'
    run([*cc.split(), '-g', '-w', '-fPIC', '-shared', f'-I{include}', write_stubs(include),
         '-o', library, *pkg_config('--cflags', 'glib-2.0', 'gobject-2.0', 'gio-2.0')])
    abi = include / 'deid.abi'
    abi.write_text(run([need('abidw'), '--headers-dir', include / 'deid', '--drop-private-types',
                        '--no-show-locs', '--no-corpus-path', '--no-comp-dir-path',
                        '--no-elf-needed', '--no-architecture', library]), encoding='utf-8')
    return abi


def compare(old, new):
    """What is removed or changed, as abidiff words it."""
    done = subprocess.run([need('abidiff'), '--no-added-syms', old, new],
                          capture_output=True, text=True)
    return '' if done.returncode == 0 else done.stdout + done.stderr


def list_values(include):
    """NAME -> value of all constants of public enumerations."""
    values = {}
    for header in sorted(include.glob('deid/*.h')):
        text = re.sub(r'/\*.*?\*/', '', header.read_text(encoding='utf-8'), flags=re.DOTALL)
        for body in re.findall(r'typedef enum\s*\{(.*?)\}', text, re.DOTALL):
            for name, value in re.findall(r'(\w+)\s*(?:=\s*([^,]+))?', body):
                if name.startswith('DEID_'):
                    values[name] = value.strip() or 'no explicit value'
    return values


def read_values(path):
    return dict(line.split(' = ') for line in path.read_text(encoding='utf-8').splitlines())


def compare_values(old, new):
    return [f'{name} is {new.get(name, "gone")}, was {value}: values of enumerations never change'
            for name, value in old.items() if new.get(name) != value]


def check(include, cc, recorded):
    """The complaints about the headers in a folder."""
    errors = compare_values(read_values(recorded / 'values.txt'), list_values(include))
    changes = compare(recorded / 'deid-0.abi', dump(include, cc))
    return errors + ([f'the ABI is not that of deid-0.abi:\n{changes}{HOW}'] if changes else [])


# What is done to one header, by a pattern that occurs there, and whether it must be caught.
SCRATCH_CHANGES = [
    ('a removed function', 'deid-policy.h', r'DEID_AVAILABLE_IN_0_1\nDeidPolicy \*deid_policy_ref \([^;]*;',
     '', True),
    ('another type of a result', 'deid-policy.h', r'\nguint64 deid_policy_get_level_sum',
     r'\nguint deid_policy_get_level_sum', True),
    ('another type of a parameter', 'deid-dataset.h', r'double \*values, gsize n_rows',
     'double *values, guint32 n_rows', True),
    ('one more parameter', 'deid-policy.h', r'deid_policy_ref \(DeidPolicy \*policy\)',
     'deid_policy_ref (DeidPolicy *policy, guint n)', True),
    ('another callback', 'deid-privacy-model-funcs.h',
     r'(\*DeidDescribeFunc\)) \(gpointer user_data\)', r'\1 (guint n, gpointer user_data)', True),
    ('two values swapped', 'deid-dataset.h',
     r'DEID_ROLE_QUASI_IDENTIFYING = 1,\n  DEID_ROLE_SENSITIVE = 2',
     'DEID_ROLE_QUASI_IDENTIFYING = 2,\n  DEID_ROLE_SENSITIVE = 1', True),
    ('a value of an enumeration that no function takes', 'deid-error.h', r'DEID_ERROR_IO = 0',
     'DEID_ERROR_IO = 99', True),
    ('a removed value', 'deid-error.h', r'  DEID_ERROR_ENGINE = 18\n', '', True),
    ('a larger enumeration', 'deid-dataset.h', r'DEID_ROLE_SENSITIVE = 2',
     'DEID_ROLE_SENSITIVE = 2, DEID_ROLE_HUGE = 0x7FFFFFFFFF', True),
    ('one more function', 'deid-policy.h', r'(?=G_END_DECLS)',
     'DEID_AVAILABLE_IN_0_1\nvoid deid_policy_scratch (DeidPolicy *policy);\n', False),
    ('one more value', 'deid-error.h', r'DEID_ERROR_ENGINE = 18',
     'DEID_ERROR_ENGINE = 18, DEID_ERROR_SCRATCH = 1000', False),
]


def try_change(include, cc, recorded, change):
    what, name, pattern, replacement, must_be_caught = change
    with tempfile.TemporaryDirectory() as folder:
        copy = Path(folder) / 'include'
        shutil.copytree(include / 'deid', copy / 'deid')
        header = copy / 'deid' / name
        text, n = re.subn(pattern, replacement, header.read_text(encoding='utf-8'), count=1)
        if n == 0:
            return [f'{what}: {pattern} is not in {name}, so that the change cannot be tried']
        header.write_text(text, encoding='utf-8')
        caught = check(copy, cc, recorded)
        if must_be_caught == bool(caught):
            return []
        return [f'{what} was not caught' if must_be_caught
                else f'{what} was refused:\n' + '\n'.join(caught)]


source, build, cc = sys.argv[1:4]
if platform.machine() != 'x86_64':
    skip('deid-0.abi is that of x86_64')
with tempfile.TemporaryDirectory() as folder:
    recorded = Path(source, 'tests/abi')
    include = collect_headers(source, build, Path(folder, 'include'))
    if sys.argv[4:] == ['--write']:
        shutil.copy(dump(include, cc), recorded / 'deid-0.abi')
        (recorded / 'values.txt').write_text(
            ''.join(f'{name} = {value}\n' for name, value in list_values(include).items()),
            encoding='utf-8')
    errors = check(include, cc, recorded)
    changes = SCRATCH_CHANGES if os.environ.get('DEID_TEST_SOAK') else SCRATCH_CHANGES[::5]
    for change in changes if not errors else []:
        errors += try_change(include, cc, recorded, change)
    finish(errors, f'{len(changes)} scratch changes tried')
