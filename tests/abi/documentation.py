# SPDX-License-Identifier: LGPL-2.1-or-later
"""Every public function is documented: parameters, errors, thread rule, complexity, Since. What is
true of all functions of a header may be said once, at its top, and then no function repeats it. Error
codes that are named exist, and those that a function sets are named, and the sizes of regions are
those of the code. Each rule is tried on a scratch comment that breaks it.

usage: documentation.py SOURCE BUILD
"""
import re
import sys
from pathlib import Path

from gate import finish, functions, is_counting, parse_functions, public_headers, read_bodies


def is_setter(name):
    """Whether a function sets or adds something, which those of the handle deid_output_set do not."""
    return re.search(r'(?<!^deid_output)_(set|add)_', name) is not None


def check(function):
    """What the comment and the rules at the top of the header lack."""
    if is_counting(function):
        return [] if function.rules.get('Since') == function.series else ['Since: with its series']
    text, rules = function.comment, function.rules
    setters = rules.get('Setters', '') if is_setter(function.name) else None
    own_since = re.search(r'^Since: (.*)$', text, re.MULTILINE)
    errors = re.search(r'^Errors:(.*?)(?=\nReturns:|\n\n|\n ?\Z)', text, re.MULTILINE | re.DOTALL)
    fails_alone = '%DEID_ERROR_' in (setters or '') + rules.get('Errors', '')
    succeeds = function.result == 'gboolean' and 'error' in function.parameters
    named = re.findall(r'^@(\w+):', text, re.MULTILINE)
    expected = {
        'its name': text.strip().startswith(function.name + ':'),
        'a thread rule': re.search(
            r'\bthreads?\b', text + (rules.get('Threads', '') if setters is None else setters)),
        'a complexity': re.search(r'\bComplexity(:|\s+of\s)', text) or 'O(' in rules.get('Complexity', ''),
        'Since: with its series':
            (own_since[1] if own_since else rules.get('Since')) == function.series,
        'Returns:': (function.result == 'void' or re.search(r'^Returns:', text, re.MULTILINE)
                     or succeeds and '%FALSE' in rules.get('Errors', '')),
        'Errors:': 'error' not in function.parameters or errors or fails_alone,
        'an error code, or a function that tells it, in Errors:':
            errors is None or re.search(r'%DEID_ERROR_|\bdeid_\w+\(\)|^ none yet', errors[1]),
        'an error argument': errors is None or 'error' in function.parameters,
        'its parameters in order':
            named == [name for name in function.parameters if name in named or f'@{name}' not in rules],
    }
    return [what for what, there in expected.items() if not there]


def check_repeats(function):
    """What the comment says and the top of the header has said of all functions."""
    text, rules = ' '.join(function.comment.split()), function.rules
    threads = rules.get('Setters' if is_setter(function.name) else 'Threads', '')
    said = {
        'Since:': rules.get('Since') and f'Since: {rules["Since"]}' in text,
        'Threads:': any(phrase in threads and re.search(rf'{phrase}( this)?\.', text, re.IGNORECASE)
                        for phrase in ('any thread may call', 'one thread at a time')),
        'Complexity:': rules.get('Complexity', '').startswith('O(1)') and 'Complexity: O(1).' in text,
        **{name: re.search(rf'{name}: {re.escape(rule)}(?= [@A-Z]| ?$)', text)
           for name, rule in rules.items() if name.startswith('@')},
    }
    return [what for what, repeated in said.items() if repeated]


def list_codes(name, declared, seen=()):
    """The error codes that a function names, at the top of its header, or by functions it refers to."""
    if name not in declared or name in seen:
        return set()
    function = declared[name]
    setters = function.rules.get('Setters', '') if is_setter(name) else ''
    codes = set(re.findall(r'%(DEID_ERROR_\w+)', function.comment + setters + function.rules.get('Errors', '')))
    return codes.union(*(list_codes(other, declared, (*seen, name))
                         for other in re.findall(r'\b(deid_\w+)\(\)', function.comment)))


def check_codes(declared, bodies):
    """Error codes that the body of a function has, and that it does not name."""
    for name, function in declared.items():
        if 'error' in function.parameters:
            found = set(re.findall(r'\bDEID_ERROR_\w+', bodies.get(name, '')))
            for code in sorted(found - list_codes(name, declared)):
                yield f'{function.header}: {name} sets {code}, and does not say so'


def read(source, name):
    return Path(source, name).read_text(encoding='utf-8')


def check_error_codes(source):
    """Codes that are named somewhere and are not declared."""
    declared = re.findall(r'^  (DEID_ERROR_\w+) = ', read(source, 'include/deid/deid-error.h'),
                          re.MULTILINE)
    if not declared:
        return ['deid-error.h: no error codes found']
    texts = [path for pattern in ('include/deid/*.h', '*.md', 'docs/**/*.md', 'examples/*.[chm]*',
                                 'tools/*.[ch]')
             for path in Path(source).glob(pattern)]
    return [f'{path.name}: {code} is no error code'
            for path in texts
            for code in re.findall(r'\bDEID_ERROR_(?!H\b)\w+', path.read_text(encoding='utf-8'))
            if code not in declared]


def check_regions(source):
    """Regions whose size in the document is not that of the code."""
    code = {name: int(size) * 100000 for name, size in re.findall(
        r'\{ "([\w-]+)", (\d+) \}', read(source, 'lib/privacy/uniqueness.c'))}
    document = {name: int(size.replace(',', '')) for name, size in re.findall(
        r'^\| `([a-z-]+)` \| ([\d,]+) \|', read(source, 'docs/models.md'), re.MULTILINE)}
    if not code:
        return ['uniqueness.c: no regions found']
    return [f'region {name}: {document.get(name)} in the document, {code.get(name)} in the code'
            for name in sorted(code.keys() | document.keys()) if document.get(name) != code.get(name)]


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


RULES = '''/* SPDX */
/*
 * Since: 0.1
 * Threads: any thread may call
 *   these functions.
 * Setters: one thread at a time; %DEID_ERROR_IMMUTABLE after use.
 * Complexity: O(1) unless stated.
 * Errors: a function that fails returns %FALSE.
 * @error: y
 */
'''
SHORT = '''/**
 * deid_x:
 * @a: x
 *
 * Errors: %DEID_ERROR_IO if so.
 */
DEID_AVAILABLE_IN_0_1
gboolean deid_x (guint a, GError **error);
'''
SETTER = SHORT.replace('deid_x', 'deid_x_set_y').replace(' *\n * Errors: %DEID_ERROR_IO if so.\n', '')
ALL = ['a thread rule', 'a complexity', 'Since: with its series', 'Returns:']
# A comment, what is replaced in the header with it, by what, and what it then lacks or repeats.
RULED = [
    (SHORT, '', '', []),
    (SETTER, '', '', []),
    (SHORT, RULES, '', [*ALL, 'its parameters in order']),
    (SETTER, RULES, '', [*ALL, 'Errors:', 'its parameters in order']),
    (SHORT, ' * Since: 0.1\n', '', ['Since: with its series']),
    (SHORT, 'Since: 0.1', 'Since: 0.2', ['Since: with its series']),
    (SHORT, 'any thread', 'anybody', ['a thread rule']),
    (SHORT, 'one thread', 'one', []),
    (SETTER, 'any thread', 'anybody', []),
    (SETTER, 'one thread', 'one', ['a thread rule']),
    (SETTER, '%DEID_ERROR_IMMUTABLE', 'fails', ['Errors:']),
    (SHORT, 'O(1) unless', 'as', ['a complexity']),
    (SHORT, '%FALSE', 'something', ['Returns:']),
    (SHORT.replace('gboolean', 'guint'), '', '', ['Returns:']),
    (SHORT, '@error', '@e', ['its parameters in order']),
    (SHORT, ' * @a: x\n', '', ['its parameters in order']),
    (SHORT, ' * Errors: %DEID_ERROR_IO if so.\n', '', ['Errors:']),
    (SHORT.replace(' * Errors: %DEID_ERROR_IO if so.\n', ''), '%FALSE.', '%FALSE; %DEID_ERROR_IO.', []),
    (COMMENT, '', '', ['Since:', 'Threads:', 'Complexity:']),
    (COMMENT, '@error: x', '@error: y', ['Since:', 'Threads:', 'Complexity:', '@error']),
    (COMMENT, 'O(1).\n', 'O(n).\n', ['Since:', 'Threads:']),
    (COMMENT, 'Any thread may call this', 'One thread at a time', ['Since:', 'Complexity:']),
    (COMMENT.replace('deid_x', 'deid_x_set_y'), '', '', ['Since:', 'Complexity:']),
    (COMMENT.replace('deid_x', 'deid_x_set_y'), 'Any thread may call this', 'One thread at a time',
     ['Since:', 'Threads:', 'Complexity:']),
]


def try_scratch():
    for old, new, expected in SCRATCH:
        function = next(parse_functions(COMMENT.replace(old, new), 'scratch'))
        found = check(function) + check_repeats(function)
        if found != expected:
            yield f'{new!r} for {old!r}: expected {expected}, found {found}'
    for comment, old, new, expected in RULED:
        function = next(parse_functions((RULES + comment).replace(old, new), 'scratch'))
        found = check(function) + check_repeats(function)
        if found != expected:
            yield f'{new!r} for {old!r} in\n{RULES + comment}: expected {expected}, found {found}'
    handle = RULES + ('DEID_AVAILABLE_IN_0_1\nGType deid_x_get_type (void);\n'
                      'DEID_AVAILABLE_IN_0_1\nDeidX *deid_x_ref (DeidX *x);\n')
    for old, new, expected in [('', '', 0), (RULES, '', 2), ('Since: 0.1', 'Since: 0.2', 2),
                               ('GType', 'guint', 1), ('(DeidX', '(DeidY', 1), ('_ref', '_unref', 1)]:
        found = [function.name for function in parse_functions(handle.replace(old, new), 'scratch')
                 if check(function)]
        if len(found) != expected:
            yield f'handles: found {found} with {new!r} for {old!r}'
    for comment, old, new, expected in [
            (SHORT, '', '', 0), (SHORT, '_IO', '_PARSE', 1), (SHORT, '%DEID_ERROR_IO', 'those of deid_y()', 0),
            (SHORT, '%DEID_ERROR_IO', 'those of deid_z()', 1), (SHORT, '%FALSE', '%FALSE, %DEID_ERROR_PARSE', 0),
            (SETTER.replace('_set_y', ''), '', '', 1)]:
        named = {function.name: function for function in parse_functions(
            (RULES + comment).replace(old, new) + SHORT.replace('deid_x', 'deid_y'), 'scratch')}
        codes = 'DEID_ERROR_IO' if '%FALSE' not in old else 'DEID_ERROR_IO, DEID_ERROR_PARSE'
        if len(list(check_codes(named, {'deid_x': codes}))) != expected:
            yield f'codes: expected {expected}, found {list(check_codes(named, {"deid_x": codes}))}'


source, build = sys.argv[1:]
declared = list(functions(public_headers(source, build)))
bodies = read_bodies(source)
assert len(declared) > 100 and len(bodies) > 300, 'nothing was read'
finish([*try_scratch(), *check_error_codes(source), *check_regions(source),
        *(f'{function.header}: {function.name} lacks {what}'
          for function in declared for what in check(function)),
        *(f'{function.header}: {function.name} repeats what the top of the header says: {what}'
          for function in declared for what in check_repeats(function)),
        *check_codes({function.name: function for function in declared}, bodies)],
       f'{len(declared)} functions')
