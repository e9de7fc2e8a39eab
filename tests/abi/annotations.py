# SPDX-License-Identifier: LGPL-2.1-or-later
"""Annotations say what a binding must know: where an array ends, what may be NULL, what is returned
and who owns it, how long a callback is kept, and how long what it is given lives. They agree with the code: what a function refuses to
take as NULL is not (nullable), and what it compares with NULL is. Each rule is tried on a scratch
header that breaks it.

usage: annotations.py SOURCE BUILD
"""
import re
import sys

from gate import finish, is_counting, parse_callbacks, parse_functions, public_headers, read_annotations, read_bodies

NUMBER = r'(?:g?u?int\d*|guint\d+|gsize|gssize|gboolean|double|GType)'
def check_array(function, marks):
    array = marks.get('array')
    if array is None:
        return 'is no (array)'
    length = re.search(r'length=(\w+)', array)
    if length and length[1] not in function.parameters:
        return f'has a length that is no parameter: {length[1]}'
    if not length and not re.search('fixed-size=|zero-terminated=1', array):
        return 'is an array without an end'
    return None


def check_function_parameter(function, marks):
    if 'scope' not in marks:
        return 'has no (scope)'
    if marks.get('closure') not in function.parameters:
        return 'has no (closure) that is a parameter'
    if ('GDestroyNotify' in function.types) != (marks['scope'] == 'notified' and 'destroy' in marks):
        return 'is not (scope notified) and (destroy) with a GDestroyNotify, or is so without'
    return None


def check_parameter(function, number, marks, text):
    """What is wrong with the annotations of a parameter, or None."""
    kind = function.types[number]
    following = ' '.join([*function.types[number + 1:number + 2], *function.parameters[number + 1:number + 2]])
    is_out = 'out' in marks or 'inout' in marks
    if kind == 'GError **':
        return None
    if re.fullmatch(r'Deid\w+Func', kind):
        return check_function_parameter(function, marks)
    if not kind.endswith('*') and kind != 'gpointer':
        return None
    if re.search(r'\bor %NULL|%NULL (for|if|where|means)', text) and not marks.keys() & {'nullable', 'optional'}:
        return 'may be %NULL, but is not (nullable)'
    if not kind.startswith('const') and (re.match(NUMBER, kind) or re.search(r'\*.*\*', kind)
                                         or kind in ('char *', 'gpointer *')):
        if not is_out and 'array' not in marks:
            return 'is not (out)'
    elif is_out and not re.search(r'\*.*\*', kind):
        return f'is (out), but of type {kind}'
    if is_out and re.search(r'\*.*\*', kind) and 'transfer' not in marks:
        return 'has no (transfer)'
    if (re.match(f'const {NUMBER}', kind) or re.match(r'(const )?\w+ \*const \*', kind)) and not is_out \
            or 'array' in marks:
        return check_array(function, marks)
    if kind == 'const char *' and re.fullmatch(rf'{NUMBER} (length|size|n_bytes)', following):
        return check_array(function, marks)
    return None


def check_result(function, marks, text):
    kind = function.result
    if not kind.endswith('*'):
        return None
    if 'transfer' not in marks:
        return 'has no (transfer)'
    if re.match(f'const {NUMBER}', kind) or re.match(NUMBER, kind) or re.search(r'\*.*\*', kind):
        return check_array(function, marks)
    if '%NULL' in text and 'nullable' not in marks and 'error' not in function.parameters:
        return 'may be %NULL, but is not (nullable)'
    return None


def check_function(function):
    if is_counting(function):
        return
    annotations = read_annotations(function)
    for number, name in enumerate(function.parameters):
        if name not in annotations:
            yield f'{function.name}: @{name} is not documented'
            continue
        complaint = check_parameter(function, number, *annotations[name])
        if f'@{name}:' not in function.comment and annotations[name][0] \
                and function.types[number] not in ('GCancellable *', 'gpointer'):
            complaint = 'has annotations at the top of the header, where introspection does not look'
        if complaint:
            yield f'{function.name}: @{name} {complaint}'
    complaint = check_result(function, *annotations.get('Returns', ({}, '')))
    if complaint:
        yield f'{function.name}: what it returns {complaint}'


def check_lifetimes(callback):
    """Which arguments of a callback live until when is not said."""
    text = ' '.join(callback.comment.split())
    said = {name for sentence in re.split("[.;:] ", text)
            if re.search(r'(valid|@\w+) (during the callback|until free_state has run)', sentence)
            for name in re.findall(r'@(\w+)', sentence)}
    return [f'{callback.name}: until when @{name} is valid is not said'
            for name, kind in zip(callback.parameters, callback.types)
            if re.match(r'(const )?(Deid\w+|char) \*', kind) and name not in said]


def check_code(function, body):
    """Where the code takes NULL in another way than the annotations say."""
    annotations = read_annotations(function)
    guards = ' '.join(re.findall(r'g_return\w* \((.*?)\);', body, re.DOTALL))
    guards = re.sub(r'\([^()]*\|\|[^()]*\)', '', guards)
    body = re.sub(r'g_return\w* \(.*?\);', '', body, flags=re.DOTALL)
    for name, kind in zip(function.parameters, function.types):
        marks = annotations.get(name, ({}, ''))[0]
        may_be_null = bool(marks.keys() & {'nullable', 'optional', 'out', 'inout'})
        is_guarded = re.search(rf'(?<![\w.>*]){name} != NULL', guards)
        if 'nullable' in marks and is_guarded and 'out' not in marks:
            yield f'{function.name}: @{name} is (nullable), but the code refuses NULL'
        if kind != 'GError **' and not may_be_null and not is_guarded \
                and re.search(rf'(?<![\w.>*]){name} [!=]= NULL', body):
            yield f'{function.name}: @{name} is not (nullable), but the code compares it with NULL'


def check_header(text, name, bodies):
    for function in parse_functions(text, name):
        for complaint in [*check_function(function), *check_code(function, bodies.get(function.name, ''))]:
            yield f'{name}: {complaint}'
    for callback in parse_callbacks(text, name):
        for complaint in [*check_function(callback), *check_lifetimes(callback)]:
            yield f'{name}: {complaint}'


# What is annotated, the declaration of deid_x(), its body, and what must be said of it.
SCRATCH = [
    ('@a: x', 'void deid_x (const guint *a);', '', 'is no (array)'),
    ('@a: (array): x', 'void deid_x (const guint *a);', '', 'without an end'),
    ('@a: (array length=m): x\n@n: x', 'void deid_x (const guint *a, guint n);', '', 'is no parameter: m'),
    ('@a: (array length=n): x\n@n: x', 'void deid_x (const guint *a, guint n);', '', None),
    ('@a: x', 'void deid_x (const char *const *a);', '', 'is no (array)'),
    ('@a: x\n@length: x', 'void deid_x (const char *a, gsize length);', '', 'is no (array)'),
    ('@a: x, or %NULL', 'void deid_x (DeidPolicy *a);', '', 'is not (nullable)'),
    ('@a: (nullable): x, or %NULL', 'void deid_x (DeidPolicy *a);', '', None),
    ('@a: (nullable): x', 'void deid_x (DeidPolicy *a);', 'g_return_if_fail (a != NULL);', 'refuses NULL'),
    ('@a: x', 'void deid_x (DeidPolicy *a);', 'if (a != NULL) return;', 'compares it with NULL'),
    ('@a: x', 'void deid_x (DeidPolicy *a);', 'g_return_if_fail (a != NULL);', None),
    ('@a: x', 'void deid_x (guint *a);', '', 'is not (out)'),
    ('@a: (out): x', 'void deid_x (DeidPolicy *a);', '', 'is (out), but of type'),
    ('@a: (out): x', 'void deid_x (char **a);', '', 'has no (transfer)'),
    ('@a: (out) (transfer full): x', 'void deid_x (char **a);', '', None),
    ('@a: x', 'void deid_x (gpointer *a);', '', 'is not (out)'),
    ('@a: (out): x', 'void deid_x (gpointer *a);', '', None),
    ('Returns: x', 'char *deid_x (void);', '', 'has no (transfer)'),
    ('Returns: (transfer full): x, or %NULL', 'char *deid_x (void);', '', 'is not (nullable)'),
    ('Returns: (transfer none): x', 'const guint *deid_x (void);', '', 'is no (array)'),
    ('@f: x\n@d: x', 'void deid_x (DeidProgressFunc f, gpointer d);', '', 'has no (scope)'),
    ('@f: (scope call): x\n@d: x', 'void deid_x (DeidProgressFunc f, gpointer d);', '', 'has no (closure)'),
    ('@f: (scope call) (closure d): x\n@d: x\n@e: (nullable): x',
     'void deid_x (DeidProgressFunc f, gpointer d, GDestroyNotify e);', '', 'is not (scope notified)'),
    ('@c: x', 'typedef void (*DeidXFunc) (DeidClass *c);', '', 'until when @c is valid is not said'),
    ('@c: x\n\n@c is valid during the callback.', 'typedef void (*DeidXFunc) (DeidClass *c);', '', None),
]


def try_rules():
    """A parameter that the top of a header describes need not be described by the function."""
    text = ('/* SPDX */\n/*\n * @c: (nullable): x,\n *   or %NULL\n */\n'
            '/**\n * deid_x:\n */\nvoid deid_x (GCancellable *c);\n')
    for old, new, body, expected in [('', '', '', None), ('@c', '@b', '', '@c is not documented'),
                                     ('(nullable)', '', '', 'is not (nullable)'),
                                     ('GCancellable', 'DeidPolicy', '', 'introspection does not look'),
                                     ('', '', 'g_return_if_fail (c != NULL);', 'refuses NULL')]:
        found = ' '.join(check_header(text.replace(old, new), 'scratch', {'deid_x': body}))
        if (expected not in found) if expected else found:
            yield f'rules without {old!r}: expected {expected}, found {found or None}'


def try_scratch():
    for marks, declaration, body, expected in SCRATCH:
        lines = ''.join(f' * {line}\n' for line in f'deid_x:\n{marks}'.splitlines())
        found = ' '.join(check_header(f'/**\n{lines} */\n{declaration}\n', 'scratch', {'deid_x': body}))
        if (expected not in found) if expected else found:
            yield f'{declaration} with {marks!r}: expected {expected}, found {found or None}'


source, build = sys.argv[1:]
bodies = read_bodies(source)
headers = {header.name: header.read_text(encoding='utf-8') for header in public_headers(source, build)}
assert len(bodies) > 300 and sum(map(len, headers.values())) > 100000, 'nothing was read'
finish([*try_scratch(), *try_rules(), *(complaint for name, text in headers.items()
                          for complaint in check_header(text, name, bodies))],
       f'{len(headers)} headers, {len(SCRATCH)} scratch headers tried')
