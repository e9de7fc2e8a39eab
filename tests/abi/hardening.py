#!/usr/bin/env python3
# SPDX-License-Identifier: LGPL-2.1-or-later
"""Reads the library and the tools that were built: what the compiler has for hardening is in them.

    hardening.py FLAGS LIBRARY TOOL...

FLAGS are those that the build found the compiler to have, separated by blanks."""
import os
import re
import shutil
import subprocess
import sys

SKIPPED = 77
FUNCTION = 'deid_dataset_new_from_csv_file'
# Fortified code calls none of these. Whether it calls what takes their place depends on the optimizer.
ALWAYS_REPLACED = {'printf', 'fprintf', 'sprintf', 'snprintf', 'vprintf', 'vfprintf', 'vsprintf',
                   'vsnprintf'}
ENDBR64 = bytes.fromhex('f30f1efa')


def read(path, option):
    return subprocess.run(['readelf', '--wide', option, path], capture_output=True, text=True,
                          check=True, env=dict(os.environ, LC_ALL='C')).stdout


def check_layout(path, flags, program):
    """The table of addresses is read-only, as are code and stack where they should be."""
    headers, dynamic = read(path, '--program-headers'), read(path, '--dynamic')
    stack = re.search(r'^\s*GNU_STACK(?:\s+0x\w+){5}\s+(\S+)', headers, re.M)
    assert stack is None or 'E' not in stack[1], f'{path}: the stack is executable'
    assert '(TEXTREL)' not in dynamic, f'{path}: code is written to'
    if '-Wl,-z,relro' in flags:
        assert 'GNU_RELRO' in headers, f'{path}: no part becomes read-only'
    if '-Wl,-z,now' in flags:
        assert re.search(r'\((?:FLAGS|FLAGS_1)\).*\bNOW\b|\(BIND_NOW\)', dynamic), \
            f'{path}: addresses are found late, so that their table stays writable'
    if program:
        assert re.search(r'Type:\s+DYN', read(path, '--file-header')), f'{path}: at a fixed address'


def check_calls(path, flags):
    """Calls that the compiler adds or replaces."""
    symbols = set(re.findall(r'\bUND\s+(\w+)', read(path, '--dyn-syms')))
    if '-fstack-protector-strong' in flags:
        assert '__stack_chk_fail' in symbols, f'{path}: no stack is checked'
    if 'fortified' in flags:
        assert not symbols & ALWAYS_REPLACED, f'{path}: calls {symbols & ALWAYS_REPLACED}'


def check_entries(path, flags):
    """Of x86-64: a function that others call begins with the one instruction to jump to."""
    if '-fcf-protection' not in flags or 'X86-64' not in read(path, '--file-header'):
        return
    symbol = re.search(rf'^\s*\d+:\s+(\w+).*\b{FUNCTION}\b', read(path, '--dyn-syms'), re.M)
    address = int(symbol[1], 16)
    for line in read(path, '--program-headers').splitlines():
        segment = re.match(r'\s*LOAD\s+(\w+)\s+(\w+)\s+\w+\s+(\w+)', line)
        if segment is None:
            continue
        offset, start, size = (int(number, 16) for number in segment.groups())
        if start <= address < start + size:
            with open(path, 'rb') as file:
                file.seek(offset + address - start)
                assert file.read(4) == ENDBR64, f'{path}: {FUNCTION} may be entered anywhere'
            return
    raise AssertionError(f'{path}: {FUNCTION} is in no segment')


def main():
    flags, library, tools = sys.argv[1].split(), sys.argv[2], sys.argv[3:]
    if shutil.which('readelf') is None:
        print('readelf is not installed')
        return SKIPPED
    check_layout(library, flags, False)
    check_entries(library, flags)
    for path in [library, *tools]:
        check_calls(path, flags)
    for tool in tools:
        check_layout(tool, flags, True)
    return 0


sys.exit(main())
