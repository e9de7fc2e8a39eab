# SPDX-License-Identifier: LGPL-2.1-or-later
"""Measures a release of a data frame of pandas in Python, from a frame to a released frame, beside `deid run` on the
same table, from a file to a file: processor time, and memory at its peak.

usage: python-frames.py TOOLS DATA [--quick]
"""
import csv
import json
import os
import random
import statistics
import subprocess
import sys
import tempfile
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parent.parent / 'tests'))
from gate import find_python  # noqa: E402

tools, data = sys.argv[1:3]
python = find_python('pandas, cffi')
build = Path(tools).resolve().parent
ENVIRONMENT = {**os.environ, 'PYTHONPATH': str(build / 'python'), 'LD_LIBRARY_PATH': str(build / 'lib')}
is_quick = '--quick' in sys.argv[3:]
N_ROWS = 10000 if is_quick else 1000000
N_RUNS = 1 if is_quick else 5
NAMES = ['age', 'sex', 'zip', 'insurance', 'diagnosis', 'stay']
OPTIONS = ['--qi', 'age,sex,zip,stay', '--rule', 'age=intervals:5,10,20', '--rule', 'sex=suppress',
           '--rule', 'zip=prefix:4,3,2', '--rule', 'stay=intervals:2,6,12', '--sensitive', 'diagnosis',
           '--insensitive', 'insurance', '--model', 'k:5', '--suppression-limit', '5%', '--json', '--threads', 'all']
PROGRAM = '''
import json, os, sys
import pandas
import deid
frame = pandas.read_csv(sys.argv[1], dtype={'zip': str})
before = os.times()
release = deid.anonymize(frame, {'age': 'intervals:5,10,20', 'sex': 'suppress', 'zip': 'prefix:4,3,2',
                                 'stay': 'intervals:2,6,12'}, models='k:5', sensitive='diagnosis',
                         insensitive='insurance', suppression=0.05)
released = release.frame
after = os.times()
print(json.dumps([release.loss, len(released), after.user + after.system - before.user - before.system]))
'''


def write_table(path):
    with open(f'{data}/discharges.csv', encoding='utf-8', newline='') as file:
        rows = [[row[name] for name in NAMES] for row in csv.DictReader(file, delimiter=';')]
    rand = random.Random(1)
    with open(path, 'w', encoding='utf-8', newline='') as file:
        writer = csv.writer(file, lineterminator='\n')
        writer.writerow(NAMES)
        columns = [list(column) for column in zip(*rows)]
        for _ in range(N_ROWS // len(rows)):
            for column in columns:
                rand.shuffle(column)
            writer.writerows(zip(*columns))


def measure(*command):
    """What a command prints, its seconds of processor time and its MB of memory."""
    process = subprocess.Popen(command, stdout=subprocess.PIPE, env=ENVIRONMENT)
    output = process.stdout.read()
    _, status, usage = os.wait4(process.pid, 0)
    process.returncode = os.waitstatus_to_exitcode(status)
    assert process.returncode == 0, command
    return output, usage.ru_utime + usage.ru_stime, usage.ru_maxrss / 1000


def report(name, runs):
    seconds, memory = ([run[i] for run in runs] for i in (1, 2))
    print(f'{name}: {statistics.median(seconds):.2f} s of processor time ({min(seconds):.2f} to {max(seconds):.2f}), '
          f'{statistics.median(memory):.0f} MB')
    return statistics.median(seconds), statistics.median(memory)


with tempfile.TemporaryDirectory(prefix='deid-frames-') as folder:
    table = f'{folder}/table.csv'
    write_table(table)
    by_command = [f'{tools}/deid', 'run', table, *OPTIONS, '--output', f'{folder}/release.csv']
    by_command_runs, by_python_runs, reading_runs = [], [], []
    for _ in range(N_RUNS):
        by_command_runs.append(measure(*by_command))
        by_python_runs.append(measure(python, '-c', PROGRAM, table))
        reading_runs.append(measure(python, '-c', 'import pandas, sys; pandas.read_csv(sys.argv[1])', table))
    loss, n_released, alone = json.loads(by_python_runs[0][0])
    told = json.loads(by_command_runs[0][0])
    assert loss == told['loss'] and n_released == N_ROWS - told['suppressed'], (loss, n_released, told['loss'])
    print(f'{N_ROWS} records of {len(NAMES)} columns, loss {loss:.6f}')
    seconds, memory = report('deid run', by_command_runs)
    _, without = report('pandas reads the file', reading_runs)
    _, peak = report('Python, with pandas', by_python_runs)
    calls = statistics.median(json.loads(run[0])[2] for run in by_python_runs)
    print(f'anonymize() and .frame: {calls:.2f} s, {calls / seconds:.2f} times deid run; '
          f'{peak - without:.0f} MB more than the frame, {(peak - without) / memory:.2f} times')
