# SPDX-License-Identifier: LGPL-2.1-or-later
"""Bindings made from the introspection data of the build know where each array ends, which texts are
paths, and of which type each function is.

usage: introspection.py SOURCE BUILD GIR
"""
import re
import sys
import xml.etree.ElementTree

from gate import public_headers, skip


CORE = '{http://www.gtk.org/introspection/core/1.0}'
C = '{http://www.gtk.org/introspection/c/1.0}'
NUMBERS = re.compile(r'(const )?(g?u?int\d*|guint\d+|gsize|gssize|gboolean|g?double|g?float|g?u?char)\*$')
PATHS = 'path', 'paths', 'folder', 'release'
TEXTS = re.compile(r'(const )?char\s*\*\s*(const\s*)?\*{1,2}$')


def check_arrays(gir, headers):
    """Each array has an end, and each pointer to numbers is an array; returns how many there are.

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
    return n_arrays


def check_texts(gir):
    """Paths may be any bytes, and all other texts are UTF-8; returns how many paths there are."""
    errors, n_paths = [], 0
    root = xml.etree.ElementTree.parse(gir).getroot()
    for kind in 'function', 'method', 'constructor', 'callback':
        for function in root.iter(CORE + kind):
            name = function.get(C + 'identifier') or function.get('name')
            for value in [*function.iter(CORE + 'parameter'), *function.iter(CORE + 'return-value')]:
                found = {text.get('name') for text in value.iter(CORE + 'type')} & {'utf8', 'filename'}
                is_path = (value.get('name') or re.split('_(?:get|list)_', name)[-1]) in PATHS
                n_paths += is_path and bool(found)
                if found and found != {'filename' if is_path else 'utf8'}:
                    errors.append(f'{name}: {value.get("name", "what it returns")}: {found.pop()}')
    if errors or n_paths == 0:
        sys.exit('\n'.join(errors) or 'no path was found')
    return n_paths


def check_functions(gir):
    """What belongs to a type is a method, a constructor or a function of it; a test of the main job has
    nothing else to call. These belong to none: versions, errors, and names of enumerators."""
    expected = {'enum_get_name', 'enum_get_value', 'error_quark', 'get_version'}
    namespace = xml.etree.ElementTree.parse(gir).getroot().find(CORE + 'namespace')
    found = {function.get('name') for function in namespace.findall(CORE + 'function')
             if function.get('moved-to') is None and function.get('introspectable') != '0'}
    if found != expected:
        sys.exit(f'functions of no type: {sorted(found)}, expected {sorted(expected)}')


source, build, gir = sys.argv[1:]
if gir == 'none':
    skip('the build has no introspection')
check_functions(gir)
print(check_texts(gir), 'paths')
print(check_arrays(gir, public_headers(source, build)), 'arrays')
