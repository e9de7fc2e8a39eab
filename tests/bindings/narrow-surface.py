# SPDX-License-Identifier: LGPL-2.1-or-later
"""A whole job by ctypes, with the functions that docs/bindings.md lists for bindings and no call of GLib.
The list has at most 60, which the headers declare. Enumerations have names both ways.

usage: narrow-surface.py SOURCE BUILD LIBRARY
"""
import ctypes
import json
import re
import sys
from pathlib import Path

from gate import functions, public_headers, skip

MAX_FUNCTIONS = 60
TYPES = {'void': None, 'gboolean': ctypes.c_int, 'int': ctypes.c_int, 'guint': ctypes.c_uint,
         'guint64': ctypes.c_uint64, 'gsize': ctypes.c_size_t, 'double': ctypes.c_double,
         'const char *': ctypes.c_char_p}
TABLE = {'age': ['31', '34', '47', '42', None], 'illness': ['flu', 'cold', 'flu', 'cold', 'flu']}
SETTINGS = b'''[column age]
role=quasi-identifying
rule=intervals:10
[column town]
role=insensitive
[column illness]
role=sensitive
[models]
model=k:2;dl:2
[limits]
suppression-limit=20%
'''


class Failure(Exception):
    def __init__(self, code, message):
        super().__init__(message)
        self.code = code


def read_list(source):
    """The functions in the section on the narrow surface."""
    text = Path(source, 'docs/bindings.md').read_text(encoding='utf-8')
    section = re.search(r'^## The narrow surface\n(.*?)(?=^## |\Z)', text, re.DOTALL | re.MULTILINE)
    return re.findall(r'`(deid_\w+)`', section[1].split('```')[0])


def find_type(declared, enumerations):
    declared = ' '.join(declared.replace('*', ' *').split()).replace('* *', '**')
    if declared in TYPES:
        return TYPES[declared]
    return ctypes.c_int if declared in enumerations else ctypes.c_void_p


class Surface:
    def __init__(self, path, declared, enumerations):
        self.library = ctypes.CDLL(path)
        self.fails = {}
        for function in declared:
            own = getattr(self.library, function.name)
            own.restype = find_type(function.result, enumerations)
            own.argtypes = [find_type(one, enumerations) for one in function.types]
            self.fails[function.name] = bool(function.types) and function.types[-1].endswith('**') \
                and function.parameters[-1] == 'error'

    def __call__(self, name, *arguments):
        own = getattr(self.library, 'deid_' + name)
        if not self.fails['deid_' + name]:
            return own(*arguments)
        error = ctypes.c_void_p()
        result = own(*arguments, ctypes.byref(error))
        if error.value is None:
            return result
        code, message = self('error_get_code', error), self('error_get_message', error).decode()
        self('error_free', error)
        raise Failure(code, message)

    def take_text(self, name, *arguments):
        memory = self(name, *arguments)
        text = ctypes.string_at(memory).decode()
        self('free', memory)
        return text


def as_strings(texts):
    return (ctypes.c_char_p * len(texts))(*[text and text.encode() for text in texts])


def make_table(surface):
    table = surface('dataset_new', b'persons')
    for name, texts in TABLE.items():
        surface('dataset_add_string_column', table, name.encode(), as_strings(texts), len(texts), None)
    codes = (ctypes.c_uint16 * 5)(1, 0, 1, 0, 0)
    surface('dataset_add_coded_column', table, b'town', as_strings(['b', 'c']), 2, codes, 10, 2, None)
    return table


def read_columns(surface, table):
    """All columns, by codes and distinct values."""
    columns = {}
    for column in range(surface('dataset_get_n_columns', table)):
        width, n_bytes, n_values = ctypes.c_uint(), ctypes.c_size_t(), ctypes.c_size_t()
        codes = surface('dataset_get_codes', table, column, ctypes.byref(width), ctypes.byref(n_bytes))
        values = surface('dataset_list_distinct', table, column, ctypes.byref(n_values))
        texts = ctypes.cast(values, ctypes.POINTER(ctypes.c_char_p))[:n_values.value]
        numbers = memoryview(ctypes.string_at(codes, n_bytes.value)).cast('BHxI'[width.value - 1])
        columns[surface('dataset_get_column_name', table, column).decode()] = [
            texts[number].decode() for number in numbers]
        surface('free', values)
    return columns


def use_arrow(surface, table):
    stream = (ctypes.c_void_p * 5)()
    surface('dataset_export_to_arrow_stream', table, stream, None)
    again = surface('dataset_new_from_arrow_stream', stream, b'again', None)
    assert read_columns(surface, again) == read_columns(surface, table)
    surface('dataset_unref', again)


def make_job(surface, table):
    job = surface('job_new')
    surface('job_load_text', job, SETTINGS, b'settings', None)
    surface('job_set_dataset', job, table)
    return job


def expect_failure(surface, name, function, *arguments):
    try:
        function(*arguments)
    except Failure as failure:
        known = surface('enum_get_name', b'DeidError', failure.code)
        assert (known or b'cancelled').decode() == name, (failure.code, failure)
        return
    raise AssertionError(f'expected {name}')


def run_job(surface):
    table = make_table(surface)
    job = make_job(surface, table)
    expect_failure(surface, 'parse', surface, 'job_set', job, b'limits', b'supression-limit', b'1%', None)
    cancellable = surface('cancellable_new')
    surface('cancellable_cancel', cancellable)
    expect_failure(surface, 'cancelled', surface, 'job_run', job, cancellable)
    surface('cancellable_free', cancellable)
    surface('job_set', job, b'release', b'keep-order', b'yes', None)
    result = surface('job_run', job, None)
    assert surface('result_is_proven_optimal', result)
    assert surface('result_get_n_suppressed', result) == 1
    released = surface('job_release', job, result, None)
    columns = read_columns(surface, released)
    assert columns['illness'] == TABLE['illness'][:4] and columns['town'] == ['c', 'b', 'c', 'b'], columns
    assert len(set(columns['age'])) == 2, columns
    use_arrow(surface, released)
    report = surface('job_make_report', job, b'risks', result, None)
    highest, rows = ctypes.c_double(), ctypes.c_uint64()
    assert surface('report_get_number', report, b'prosecutor.highest', ctypes.byref(highest))
    assert highest.value == 0.5
    assert surface('report_get_n_rows', report, b'sizes', ctypes.byref(rows)) and rows.value == 1
    figures = json.loads(surface.take_text('report_to_json', report))
    assert figures['prosecutor']['highest'] == 0.5, figures
    assert surface('enum_get_name', b'DeidFigureState',
                   surface('report_get_state', report, b'prosecutor.highest')) == b'present'
    surface('report_unref', report)
    expect_failure(surface, 'invalid-argument', surface, 'job_make_report', job, b'utility', result, None)
    page = surface.take_text('job_make_page', job, result, released, None)
    assert page.startswith('<!DOCTYPE html>') and 'at least 2 different values of illness' in page
    policy = surface('stored_policy_new', result, None)
    assert 'illness' in surface.take_text('stored_policy_to_json', policy, None)
    surface('stored_policy_unref', policy)
    other = make_job(surface, table)
    surface('job_set', other, b'models', b'model', b'k:5', None)
    surface('job_set', other, b'limits', b'suppression-limit', None, None)
    again = surface('job_run', other, None)
    assert surface('result_get_n_suppressed', again) == 0
    assert 'suppression-limit=0' in surface.take_text('job_to_text', other, None)
    for handle in result, again:
        surface('result_unref', handle)
    for handle in released, table:
        surface('dataset_unref', handle)
    for handle in job, other:
        surface('job_unref', handle)


def check_names(surface, enumerations):
    """Names are those of constants, in the order of their values, and read back."""
    documented = re.findall(r'`(Deid\w+)`', next(
        function.comment for function in declared if function.name == 'deid_enum_get_name'))
    for type_name in documented:
        constants = enumerations[type_name]
        words = [constant.split('_') for constant in constants]
        common = 0
        while all(len(word) > common + 1 and word[common] == words[0][common] for word in words):
            common += 1
        value = ctypes.c_int()
        for number, word in enumerate(words):
            name = '-'.join(word[common:]).lower().encode()
            assert surface('enum_get_name', type_name.encode(), number) == name, (type_name, name)
            assert surface('enum_get_value', type_name.encode(), name, ctypes.byref(value))
            assert value.value == number, name
        assert surface('enum_get_name', type_name.encode(), len(constants)) is None, type_name
        assert surface('enum_get_name', type_name.encode(), -1) is None, type_name
    assert not surface('enum_get_value', b'DeidRole', b'boss', ctypes.byref(ctypes.c_int()))
    assert surface('enum_get_name', b'DeidAggregate', 0) is None
    return len(documented)


source, build, library = sys.argv[1:]
if library.endswith('.a'):
    skip('the library is static')
headers = public_headers(source, build)
enumerations = {}
for header in headers:
    for body, name in re.findall(r'typedef enum\n\{(.*?)\n\} (Deid\w+);', header.read_text(encoding='utf-8'),
                                 re.DOTALL):
        enumerations[name] = re.findall(r'^  (DEID_\w+) = \d+', body, re.MULTILINE)
names = read_list(source)
known = {function.name: function for function in functions(headers)}
unknown = [name for name in names if name not in known]
assert not unknown, f'docs/bindings.md lists functions that no header declares: {unknown}'
assert len(names) == len(set(names)) <= MAX_FUNCTIONS, f'{len(names)} functions, expected at most {MAX_FUNCTIONS}'
declared = [known[name] for name in names]
surface = Surface(str(Path(library).resolve()), declared, enumerations)
n_enumerations = check_names(surface, enumerations)
run_job(surface)
print(f'{len(names)} functions, {n_enumerations} enumerations')
