# SPDX-License-Identifier: LGPL-2.1-or-later
"""The declarations of the Python package are those of the headers, as a preprocessor and cffi read them, and each
error code has an exception.

usage: declarations.py SOURCE BUILD
"""
import re
import sys
import tempfile
from pathlib import Path

import cffi
import deid
from deid._cffi import ffi
from deid._library import lib
from gate import finish, need, run


def read_headers(source, build):
    """All declarations of the headers."""
    full = cffi.FFI()
    with tempfile.TemporaryDirectory(prefix='deid-declarations-') as folder:
        main = Path(folder, 'main.c')
        main.write_text('#include <deid/deid-extend.h>\n')
        full.cdef(run([need('cc'), '-E', '-P', '-U__GNUC__', '-D__GI_SCANNER__', '-I', f'{source}/include/glib-stub',
                       '-I', f'{source}/include', '-I', f'{build}/include', main]))
    return full


def describe(ctype):
    """A type with the types that it is made of; structures by name."""
    if ctype.kind == 'function':
        return (describe(ctype.result), [describe(argument) for argument in ctype.args], ctype.ellipsis)
    if ctype.kind == 'pointer':
        return ('pointer', describe(ctype.item))
    if ctype.kind == 'enum':
        return (ctype.cname, sorted(ctype.elements.items()))
    # cffi calls an opaque structure by its tag or by its type.
    return ctype.cname.replace('struct ', '').lstrip('_')


source, build = sys.argv[1:]
full = read_headers(source, build)
dll = full.dlopen('libdeid.so.0')
used = sorted(set(re.findall(r'\blib\.(deid_\w+)', '\n'.join(
    path.read_text(encoding='utf-8') for path in Path(source, 'python/deid').glob('*.py')))))
errors = []
for name in used:
    own, other = describe(ffi.typeof(getattr(lib, name))), describe(full.typeof(getattr(dll, name)))
    if own != other:
        errors.append(f'{name}: declared as {own}, expected {other}')
for code, constant in full.typeof('DeidError').elements.items():
    name = ''.join(word.capitalize() for word in constant.split('_')[2:]) + 'Error'
    if getattr(deid, name, deid.Error).code != code or not issubclass(getattr(deid, name), deid.Error):
        errors.append(f'{constant}: no exception deid.{name} with the code {code}')
finish(errors, f'{len(used)} functions')
