# SPDX-License-Identifier: LGPL-2.1-or-later
"""Counts what passed, failed and was skipped, from Meson's logs of test runs.

usage: count.py PASSED FAILED SKIPPED LOG...

The numbers are counted in addition. A Check program counts as the checks in its own totals, any
other test as one. Exit status: 0 if something passed and nothing failed.
"""
import json
import re
import sys
from pathlib import Path

TOTALS = re.compile(r'^\d+%: Checks: (\d+), Failures: (\d+), Errors: (\d+)$', re.MULTILINE)


def count(test):
    """Returns: passed, failed, skipped."""
    totals = [[int(n) for n in line] for line in TOTALS.findall(test.get('stdout') or '')]
    failed = sum(failures + errors for _, failures, errors in totals)
    passed = sum(checks for checks, _, _ in totals) - failed
    skipped = 0
    if test['result'] == 'SKIP':
        skipped = 1
    elif test['result'] != 'OK':
        failed = max(failed, 1)
    elif not totals:
        passed = 1
    return passed, failed, skipped


sums = [int(number) for number in sys.argv[1:4]]
for log in sys.argv[4:]:
    run = Path(log).stem
    for line in Path(log).read_text(encoding='utf-8').splitlines():
        try:
            test = json.loads(line)
        except ValueError:  # Meson was killed as it wrote
            test = {'name': 'an unreadable result', 'result': 'FAIL'}
        counted = count(test)
        sums = [a + b for a, b in zip(sums, counted)]
        for what, number in zip(('failed', 'skipped'), counted[1:]):
            if number:
                print(f'{what}: {test["name"]} ({run})')
print('{} passed, {} failed, {} skipped'.format(*sums))
sys.exit(sums[0] == 0 or sums[1] > 0)
