# SPDX-License-Identifier: LGPL-2.1-or-later
"""Every public function is documented: parameters, errors, thread rule, complexity, Since.

usage: documentation.py SOURCE BUILD
"""
import re
import sys

from gate import finish, functions, public_headers


def check(function):
    """What the comment lacks."""
    text = re.sub(r'^ \* ?', '', function.comment, flags=re.MULTILINE)
    expected = {
        'its name': text.strip().startswith(function.name + ':'),
        'a thread rule': re.search(r'\bthreads?\b', text) is not None,
        'a complexity': re.search(r'\bComplexity(:| of )', text) is not None,
        'Since: with its series': re.search(rf'^Since: {function.series}$', text, re.MULTILINE),
        'Returns:': function.result == 'void' or re.search(r'^Returns:', text, re.MULTILINE),
        'Errors:': 'error' not in function.parameters or re.search(r'^Errors:', text, re.MULTILINE),
        'its parameters in order':
            re.findall(r'^@(\w+):', text, re.MULTILINE) == function.parameters,
    }
    return [what for what, there in expected.items() if not there]


errors = []
count = 0
for function in functions(public_headers(*sys.argv[1:])):
    count += 1
    errors += [f'{function.header}: {function.name} lacks {what}' for what in check(function)]
if count == 0:
    errors.append('no functions found')
finish(errors, f'{count} functions')
