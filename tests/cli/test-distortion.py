# SPDX-License-Identifier: LGPL-2.1-or-later
"""What --distortion says of the sample table, against Python's statistics, and numpy where it is.

    test-distortion.py TOOL DATA_DIRECTORY

Skipped without statistics.correlation(), which Python has since 3.10.
"""
import csv
import json
import math
import statistics
import subprocess
import sys
import tempfile
from collections import Counter
from itertools import combinations
from pathlib import Path

try:
    import numpy
except ImportError:
    numpy = None

SKIPPED = 77
NUMBERS = ('age', 'stay', 'charge')
TEXTS = ('sex', 'zip', 'admission', 'insurance', 'diagnosis')
SIDES = ('before', 'after')


def read(path, delimiter):
    with open(path, newline='', encoding='utf-8') as file:
        return list(csv.DictReader(file, delimiter=delimiter))


def stand_in(label):
    """The number, or the middle of a range of integers."""
    if label in ('', '*'):
        return None
    ends = [int(end) for end in label.split('-')]
    return sum(ends) / len(ends)


def assert_close(value, expected, what):
    assert math.isclose(value, expected, rel_tol=1e-12, abs_tol=1e-12), (what, value, expected)


def check_figures(column, side, numbers):
    expected = {'mean': statistics.fmean(numbers), 'variance': statistics.variance(numbers)}
    steps = statistics.quantiles(numbers, n=20, method='inclusive')
    for name, step in (('quantile_5', 0), ('quantile_25', 4), ('median', 9), ('quantile_75', 14),
                       ('quantile_95', 18)):
        expected[name] = steps[step]
    if numpy is not None:
        assert_close(numpy.var(numbers, ddof=1), expected['variance'], 'numpy')
        assert_close(numpy.percentile(numbers, 95), expected['quantile_95'], 'numpy')
    for name, figure in expected.items():
        assert_close(column[name][side], figure, (column['column'], side, name))
    assert column['measured'][side] == len(numbers)


def check_shift(column):
    """The change of the mean in standard deviations of the original."""
    mean, variance = column['mean'], column['variance']
    assert_close(column['mean_shift'],
                 (mean['after'] - mean['before']) / math.sqrt(variance['before']), column['column'])


def rank(numbers):
    order = sorted(range(len(numbers)), key=lambda i: numbers[i])
    ranks = [0.0] * len(numbers)
    start = 0
    while start < len(order):
        end = start
        while end < len(order) and numbers[order[end]] == numbers[order[start]]:
            end += 1
        for i in order[start:end]:
            ranks[i] = (start + end + 1) / 2
        start = end
    return ranks


def check_correlation(pair, side, x, y):
    expected = statistics.correlation(x, y)
    if numpy is not None:
        assert_close(numpy.corrcoef(x, y)[0][1], expected, 'numpy')
    assert_close(pair['pearson'][side], expected, (pair['columns'], side, 'pearson'))
    assert_close(pair['spearman'][side], statistics.correlation(rank(x), rank(y)),
                 (pair['columns'], side, 'spearman'))


def check_v(pair, side, records):
    cells = Counter(records)
    rows, columns = Counter(x for x, y in records), Counter(y for x, y in records)
    degrees = min(len(rows), len(columns)) - 1
    if degrees < 1:
        assert pair['cramers_v'][side] is None
        return
    chi_square = sum((cells[x, y] - a * b / len(records)) ** 2 / (a * b / len(records))
                     for x, a in rows.items() for y, b in columns.items())
    assert_close(pair['cramers_v'][side], math.sqrt(chi_square / len(records) / degrees),
                 (pair['columns'], side))


def check_pairs(pairs, tables):
    assert len(pairs) == math.comb(len(NUMBERS) + len(TEXTS), 2)
    by_columns = {frozenset(pair['columns']): pair for pair in pairs}
    for side, table in zip(SIDES, tables):
        for x, y in combinations(NUMBERS, 2):
            both = [(stand_in(row[x]), stand_in(row[y])) for row in table]
            both = [numbers for numbers in both if None not in numbers]
            check_correlation(by_columns[frozenset((x, y))], side, *map(list, zip(*both)))
        for x, y in combinations(TEXTS, 2):
            check_v(by_columns[frozenset((x, y))], side,
                    [(row[x], row[y]) for row in table if row[x] != '' and row[y] != ''])


def check_distance(column, tables):
    """Of columns that are released as they are."""
    name = column['column']
    counts = [Counter(row[name] for row in table) for table in tables]
    sizes = [len(table) for table in tables]
    expected = sum(abs(counts[1][value] / sizes[1] - n / sizes[0])
                   for value, n in counts[0].items()) / 2
    assert_close(column['distance'], expected, name)


def main(tool, data):
    if not hasattr(statistics, 'correlation'):
        print('skipped: statistics.correlation() is not there')
        sys.exit(SKIPPED)
    with tempfile.TemporaryDirectory() as folder:
        release = Path(folder, 'release.csv')
        types = [f'column {name}.type=integer' for name in NUMBERS]
        settings = [word for setting in types + ['column charge.role=insensitive']
                    for word in ('--set', setting)]
        done = subprocess.run([tool, 'run', '--problem', Path(data, 'discharges.ini'), *settings,
                               '--distortion', '--left-out', 'pairs', '--json',
                               '--output', release], check=True, stdout=subprocess.PIPE)
        tables = read(Path(data, 'discharges.csv'), ';'), read(release, ';')
    report = json.loads(done.stdout)
    distortion = report['distortion']
    columns = {column['column']: column for column in distortion['columns']}
    assert distortion['audience'] == report['left_out']['audience'] == 'custodian-only'
    assert 'problem' not in distortion and 'problem' not in report['left_out']
    assert distortion['records'] == dict(zip(SIDES, map(len, tables)))
    assert sorted(columns) == sorted(NUMBERS + TEXTS)
    for name in NUMBERS:
        for side, table in zip(SIDES, tables):
            numbers = [stand_in(row[name]) for row in table]
            check_figures(columns[name], side, [n for n in numbers if n is not None])
        check_shift(columns[name])
    for name in ('charge', 'diagnosis', 'sex'):
        check_distance(columns[name], tables)
    check_pairs(distortion['pairs'], tables)


main(*sys.argv[1:])
