# SPDX-License-Identifier: LGPL-2.1-or-later
"""Every public function is documented: parameters, errors, thread rule, complexity, Since. Error
codes that are named exist, what can be set can be read, the synopsis of a long header lists its
functions, and the sizes of regions are those of the code. Each rule is tried on a scratch comment
that breaks it.

usage: documentation.py SOURCE BUILD
"""
import re
import sys
from pathlib import Path

from gate import finish, functions, parse_functions, public_headers


def check(function):
    """What the comment lacks."""
    text = function.comment
    errors = re.search(r'^Errors:(.*?)(?=\n\n|\n ?\Z)', text, re.MULTILINE | re.DOTALL)
    expected = {
        'its name': text.strip().startswith(function.name + ':'),
        'a thread rule': re.search(r'\bthreads?\b', text) is not None,
        'a complexity': re.search(r'\bComplexity(:|\s+of\s)', text) is not None,
        'Since: with its series': re.search(rf'^Since: {function.series}$', text, re.MULTILINE),
        'Returns:': function.result == 'void' or re.search(r'^Returns:', text, re.MULTILINE),
        'Errors:': 'error' not in function.parameters or errors,
        'an error code, or a function that tells it, in Errors:':
            errors is None or re.search(r'%DEID_ERROR_|\bdeid_\w+\(\)|^ none yet', errors[1]),
        'an error argument': errors is None or 'error' in function.parameters,
        'its parameters in order':
            re.findall(r'^@(\w+):', text, re.MULTILINE) == function.parameters,
    }
    return [what for what, there in expected.items() if not there]


def check_getters(names):
    """Setters without a getter. Slots, functions that are called, and what a callback fills in, which
    is no handle, have none."""
    for name in sorted(names):
        found = re.fullmatch(r'(deid_\w+?)_set_(\w+)', name)
        if (found and f'{found[1]}_ref' in names and not found[1].endswith('_funcs')
                and not found[2].endswith('_func')
                and not any(f'{found[1]}_{verb}_{found[2]}' in names for verb in ('get', 'is', 'has'))):
            yield f'{name} has no getter'


SYNOPSIS = re.compile(r'\A/\* SPDX[^\n]*\n/\*\n \* Synopsis:\n(.*?) \*/\n', re.DOTALL)


def list_synopsis(function):
    """The line of a function in the synopsis of its header."""
    result = re.sub(r'(\w)$', r'\1 ', ' '.join(function.result.split()))
    return f'{result}{function.name} ({", ".join(function.parameters) or "void"})'


def check_synopsis(text, name):
    """A header of more than 300 lines begins with a list of its functions, which is complete."""
    found = SYNOPSIS.match(text)
    if not found:
        return [f'{name}: no synopsis at the begin of a long header'] if text.count('\n') > 300 else []
    expected = {list_synopsis(function) for function in parse_functions(text, name)}
    listed = re.findall(r'\w[\w *]*?\bdeid_\w+ \([^)]*\)', re.sub(r'\n \* {7,}', ' ', found[1]))
    return ([f'{name}: the synopsis lacks: {line}' for line in sorted(expected - set(listed))]
            + [f'{name}: the synopsis has what is not declared: {line}'
               for line in sorted(set(listed) - expected)])


def read(source, name):
    return Path(source, name).read_text(encoding='utf-8')


def check_error_codes(source):
    """Codes that are named somewhere and are not declared."""
    declared = re.findall(r'^  (DEID_ERROR_\w+) = ', read(source, 'include/deid/deid-error.h'),
                          re.MULTILINE)
    if not declared:
        return ['deid-error.h: no error codes found']
    texts = [path for pattern in ('include/deid/*.h', '*.md', 'docs/*.md', 'examples/*.[chm]*',
                                 'tools/*.[ch]')
             for path in Path(source).glob(pattern)]
    return [f'{path.name}: {code} is no error code'
            for path in texts
            for code in re.findall(r'\bDEID_ERROR_(?!H\b)\w+', path.read_text(encoding='utf-8'))
            if code not in declared]


def check_regions(source):
    """Regions whose size in the header is not that of the code."""
    code = {name: int(size) * 100000 for name, size in re.findall(
        r'\{ "([\w-]+)", (\d+) \}', read(source, 'lib/privacy/uniqueness.c'))}
    header = {name: int(size.replace(',', '')) for name, size in re.findall(
        r'^ \*     ([a-z-]+) +([\d,]+)  ',
        read(source, 'include/deid/deid-population-uniqueness.h'), re.MULTILINE)}
    if not code:
        return ['uniqueness.c: no regions found']
    return [f'region {name}: {header.get(name)} in the header, {code.get(name)} in the code'
            for name in sorted(code.keys() | header.keys()) if header.get(name) != code.get(name)]


COMMENT = '''/**
 * deid_x:
 * @a: x
 * @error: x
 *
 * X.
 *
 * Errors: %DEID_ERROR_IO if so. Any thread may call this. Complexity: O(1).
 *
 * Returns: x
 *
 * Since: 0.1
 */
DEID_AVAILABLE_IN_0_1
guint deid_x (guint a, GError **error);
'''
# What is replaced in the comment above, by what, and what it then lacks.
SCRATCH = [
    ('', '', []),
    ('deid_x:', 'deid_y:', ['its name']),
    ('Any thread', 'Anybody', ['a thread rule']),
    ('Complexity', 'Cost', ['a complexity']),
    ('Since: 0.1', 'Since: 0.2', ['Since: with its series']),
    ('Returns', 'Gives', ['Returns:']),
    ('Errors', 'Faults', ['Errors:']),
    ('%DEID_ERROR_IO if so', 'what can be wrong',
     ['an error code, or a function that tells it, in Errors:']),
    ('%DEID_ERROR_IO if so', 'those of deid_y()', []),
    ('guint a, GError **error', 'guint a', ['an error argument', 'its parameters in order']),
    ('@a', '@b', ['its parameters in order']),
]


def try_scratch():
    for old, new, expected in SCRATCH:
        found = check(next(parse_functions(COMMENT.replace(old, new), 'scratch')))
        if found != expected:
            yield f'{new!r} for {old!r}: expected {expected}, found {found}'
    listed = ('/* SPDX */\n/*\n * Synopsis:\n *\n * X\n *     guint deid_x (a,\n *           error)\n */\n'
              + COMMENT)
    for text, n in [(listed, 0), (COMMENT + '\n' * 300, 1), (listed.replace('(a,', '(b,'), 2),
                    (listed + COMMENT.replace('deid_x', 'deid_y'), 1), (COMMENT, 0)]:
        if len(check_synopsis(text, 'scratch')) != n:
            yield f'synopsis: {check_synopsis(text, "scratch")} of {text}'
    names = {'deid_a_ref', 'deid_a_set_b', 'deid_a_set_c', 'deid_a_get_c', 'deid_a_set_run_func',
             'deid_costs_set_d', 'deid_a_funcs_ref', 'deid_a_funcs_set_run'}
    if list(check_getters(names)) != ['deid_a_set_b has no getter']:
        yield f'getters: found {list(check_getters(names))}'


source, build = sys.argv[1:]
declared = list(functions(public_headers(source, build)))
assert len(declared) > 100, 'nothing was read'
finish([*try_scratch(), *check_error_codes(source), *check_regions(source),
        *(f'{function.header}: {function.name} lacks {what}'
          for function in declared for what in check(function)),
        *(complaint for header in public_headers(source, build)
          for complaint in check_synopsis(header.read_text(encoding='utf-8'), header.name)),
        *check_getters({function.name for function in declared})],
       f'{len(declared)} functions')
