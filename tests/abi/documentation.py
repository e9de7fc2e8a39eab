# SPDX-License-Identifier: LGPL-2.1-or-later
"""Every public function is documented: parameters, errors, thread rule, complexity, Since. Error
codes that are named exist, and the sizes of regions are those of the code.

usage: documentation.py SOURCE BUILD
"""
import re
import sys
from pathlib import Path

from gate import finish, functions, public_headers


def check(function):
    """What the comment lacks."""
    text = re.sub(r'^ \* ?', '', function.comment, flags=re.MULTILINE)
    expected = {
        'its name': text.strip().startswith(function.name + ':'),
        'a thread rule': re.search(r'\bthreads?\b', text) is not None,
        'a complexity': re.search(r'\bComplexity(:|\s+of\s)', text) is not None,
        'Since: with its series': re.search(rf'^Since: {function.series}$', text, re.MULTILINE),
        'Returns:': function.result == 'void' or re.search(r'^Returns:', text, re.MULTILINE),
        'Errors:': 'error' not in function.parameters or re.search(r'^Errors:', text, re.MULTILINE),
        'its parameters in order':
            re.findall(r'^@(\w+):', text, re.MULTILINE) == function.parameters,
    }
    return [what for what, there in expected.items() if not there]


def read(source, name):
    return Path(source, name).read_text(encoding='utf-8')


def check_error_codes(source):
    """Codes that are named somewhere and are not declared."""
    declared = re.findall(r'^  (DEID_ERROR_\w+) = ', read(source, 'include/deid/deid-error.h'),
                          re.MULTILINE)
    if not declared:
        return ['deid-error.h: no error codes found']
    texts = [path for pattern in ('include/deid/*.h', '*.md', 'docs/*.md', 'examples/*.[chm]*')
             for path in Path(source).glob(pattern)]
    return [f'{path.name}: {code} is no error code'
            for path in texts
            for code in re.findall(r'\bDEID_ERROR_(?!H\b)\w+', path.read_text(encoding='utf-8'))
            if code not in declared]


def check_regions(source):
    """Regions whose size in the header is not that of the code."""
    code = {name: int(size) * 100000 for name, size in re.findall(
        r'\{ "([\w-]+)", (\d+) \}', read(source, 'lib/privacy/uniqueness/regions.c'))}
    header = {name: int(size.replace(',', '')) for name, size in re.findall(
        r'^ \*     ([a-z-]+) +([\d,]+)  ',
        read(source, 'include/deid/deid-population-uniqueness.h'), re.MULTILINE)}
    if not code:
        return ['regions.c: no regions found']
    return [f'region {name}: {header.get(name)} in the header, {code.get(name)} in the code'
            for name in sorted(code.keys() | header.keys()) if header.get(name) != code.get(name)]


errors = check_error_codes(sys.argv[1]) + check_regions(sys.argv[1])
count = 0
for function in functions(public_headers(*sys.argv[1:])):
    count += 1
    errors += [f'{function.header}: {function.name} lacks {what}' for what in check(function)]
if count == 0:
    errors.append('no functions found')
finish(errors, f'{count} functions')
