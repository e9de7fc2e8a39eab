# SPDX-License-Identifier: LGPL-2.1-or-later
"""Measures how many records a second `deid apply` reads, generalizes, checks, verifies and writes, on one
core: those of the sample, in random order, again and again. The yardstick reads and writes the same
bytes.

usage: apply.py TOOLS DATA [--quick]
"""
import os
import random
import statistics
import subprocess
import sys
import tempfile
from pathlib import Path

tools, data = sys.argv[1:3]
is_quick = '--quick' in sys.argv[3:]
N_ROWS = 10000 if is_quick else 1000000
N_RUNS = 1 if is_quick else 7
PROBLEM = ['--hierarchies', f'{data}/hierarchy_', '--qi', 'age,sex,zip', '--sensitive', 'diagnosis',
           '--model', 'k:5', '--model', 'dl:2', '--suppression-limit', '5%']


def write_table(path):
    header, *rows = Path(data, 'discharges.csv').read_text(encoding='utf-8').splitlines()
    rand = random.Random(1)
    with open(path, 'w', encoding='utf-8') as file:
        print(header, file=file)
        for _ in range(N_ROWS // len(rows)):
            rand.shuffle(rows)
            print('\n'.join(rows), file=file)


def measure(*command):
    """Seconds of processor time."""
    before = os.times()
    subprocess.run(command, check=True)
    after = os.times()
    return after.children_user + after.children_system - before.children_user - before.children_system


with tempfile.TemporaryDirectory(prefix='deid-apply-') as folder:
    table, release, policy = (f'{folder}/{name}' for name in ('table.csv', 'release.csv', 'policy.json'))
    write_table(table)
    subprocess.run([f'{tools}/deid', 'run', '--input', f'{data}/discharges.csv', '--delimiter', ';',
                    *PROBLEM, '--policy', policy, '--quiet'], check=True)
    apply = [f'{tools}/deid', 'apply', policy, table, '--delimiter', ';',
             '--output', release, '--quiet']
    seconds = sorted(measure(*apply) for _ in range(N_RUNS))
    yardstick = statistics.median(measure('sh', '-c', f'cat {table} >{folder}/copy') for _ in range(N_RUNS))
    n_released = Path(release).read_text(encoding='utf-8').count('\n') - 1
    assert 0.95 * N_ROWS <= n_released <= N_ROWS, n_released
    median = statistics.median(seconds)
    print(f'{N_ROWS} records of 9 columns: {median:.2f} s of processor time ({seconds[0]:.2f} to '
          f'{seconds[-1]:.2f}), {N_ROWS / max(median, 1e-3) / 1e6:.2f} million a second; '
          f'reading and writing alone {yardstick:.2f} s')
