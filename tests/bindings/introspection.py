# SPDX-License-Identifier: LGPL-2.1-or-later
"""The scanner of GObject introspection reads headers and sources without a warning.

usage: introspection.py SOURCE BUILD LIBRARY [PROGRAM]

With PROGRAM, a Python program, that is run on the result.
"""
import os
import re
import sys
import tempfile
import xml.etree.ElementTree
from pathlib import Path

from gate import find_python, need, pkg_config, public_headers, run, skip


CORE = '{http://www.gtk.org/introspection/core/1.0}'
C = '{http://www.gtk.org/introspection/c/1.0}'
NUMBERS = re.compile(r'(const )?(g?u?int\d*|guint\d+|gsize|gssize|gboolean|g?double|g?float|g?u?char)\*$')
TEXTS = re.compile(r'(const )?char\s*\*\s*(const\s*)?\*$')


def check_arrays(gir, headers):
    """A binding knows where each array ends, and that each pointer to numbers is an array.

    Of texts the scanner writes no end, whether the header says `zero-terminated=1` or nothing.
    """
    errors = [f'{header.name}: {found[0]}: an array without an end' for header in headers
              for found in re.finditer(r'\(array([^)]*)\)', header.read_text(encoding='utf-8'))
              if not re.search('length=|fixed-size=|zero-terminated=1', found[1])]
    n_arrays = 0
    root = xml.etree.ElementTree.parse(gir).getroot()
    for kind in 'function', 'method', 'constructor', 'callback':
        for function in root.iter(CORE + kind):
            name = function.get(C + 'identifier') or function.get('name')
            for value in [*function.iter(CORE + 'parameter'), *function.iter(CORE + 'return-value')]:
                place = f'{name}: {value.get("name", "what it returns")}'
                array = value.find(CORE + 'array')
                plain = value.find(CORE + 'type')
                if array is not None:
                    n_arrays += 1
                    if not (array.get('length') or array.get('fixed-size')
                            or array.get('zero-terminated') == '1'
                            or array.get('zero-terminated') is None
                            and TEXTS.match(array.get(C + 'type', ''))):
                        errors.append(f'{place}: an array without a length')
                elif (plain is not None and value.get('direction') not in ('out', 'inout')
                      and NUMBERS.match(plain.get(C + 'type', ''))
                      and plain.get('name') not in ('utf8', 'filename')):
                    errors.append(f'{place}: {plain.get(C + "type")} is not said to be an array')
    if n_arrays == 0:
        errors.append('no array was found')
    if errors:
        sys.exit('\n'.join(errors))


def scan(source, build, library_directory, output):
    sources = sorted(Path(source, 'lib').rglob('*.c'))
    gir = output / 'Deid-0.gir'
    run([need('g-ir-scanner'), '--warn-all', '--warn-error', '--quiet', '--namespace=Deid',
         '--nsversion=0', '--identifier-prefix=Deid', '--symbol-prefix=deid',
         '--include=GObject-2.0', '--include=Gio-2.0', '--pkg=gio-2.0', '--pkg-export=deid',
         '--c-include=deid/deid.h', '--library=deid', f'--library-path={library_directory}',
         f'-L{library_directory}', f'-I{source}', f'-I{source}/include', f'-I{source}/lib',
         f'-I{build}/include', '-DDEID_COMPILATION', '-D_GNU_SOURCE',
         *pkg_config('--cflags', 'gio-2.0'), f'--output={gir}',
         *public_headers(source, build), *sources], cwd=output)
    check_arrays(gir, public_headers(source, build))
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
