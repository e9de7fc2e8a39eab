# SPDX-License-Identifier: LGPL-2.1-or-later
"""SWIG reads all public headers without a warning; what it makes for Python calls the library.

usage: swig.py SOURCE BUILD LIBRARY
"""
import os
import sys
import sysconfig
import tempfile
from pathlib import Path

from gate import finish, functions, need, pkg_config, public_headers, run, skip

INTERFACE = '''%module deid
%{
#include <deid/deid-extend.h>
%}
%include <stdint.i>
%include <deid/deid-extend.h>
'''
PROGRAM = '''import deid, sys
table = deid.deid_dataset_new ('persons')
assert deid.deid_dataset_get_n_rows (table) == 0
deid.deid_dataset_unref (table)
assert deid.deid_privacy_model_new_k_anonymity (0, None) is None
missing = [name for name in sys.argv[1:] if not hasattr (deid, name)]
assert not missing, missing
'''

source, build, library = sys.argv[1:]
swig = need('swig')
if library.endswith('.a'):
    skip('the library is static')
if not Path(sysconfig.get_path('include'), 'Python.h').is_file():
    skip('the headers of Python are not installed')
names = [function.name for function in functions(public_headers(source, build))]
with tempfile.TemporaryDirectory(prefix='deid-swig-') as temporary:
    Path(temporary, 'deid.i').write_text(INTERFACE)
    run([swig, '-python', '-Wall', '-Werror', '-includeall', '-D__GI_SCANNER__',
         f'-I{source}/include/glib-stub', f'-I{source}/include', f'-I{build}/include', 'deid.i'],
        cwd=temporary)
    flags = pkg_config('--cflags', '--libs', 'deid', env=dict(os.environ, PKG_CONFIG_PATH=build))
    run([need('cc'), '-w', '-O0', '-shared', '-fPIC', f'-I{sysconfig.get_path("include")}',
         'deid_wrap.c', '-o', '_deid.so', *flags], cwd=temporary)
    run([sys.executable, '-c', PROGRAM, *names], cwd=temporary)
finish([], f'{len(names)} functions')
