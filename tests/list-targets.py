# SPDX-License-Identifier: LGPL-2.1-or-later
"""The files that the tests of some suites need, for ninja.

usage: list-targets.py BUILD SUITE...

Tests of a suite that is given as -SUITE are left out. The suite `others` stands for all that ninja builds by default
outside tests/.
"""
import json
import os
import subprocess
import sys


def introspect(what):
    output = subprocess.run(['meson', 'introspect', f'--{what}', build], check=True,
                            stdout=subprocess.PIPE).stdout
    return json.loads(output)


build, *suites = sys.argv[1:]
targets = introspect('targets')
files = {target['id']: target['filename'] for target in targets}
left_out = {suite[1:] for suite in suites if suite.startswith('-')}
needed = set()
for test in introspect('tests'):
    of_test = {suite.split(':')[-1] for suite in test['suite']}
    if of_test & set(suites) and not of_test & left_out:
        needed.update(test['depends'])
if 'others' in suites:
    tests = os.path.join(os.path.abspath(build), 'tests', '')
    needed |= {target['id'] for target in targets
               if target['build_by_default'] and not target['filename'][0].startswith(tests)}
print(*sorted(os.path.relpath(file, build) for id in needed for file in files[id]))
