# SPDX-License-Identifier: LGPL-2.1-or-later
"""Makes the two modules of the package that follow from the public headers: `_cffi.py`, the declarations of
the functions that the package calls, and `_errors.py`, an exception for each error code.

usage: generate.py FOLDER-OF-PACKAGE CFFI-MODULE ERRORS-MODULE HEADER...
"""
import re
import sys
from pathlib import Path

# The types of GLib that the headers use; see include/glib-stub/glib.h.
GLIB = '''
typedef int gboolean;
typedef unsigned int guint;
typedef int64_t gint64;
typedef uint64_t guint64;
typedef uint32_t guint32;
typedef size_t gsize;
typedef void *gpointer;
typedef const void *gconstpointer;
typedef void (*GDestroyNotify) (gpointer);
typedef struct _GError GError;
typedef struct _GCancellable GCancellable;
char *strdup (const char *text);
'''
SPECIAL = {'-1': ('CancelledError', 'a call was cancelled')}


def list_used(package):
    """The functions that the package calls, as `lib.deid_…`."""
    text = '\n'.join(path.read_text(encoding='utf-8') for path in sorted(Path(package).glob('*.py')))
    return sorted(set(re.findall(r'\blib\.(deid_\w+)', text)))


def find_function(text, name):
    found = re.search(rf'^\w[\w *]*?[ *\n]{name} \([^;]*\);', text, re.MULTILINE)
    if found is None:
        sys.exit(f'{name}: no header declares it')
    return found[0]


def find_type(text, name):
    """The declaration of a type: an enumeration, a callback or an opaque structure."""
    enumeration = re.search(rf'^typedef enum\n\{{[^}}]*\}} {name};', text, re.MULTILINE)
    callback = re.search(rf'^typedef [\w *]+ ?\(\*{name}\) \([^;]*\);', text, re.MULTILINE)
    return (enumeration or callback or [f'typedef struct {name} {name};'])[0]


def declare(text, used):
    """The declarations of functions, after those of the types that they use."""
    functions = [find_function(text, name) for name in used]
    types, left = {'DeidError': find_type(text, 'DeidError')}, '\n'.join(functions)
    while True:
        new = [name for name in re.findall(r'\bDeid\w+', left) if name not in types]
        if not new:
            break
        types.update((name, find_type(text, name)) for name in new)
        left = '\n'.join(types[name] for name in new)
    structures = re.findall(r'^struct Arrow\w+\n\{.*?^\};', text, re.MULTILINE | re.DOTALL)
    # A callback comes after the types that it uses.
    ordered = sorted(types.values(), key=lambda declaration: '(*' in declaration)
    return '\n'.join([GLIB, *structures, *ordered, *functions])


def make_class_name(constant):
    return ''.join(word.capitalize() for word in constant.split('_')[2:]) + 'Error'


def write_errors(text):
    """An exception for each constant of DeidError, with its description in the header."""
    comment = re.search(r'/\*\*\n \* DeidError:\n(.*?)\n \*\n', text, re.DOTALL)[1]
    described = {name: ' '.join(re.sub(r'^ \*', '', words, flags=re.MULTILINE).split()) for name, words in
                 re.findall(r'@(DEID_ERROR_\w+): ((?:.|\n(?! \* @))*)', comment)}
    classes = {value: (make_class_name(name), described[name]) for name, value in
               re.findall(r'^  (DEID_ERROR_\w+) = (\d+)', text, re.MULTILINE)}
    classes.update(SPECIAL)
    lines = ['# SPDX-License-Identifier: LGPL-2.1-or-later',
             '"""The exceptions of the package, made from the enumeration DeidError of the headers."""', '', '',
             'class Error(Exception):', '    """The base of all errors of libdeid."""', '',
             '    code: int = -2']
    for value, (name, description) in classes.items():
        words = description[0].upper() + description[1:]
        lines += ['', '', f'class {name}(Error):', f'    """{words}."""', '', f'    code = {value}']
    lines[2:2] = ['', f'__all__ = {["Error", *(name for name, _ in classes.values())]}']
    return '\n'.join(lines + ['', '', 'CLASSES = {one.code: one for one in Error.__subclasses__()}', ''])


def main(package, cffi_module, errors_module, *headers):
    import cffi

    text = '\n'.join(Path(header).read_text(encoding='utf-8') for header in headers)
    Path(errors_module).write_text(write_errors(text), encoding='utf-8')
    ffi = cffi.FFI()
    ffi.cdef(declare(text, list_used(package)))
    ffi.set_source('deid._cffi', None)
    ffi.emit_python_code(cffi_module)


if __name__ == '__main__':
    main(*sys.argv[1:])
