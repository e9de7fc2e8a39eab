# SPDX-License-Identifier: LGPL-2.1-or-later
"""cffi reads all public headers without help and calls the library.

usage: cffi-gate.py SOURCE BUILD LIBRARY
"""
import os
import sys
import tempfile
from pathlib import Path

from arrow_stream import ARROW, use_arrow
from gate import find_python, finish, functions, need, public_headers, run, skip

try:
    import cffi
except ImportError:
    python = find_python('cffi')
    os.execv(python, [python, *sys.argv])


def preprocess(source, build, directory):
    """The declarations of deid-extend.h, on top of the stub of GLib."""
    main = directory / 'main.c'
    main.write_text('#include <deid/deid-extend.h>\n')
    return run([need('cc'), '-E', '-P', '-U__GNUC__', '-D__GI_SCANNER__',
                '-I', f'{source}/include/glib-stub', '-I', f'{source}/include', '-I', f'{build}/include', main])


def copy_column(ffi, library, dataset):
    """Reads a column and adds another by codes and distinct values."""
    width, n_bytes, n_values = ffi.new('guint *'), ffi.new('gsize *'), ffi.new('gsize *')
    error = ffi.new('GError **')
    codes = library.deid_dataset_get_codes(dataset, 0, width, n_bytes)
    values = library.deid_dataset_list_distinct(dataset, 0, n_values, error)
    data = bytes(ffi.buffer(codes, n_bytes[0]))
    texts = [ffi.string(values[i]) for i in range(n_values[0])]
    errors = []
    if (width[0], data, texts) != (1, b'\0\1', [b'31', b'34']):
        errors.append(f'{width[0]}, {data}, {texts}: expected the codes 0 and 1 of 31 and 34')
    if not library.deid_dataset_add_coded_column(dataset, b'copy', values, n_values[0], codes,
                                                 n_bytes[0], width[0], ffi.NULL, error):
        errors.append(ffi.string(error[0].message).decode())
    elif ffi.string(library.deid_dataset_get_value(dataset, 1, 1)) != b'34':
        errors.append('deid_dataset_add_coded_column')
    library.deid_free(values)
    return errors


def call(ffi, library):
    """Makes, counts and frees a handle; reads an error."""
    errors = []
    if ffi.string(library.deid_get_version()) != b'0.1.0':
        errors.append('deid_get_version')
    dataset = library.deid_dataset_new(b'persons')
    values = [ffi.new('char[]', text) for text in (b'31', b'34')]
    error = ffi.new('GError **')
    if not library.deid_dataset_add_string_column(dataset, b'age', values, 2, ffi.NULL, error):
        errors.append(ffi.string(error[0].message).decode())
    if library.deid_dataset_get_n_rows(dataset) != 2:
        errors.append('deid_dataset_get_n_rows')
    errors += copy_column(ffi, library, dataset)
    errors += use_arrow(ffi, library)
    library.deid_dataset_unref(library.deid_dataset_ref(dataset))
    library.deid_dataset_unref(dataset)
    if (library.deid_privacy_model_new_k_anonymity(0, error) != ffi.NULL
            or error[0].domain != library.deid_error_quark()
            or error[0].code != library.DEID_ERROR_INVALID_ARGUMENT):
        errors.append('deid_privacy_model_new_k_anonymity: expected DEID_ERROR_INVALID_ARGUMENT')
    library.g_clear_error(error)
    return errors + call_glib(ffi, library)


def call_glib(ffi, library):
    """Cancels a call, and frees an error and a list, by what the stub declares."""
    errors = []
    job, cancellable = library.deid_job_new(), library.g_cancellable_new()
    error = ffi.new('GError **')
    library.g_cancellable_cancel(cancellable)
    if library.deid_job_run(job, cancellable, error) != ffi.NULL or error[0] == ffi.NULL:
        errors.append('deid_job_run: expected that it is cancelled')
    else:
        library.g_error_free(error[0])
    library.g_strfreev(library.deid_job_list_column_sections(job))
    library.g_object_unref(cancellable)
    library.deid_job_unref(job)
    return errors


source, build, library_path = sys.argv[1:]
if library_path.endswith('.a'):
    skip('the library is static')
ffi = cffi.FFI()
with tempfile.TemporaryDirectory(prefix='deid-cffi-') as temporary:
    ffi.cdef(preprocess(source, build, Path(temporary)) + ARROW)
library = ffi.dlopen(str(Path(library_path).resolve()))
names = [function.name for function in functions(public_headers(source, build))]
errors = [f'{name}: not parsed or not found' for name in names if not hasattr(library, name)]
finish(errors or call(ffi, library), f'{len(names)} functions')
