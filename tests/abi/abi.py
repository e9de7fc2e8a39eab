# SPDX-License-Identifier: LGPL-2.1-or-later
"""The ABI of the public headers is that of deid-0.abi, or more: functions and values may be added,
none may be removed or changed. A library of stubs, one for each prototype, stands for the ABI; its
types are those of the headers, whatever the library does with them. It is built for this machine and, where a
cross compiler is installed, for others of 64 bits. contract.txt has what headers say beyond C: see contract.py.

Changes are tried on copies of the headers, to see that they are caught: all that need no compiler; of the others one of
a function, one of a value and an addition, or of each kind with DEID_TEST_SOAK.

usage: abi.py SOURCE BUILD CC [--write]
"""
import os
import re
import shutil
import subprocess
import sys
import tempfile
from pathlib import Path

import contract
from gate import DECLARATION, finish, need, pkg_config, public_headers, run

# For other machines than this, whose GLib is not installed.
CROSS_COMPILERS = 'aarch64-linux-gnu-gcc', 's390x-linux-gnu-gcc'
STUBS_OF_GLIB = ('-nostdlib', '-ffreestanding', '-include', 'stdint.h', '-include', 'stddef.h',
                 '-DG_DEFINE_AUTOPTR_CLEANUP_FUNC(type, function)=')
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


def dump(include, cc, glib=None):
    """The ABI of the headers in a folder, as a file in it. Types of GLib are left out."""
    library = include / 'libdeid.so'
    flags = glib or pkg_config('--cflags', 'glib-2.0', 'gobject-2.0', 'gio-2.0')
    run([*cc.split(), '-g', '-w', '-fPIC', '-shared', f'-I{include}', write_stubs(include), '-o', library, *flags])
    abi = include / 'deid.abi'
    text = run([need('abidw'), '--headers-dir', include / 'deid', '--drop-private-types', '--no-show-locs',
                '--no-corpus-path', '--no-comp-dir-path', '--no-elf-needed', '--no-architecture', library])
    abi.write_text(text.replace(f'{include}/', ''), encoding='utf-8')
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


def check(include, cc, recorded, glib=None):
    """The complaints about the C of the headers in a folder."""
    errors = compare_values(read_values(recorded / 'values.txt'), list_values(include))
    changes = compare(recorded / 'deid-0.abi', dump(include, cc, glib))
    return errors + ([f'the ABI of {cc} is not that of deid-0.abi:\n{changes}{HOW}'] if changes else [])


def check_other_machines(include, source, recorded):
    """The same for other machines of 64 bits, with their names."""
    found = [cc for cc in CROSS_COMPILERS if shutil.which(cc)]
    found = found if os.environ.get('DEID_TEST_SOAK') else found[:1]
    stubs = [*STUBS_OF_GLIB, f'-I{source}/include/glib-stub']
    return [error for cc in found for error in check(include, cc, recorded, stubs)], found


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


# The same for what contract.py reads. Lines of a comment are one text.
CONTRACT_CHANGES = [
    ('another owner', 'deid-policy.h', r'(deid_policy_to_text:(?:(?!transfer).)*)\(transfer full\)',
     r'\1(transfer none)', True),
    ('no owner', 'deid-policy.h', r'(deid_policy_to_text:(?:(?!transfer).)*)\(transfer full\):', r'\1', True),
    ('an argument that may not be NULL any more', 'deid-job.h', r'(deid_job_set_dataset:.*?@dataset:) \(nullable\):',
     r'\1', True),
    ('an argument that may be NULL now', 'deid-policy.h', r'(deid_policy_to_text:.*?@policy:)', r'\1 (nullable):', False),
    ('a result that may be NULL now', 'deid-error.h',
     r'(deid_error_get_message:(?:(?!Returns).)*Returns: \(transfer none\))', r'\1 (nullable)', True),
    ('a result that may not be NULL any more', 'deid-error.h',
     r'(deid_enum_get_name:(?:(?!Returns).)*Returns: \(transfer none\)) \(nullable\)', r'\1', False),
    ('an argument of callbacks that may be NULL now', 'deid-privacy-model-funcs.h', r'(DeidJudgeFunc:.*?@eq_class:)',
     r'\1 (nullable):', True),
    ('an argument of callbacks that may not be NULL any more', 'deid-engine.h',
     r'(DeidEngineRunFunc:.*?@cancellable:) \(nullable\):', r'\1', False),
    ('a result of callbacks that may be NULL now', 'deid-privacy-model-funcs.h',
     r'(DeidDescribeFunc:(?:(?!Returns).)*Returns: \(transfer full\))', r'\1 (nullable)', False),
    ('a shorter scope', 'deid-privacy-model-funcs.h', r'\(scope notified\)', '(scope call)', True),
    ('another array', 'deid-class.h', r'\(array length=n_values\)', '(array zero-terminated=1)', True),
    ('an argument of callbacks', 'deid-privacy-model-funcs.h', r'(DeidCompareFunc:.*?@order:) \(out\)', r'\1', True),
    ('another value of a macro', 'deid-page.h', r'DEID_PAGE_MAX_FIELD 500', 'DEID_PAGE_MAX_FIELD 501', True),
    ('a removed macro', 'deid-page.h', r'#define DEID_PAGE_MAX_FIELD 500\n', '', True),
    ('one more macro', 'deid-page.h', r'(?=#define DEID_PAGE_MAX_FIELD)', '#define DEID_PAGE_SCRATCH 1\n', False),
    ('another release', 'deid-policy.h', r'DEID_AVAILABLE_IN_0_1(?=\nchar \*deid_policy_to_text)',
     'DEID_AVAILABLE_IN_0_2', True),
    ('a new function of the release', 'deid-policy.h', r'(?=G_END_DECLS)',
     'DEID_AVAILABLE_IN_0_1\nvoid deid_policy_scratch (void);\n', False),
    ('a new function of another release', 'deid-policy.h', r'(?=G_END_DECLS)',
     'DEID_AVAILABLE_IN_0_0\nvoid deid_policy_scratch (void);\n', True),
]


def read_texts(include):
    return {header.name: header.read_text(encoding='utf-8') for header in sorted(include.glob('deid/*.h'))}


def check_contract(texts, recorded):
    version = dict(re.findall(r'#define DEID_(MAJOR|MINOR)_VERSION \((\d+)\)', texts[contract.VERSIONS]))
    old = contract.read((recorded / 'contract.txt').read_text(encoding='utf-8'))
    errors = contract.compare(old, contract.read_headers(texts), f'{version["MAJOR"]}.{version["MINOR"]}')
    return [*errors, f'contract.txt promises something else: {HOW}'] if errors else []


def try_contract_change(texts, recorded, change):
    what, name, pattern, replacement, must_be_caught = change
    changed, n = re.subn(pattern, replacement, texts[name], count=1, flags=re.DOTALL)
    caught = check_contract({**texts, name: changed}, recorded)
    if n == 0 or must_be_caught != bool(caught):
        return [f'{what}: {"expected a complaint" if must_be_caught else "expected none"}, '
                f'found {caught or "none"}; {n} places changed']
    return []


source, build, cc = sys.argv[1:4]
with tempfile.TemporaryDirectory() as folder:
    recorded = Path(source, 'tests/abi')
    include = collect_headers(source, build, Path(folder, 'include'))
    if sys.argv[4:] == ['--write']:
        shutil.copy(dump(include, cc), recorded / 'deid-0.abi')
        (recorded / 'values.txt').write_text(
            ''.join(f'{name} = {value}\n' for name, value in list_values(include).items()),
            encoding='utf-8')
        (recorded / 'contract.txt').write_text(contract.write(contract.read_headers(read_texts(include))),
                                               encoding='utf-8')
    texts = read_texts(include)
    errors = check(include, cc, recorded) + check_contract(texts, recorded)
    elsewhere, machines = check_other_machines(include, source, recorded)
    errors += elsewhere
    changes = SCRATCH_CHANGES if os.environ.get('DEID_TEST_SOAK') else SCRATCH_CHANGES[::5]
    if not errors:
        errors = [error for change in changes for error in try_change(include, cc, recorded, change)]
        errors += [error for change in CONTRACT_CHANGES for error in try_contract_change(texts, recorded, change)]
    finish(errors, f'{len(changes) + len(CONTRACT_CHANGES)} scratch changes tried; also built by '
           f'{", ".join(machines) or "no cross compiler"}')
