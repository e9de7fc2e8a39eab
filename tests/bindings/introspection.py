# SPDX-License-Identifier: LGPL-2.1-or-later
"""The scanner of GObject introspection reads headers and sources without a warning.

usage: introspection.py SOURCE BUILD LIBRARY [PROGRAM]

With PROGRAM, a Python program, that is run on the result.
"""
import os
import sys
import tempfile
from pathlib import Path

from gate import find_python, need, pkg_config, public_headers, run, skip


def scan(source, build, library_directory, output):
    sources = sorted(Path(source, 'lib').rglob('*.c'))
    gir = output / 'Deid-0.gir'
    run([need('g-ir-scanner'), '--warn-all', '--warn-error', '--quiet', '--namespace=Deid',
         '--nsversion=0', '--identifier-prefix=Deid', '--symbol-prefix=deid',
         '--include=GObject-2.0', '--include=Gio-2.0', '--pkg=gio-2.0', '--pkg-export=deid',
         '--c-include=deid/deid.h', '--library=deid', f'--library-path={library_directory}',
         f'-L{library_directory}', f'-I{source}', f'-I{source}/include', f'-I{source}/lib',
         f'-I{build}/include', '-DDEID_COMPILATION', '-D_GNU_SOURCE',
         *pkg_config('--cflags', 'gio-2.0', 'json-glib-1.0'), f'--output={gir}',
         *public_headers(source, build), *sources], cwd=output)
    run([need('g-ir-compiler'), gir, '-o', output / 'Deid-0.typelib'])


source, build, library, *program = sys.argv[1:]
if library.endswith('.a'):
    skip('the library is static')
python = find_python('gi') if program else None
library_directory = Path(library).resolve().parent
with tempfile.TemporaryDirectory(prefix='deid-gir-') as temporary:
    scan(source, build, library_directory, Path(temporary))
    if program:
        print(run([python, *program], cwd=temporary,
                  env=dict(os.environ, GI_TYPELIB_PATH=temporary,
                           LD_LIBRARY_PATH=str(library_directory))))
