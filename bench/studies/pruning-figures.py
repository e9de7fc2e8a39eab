# SPDX-License-Identifier: LGPL-2.1-or-later
"""Writes pruning-figures.h, the figures that bench-pruning prints beside ours, from the raw results of the study; or
compares it with them. Also recomputes the losses that the study has of policies for Adult, without the library.

usage: pruning-figures.py SOURCE [--write]
"""
import math
import os
import sys
from collections import Counter
from pathlib import Path

HEADER = Path(__file__).with_name('pruning-figures.h')
EXIT_SKIPPED = 77
TOLERANCE = 3e-9  # relative
STORES = {'LIST': 'list-noantichain', 'ANTICHAIN_LIST': 'list', 'PLAIN_TREE': 'nomin', 'TREE': ''}
PROPERTIES = {'PRIVACY': 'Not anonymous', 'QUALITY': 'Insufficient utility'}


def read_rows(path):
    """The rows below the two lines of headings."""
    return [line.split(';') for line in path.read_text(encoding='utf-8').splitlines()[2:]]


def find_row(rows, *key):
    return next(row for row in rows if all(value in row for value in key))


def read_trace(folder, n_attributes):
    """Best-first on Adult: milliseconds, quality, policy, evaluated; whenever it finds a better policy, and in the end."""
    rows = read_rows(folder / 'results-high-execution-3.2-heuristic.csv')
    return [(float(row[2]), float(row[3]), [int(level) for level in row[4].strip('[]').split(',')], int(float(row[5])))
            for row in rows if row[:2] == [str(n_attributes), 'Adult']]


def write_high_dimensional(folder):
    """Of the table with more attributes than any of the others."""
    numbers, times, without = ({int(row[0]): row for row in read_rows(folder / f'results-high-{name}.csv')
                                if 'Insufficient utility' not in row}
                               for name in ('jhpl-numbers-3.2', 'execution-3.2', 'execution-3.2-notag'))
    spared = [1 - float(times[n][4]) / float(without[n][4]) for n in range(10, 16)]
    memory = [float(find_row(read_rows(folder / f'results-high-memory-{version}.csv'), '12')[3]) / 1e6
              for version in ('3.2', '3.1')]
    for n in 12, 15:
        yield f'#define HIGH_{n}_POLICIES {float(times[n][5]) / 1e6:.1f}'
        yield f'#define HIGH_{n}_EVALUATED {int(float(numbers[n][5]))}'
    yield f'#define HIGH_LEAST_SPARED {100 * min(spared):.0f}'
    yield f'#define HIGH_MOST_SPARED {100 * max(spared):.0f}'
    yield f'#define HIGH_MEGABYTES {memory[0]:.0f}'
    yield f'#define HIGH_EXPLICIT_MEGABYTES {memory[1]:.0f}'


def write_header(folder):
    numbers = read_rows(folder / 'results-low-jhpl-numbers-3.2.csv')
    times = {store: find_row(read_rows(folder / f'results-low-execution-3.2{variant and "-" + variant}.csv'), 'Adult')
             for store, variant in STORES.items()}
    races = read_rows(folder / 'results-high-execution-3.2-heuristic-igreedy.csv')
    trace = read_trace(folder, 9)
    found = next(step for step in trace if step[1] == trace[-1][1])
    yield '/* SPDX-License-Identifier: LGPL-2.1-or-later */'
    yield '/* Made by pruning-figures.py from the raw results of the study. Of Adult, loss:geo. */'
    yield '#pragma once'
    yield '/* clang-format off */'
    yield ''
    yield f'#define FLASH_EVALUATED {int(float(find_row(numbers, "Adult", "Checked")[5]))}'
    yield f'#define FLASH_SECONDS {float(times["TREE"][3]) / 1e3:g}'
    yield f'#define FLASH_EVALUATING {float(times["TREE"][5]) / 1e3:g}'
    for name, title in PROPERTIES.items():
        row = find_row(numbers, 'Adult', title)
        yield f'#define FLASH_{name} {{ {int(float(row[6]))}, {100 * float(row[8]):.1f}, {float(row[7]):.3f} }}'
    yield f'#define BEST_FIRST_EVALUATED {trace[-1][3]}'
    yield f'#define BEST_FIRST_FOUND {found[3]}'
    yield f'#define BEST_FIRST_SECONDS {trace[-1][0] / 1e3:g}'
    yield '/* Seconds of the whole run without those of evaluations. */'
    for store, row in times.items():
        yield f'#define BOOKKEEPING_{store} {(float(row[3]) - float(row[5])) / 1e3:.3f}'
    yield '/* By how many percent best-first was better than the heuristic, with 3 to 9 attributes. */'
    yield f'#define IMPROVEMENTS {{ {", ".join(f"{100 * float(row[3]):.1f}" for row in races if row[1] == "Adult")} }}'
    yield from write_high_dimensional(folder)


def read_table(path):
    return [line.split(';') for line in path.read_text(encoding='utf-8').splitlines()]


def compute_loss(folder, names, levels):
    """Iyengar's loss with geometric mean, with the hierarchies of the study: that of the native country spells the group
    of England Europa, which makes a group of England alone."""
    heading, *rows = read_table(folder / 'adult.csv')
    names = [name for name in heading if name in names]
    hierarchies = [{row[0]: row[level] for row in read_table(folder / f'hierarchy_{name}.csv')}
                   for name, level in zip(names, levels)]
    if 'native-country' in names and levels[names.index('native-country')] == 1:
        hierarchies[names.index('native-country')]['England'] = 'Europa'
    columns = [[hierarchy[row[heading.index(name)]] for row in rows] for name, hierarchy in zip(names, hierarchies)]
    classes = Counter(zip(*columns))
    kept = {key: n for key, n in classes.items() if n >= 5}
    loss = 1
    for i, hierarchy in enumerate(hierarchies):
        leaves = Counter(hierarchy.values())
        share = sum(n * (leaves[key[i]] - 1) for key, n in kept.items()) / (len(hierarchy) - 1)
        loss *= 1 + (share + len(rows) - sum(kept.values())) / len(rows)
    return loss ** (1 / len(names)) - 1


def check_losses(folder, adult):
    names = ['age', 'education', 'marital-status', 'native-country', 'race', 'salary-class', 'sex', 'workclass', 'occupation']
    for n in range(3, 10):
        _, quality, levels, _ = read_trace(folder, n)[-1]
        loss = compute_loss(adult, names[:n], levels)
        if not math.isclose(loss, 1 - quality, rel_tol=TOLERANCE):
            yield f'{n} attributes: the loss of {levels} is {loss}, published is {1 - quality}'


shared = Path(os.environ.get('DEID_SHARED') or Path(sys.argv[1], '../shared'))
folder, adult = shared / 'published/pruning', shared / 'data/adult'
if not folder.is_dir() or not adult.is_dir():
    print('the raw results of the study are not there')
    sys.exit(EXIT_SKIPPED)
text = '\n'.join(write_header(folder)) + '\n'
if '--write' in sys.argv:
    HEADER.write_text(text, encoding='utf-8')
errors = [] if HEADER.read_text(encoding='utf-8') == text else [f'{HEADER.name} is not what the raw results give']
errors += check_losses(folder, adult)
sys.exit('\n'.join(errors) or 0)
