# SPDX-License-Identifier: LGPL-2.1-or-later
"""Writes what the study on pruning published: pruning-figures.h, which bench-pruning prints beside ours, and the section
of docs/studies.md, with our counts from pruning.golden. Without --write, compares both with the raw results. Also
recomputes the losses that the study has of policies for Adult, without the library.

usage: pruning-figures.py SOURCE [--write]
"""
import math
import os
import sys
from collections import Counter
from pathlib import Path

HEADER = Path(__file__).with_name('pruning-figures.h')
GOLDEN = Path(__file__).with_name('pruning.golden')
BEGIN = '<!-- The rest of this section is made by bench/studies/pruning-figures.py. -->\n'
END = '<!-- The end of what is made. -->\n'
EXIT_SKIPPED = 77
TOLERANCE = 3e-9  # relative
LOW = ['Adult', 'Cup', 'Fars', 'Atus', 'Ihis']
HIGH = 'SS13ACS'
PROPERTIES = {'Not anonymous': 'privacy', 'Insufficient utility': 'quality'}
STORES = {'plain list': 'list-noantichain', 'plain list, optimized': 'list-noantichain-opt', 'antichain in a list': 'list',
          'antichain in a list, optimized': 'list-opt', 'tree': 'nomin', 'tree with ranks': ''}
BUILT = ['plain list', 'antichain in a list', 'tree', 'tree with ranks']  # in the order of StoreKind
ADULT = ['age', 'education', 'marital-status', 'native-country', 'race', 'salary-class', 'sex', 'workclass', 'occupation']


# The raw results.


def read_rows(name):
    """The rows below the two lines of headings, numbers as numbers."""
    def read(text):
        try:
            return float(text)
        except ValueError:
            return text
    lines = (folder / f'results-{name}.csv').read_text(encoding='utf-8').splitlines()
    return [[read(field) for field in line.split(';')] for line in lines[2:]]


def read_numbers(name):
    """By table or number of attributes: policies, evaluated, and inserts, queries, kept and hits of each property."""
    numbers = {}
    for key, _, _, n_policies, what, inserts, queries, kept, hits in read_rows(name):
        row = numbers.setdefault(key, {'policies': n_policies})
        if what == 'Checked':
            row['evaluated'] = inserts
        else:
            row[PROPERTIES[what]] = {'inserts': inserts, 'queries': queries, 'kept': kept, 'hits': hits}
    return numbers


def read_column(name, column):
    return {row[0]: row[column] for row in read_rows(name)}


def read_bookkeeping(store):
    """Milliseconds of the whole run without those of evaluations, by table."""
    variant = STORES[store]
    return {row[0]: row[3] - row[5] for row in read_rows(f'low-execution-3.2{variant and "-" + variant}')}


def read_traces():
    """By table and number of attributes: milliseconds, quality, policy, evaluated, whenever best-first finds a better
    policy, and in the end."""
    traces = {}
    for n, table, *step in read_rows('high-execution-3.2-heuristic'):
        traces.setdefault((table, int(n)), []).append(step)
    return traces


def read_races():
    """By table and number of attributes: by which share the quality of best-first is better, or None."""
    return {(table, int(n)): None if share == '--' else share
            for n, table, _, share in read_rows('high-execution-3.2-heuristic-igreedy')}


def get_levels(step):
    return [int(level) for level in step[2].strip('[]').split(',')]


def count_first_found(trace):
    """The evaluation that found the policy of the end."""
    return next(step[3] for step in trace if step[1] == trace[-1][1])


# Ours, of pruning.golden.


def read_golden():
    """By table, number of attributes and algorithm."""
    counts = {}
    for line in GOLDEN.read_text(encoding='utf-8').splitlines()[1:]:
        first, *properties, last = line.split('; ')
        table, n, algorithm, n_policies, n_evaluated = first.split()
        row = counts[table, int(n), algorithm] = {'policies': int(n_policies), 'evaluated': int(n_evaluated)}
        for name, text in zip(PROPERTIES.values(), properties):
            inserts, queries, hits, kept, _ = map(int, text.split())
            row[name] = {'inserts': inserts, 'queries': queries, 'kept': kept / max(inserts, 1), 'hits': hits / max(queries, 1)}
        row['found'], row['loss'] = int(last.split()[0]), float(last.split()[1])
    return counts


def improve(table, n):
    """By which share the quality of the optimum is better than that of IGreedy."""
    return (1 - ours[table, n, 'best-first']['loss']) / (1 - ours[table, n, 'igreedy']['loss']) - 1


# The header.


def write_property(counts):
    return f'{{ {counts["inserts"]:.0f}, {counts["queries"]:.0f}, {100 * counts["hits"]:.1f}, {counts["kept"]:.3f} }}'


def write_header():
    yield '/* SPDX-License-Identifier: LGPL-2.1-or-later */'
    yield '/* Made by pruning-figures.py from the raw results of the study, of loss:geo. */'
    yield '#pragma once'
    yield '/* clang-format off */'
    yield ''
    yield '/* Flash. Bookkeeping is the whole run without evaluations, by StoreKind. */'
    yield 'static const PublishedFlash published_flash[] = {'
    for table in LOW:
        row = low[table]
        properties = ', '.join(write_property(row[name]) for name in PROPERTIES.values())
        stores = ', '.join(f'{bookkeeping[store][table] / 1e3:.3f}' for store in BUILT)
        yield (f'  {{ "{table.lower()}", {row["policies"]:.0f}, {row["evaluated"]:.0f}, {{ {properties} }}, '
               f'{seconds[table] / 1e3:g}, {evaluating[table] / 1e3:g}, {explicit_seconds[table] / 1e3:g}, '
               f'{memory[table] / 1e6:.2f}, {explicit_memory[table] / 1e6:.2f}, {{ {stores} }} }},')
    yield '};'
    yield ''
    yield f'/* Best-first on {HIGH}, and Flash, which did not end with most attributes, in both ways. */'
    yield 'static const PublishedBestFirst published_best_first[] = {'
    for n, row in high.items():
        yield (f'  {{ {n:.0f}, {row["policies"]:.0f}, {row["evaluated"]:.0f}, {write_property(row["quality"])}, '
               f'{high_seconds[n] / 1e3:g}, {control_seconds[n] / 1e3:g}, {high_flash[n] / 1e3:g}, '
               f'{high_explicit.get(n, 0) / 1e3:g}, {high_memory.get(n, 0) / 1e6:.2f}, '
               f'{high_explicit_memory.get(n, 0) / 1e6:.2f} }},')
    yield '};'
    yield ''
    yield '/* By how many percent the quality of best-first was better than that of the heuristic. */'
    yield 'static const PublishedRace published_races[] = {'
    for (table, n), share in races.items():
        yield f'  {{ "{table.lower()}", {n}, {"NAN" if share is None else f"{100 * share:.1f}"} }},'
    yield '};'
    yield ''
    yield '/* Best-first on all attributes of Adult. */'
    yield f'#define BEST_FIRST_EVALUATED {traces["Adult", 9][-1][3]:.0f}'
    yield f'#define BEST_FIRST_FOUND {count_first_found(traces["Adult", 9]):.0f}'
    yield f'#define BEST_FIRST_SECONDS {traces["Adult", 9][-1][0] / 1e3:g}'


# The section of docs/studies.md.


def say(numbers, form=',.0f'):
    *first, last = [format(number, form) for number in numbers]
    return f'{", ".join(first)} and {last}'


def tell_property(counts):
    return (f'{counts["inserts"]:,.0f} inserts, {100 * counts["kept"]:.1f} % kept in the end, {counts["queries"]:,.0f} queries, '
            f'{100 * counts["hits"]:.1f} % hits')


def write_table(*rows):
    """Columns of numbers, but for the first one."""
    yield '| ' + ' | '.join(rows[0]) + ' |'
    yield '|---|' + '--:|' * (len(rows[0]) - 1)
    for row in rows[1:]:
        yield '| ' + ' | '.join(row) + ' |'
    yield ''


def write_adult():
    flash, best_first = ours['adult', 9, 'flash'], ours['adult', 9, 'best-first']
    row, trace, n_all = low['Adult'], traces['Adult', 9], range(3, 10)
    losses = [1 - traces['Adult', n][-1][1] for n in n_all]
    yield f'Adult with 9 attributes, {row["policies"]:,.0f} policies:'
    yield ''
    yield '| published | ours | why they differ |'
    yield '|-----------|------|-----------------|'
    yield (f'| Flash evaluates {row["evaluated"]:,.0f} policies (`low-jhpl-numbers-3.2.csv`) | {flash["evaluated"]:,} | Flash here '
           'rules out policies by what it knows of those it did not evaluate: it records '
           f'{flash["quality"]["inserts"]:,} policies of insufficient quality after {flash["evaluated"]:,} evaluations |')
    for name in PROPERTIES.values():
        yield f'| insufficient {name}: {tell_property(row[name])} (same file) | {tell_property(flash[name])} | the same |'
    yield (f'| bookkeeping by what keeps the properties: plain list {bookkeeping["plain list"]["Adult"]:.0f} ms, antichain in a '
           f'list {bookkeeping["antichain in a list"]["Adult"]:.0f}, tree {bookkeeping["tree"]["Adult"]:.0f}, tree with ranks '
           f'{bookkeeping["tree with ranks"]["Adult"]:.0f} (`low-execution-3.2*.csv`: whole run less evaluations) | table 1 of the '
           'command | the machine; half as many policies are evaluated, so that lists cost less |')
    yield (f'| Flash takes {seconds["Adult"] / 1e3:.3f} s, and {explicit_seconds["Adult"] / 1e3:.3f} s without the method '
           '(`low-execution-3.2.csv`, `-3.1.csv`) | figure of seconds of the command, `flash` and `flash:explicit` | the machine, '
           'the language, the policies evaluated |')
    yield (f'| memory {memory["Adult"] / 1e6:.1f} MB, and {explicit_memory["Adult"] / 1e6:.1f} MB without the method '
           '(`low-memory-3.2.csv`, `-3.1.csv`) | figure of memory of the command: both kinds of Flash need nearly the same | '
           'explicit Flash keeps a bit for each policy and property here |')
    yield (f'| best-first evaluates {trace[-1][3]:,.0f} policies and finds the optimum by evaluation '
           f'{count_first_found(trace):.0f} (`high-execution-3.2-heuristic.csv`) | {best_first["evaluated"]:,}, by evaluation '
           f'{best_first["found"]} | as Flash; without prediction it evaluates '
           f'{ours["adult", 9, "best-first:control"]["evaluated"]:,} |')
    yield ('| the optimum with 3 to 9 attributes (same file) | the same policies: with our hierarchies they have our losses, as the '
           'test `pruning-figures` computes without the library | |')
    yield (f'| their losses, with 3 to 9 attributes: {say(losses, ".6f")} (same file: 1 less the quality) | '
           f'{say([ours["adult", n, "best-first"]["loss"] for n in n_all], ".6f")} | the tool\'s hierarchy of the native country '
           'spelled the group of England *Europa*, so that England was a group alone. With that spelling, the losses agree to '
           'eight digits, in the same test |')
    yield ''


def write_others():
    absent = [table for table in LOW if table != 'Adult']
    found = [share for share in races.values() if share is not None]
    spared = [1 - high_seconds[n] / control_seconds[n] for n in high if n >= 10]
    yield 'The other tables of the study are not public. Ours stand in for them:'
    yield ''
    yield '| published | ours | why they differ |'
    yield '|-----------|------|-----------------|'
    yield (f'| what Flash does on {say(absent, "s")} (`low-*.csv`: table A) | mach2019, in table A and in table 2 of the command; '
           'the synthetic table health, with `--health=FILE` | other tables |')
    yield (f'| bookkeeping by six stores, also on SACS, a table that no other file has (`low-execution-3.2*.csv`: table B) | table 1 '
           'of the command, and `build/bench/bench-property-store` on policies that are made up; the optimized lists are not '
           'built, since they are variants of the lists | other tables, the machine |')
    yield (f'| best-first and Flash on {HIGH} with 3 to 15 attributes (`high-*.csv`: table C) | mach2019, in table C and in tables 3 '
           'and 4 of the command | another table |')
    yield (f'| prediction spares best-first {100 * min(spared):.0f} to {100 * max(spared):.0f} % of the time from 10 attributes on '
           '(`high-execution-3.2.csv`, `-notag.csv`) | table 3 of the command | another table |')
    yield (f'| best-first against IGreedy, in its time: {len(races)} experiments, {len(found)} with a figure. Best-first is better '
           f'in {sum(share > 0 for share in found)}, as good in {sum(share == 0 for share in found)}; its quality is higher by '
           f'{100 * sum(found) / len(found):.1f} % on average and {100 * max(found):.1f} % at most '
           '(`high-execution-3.2-heuristic-igreedy.csv`: table D) | the optimum against IGreedy in table D; best-first in the time '
           'of IGreedy in table 5 of the command | other tables. A run here ends within milliseconds, so that what is found in '
           'the time of IGreedy varies with the load |')
    yield (f'| the quality of best-first over time: {len(traces)} runs, {sum(map(len, traces.values()))} steps '
           '(`high-execution-3.2-heuristic.csv`) | figure of the best loss over time of the command | other tables |')
    yield ''


def write_low_table():
    rows = [['table', 'policies', 'evaluated', 'privacy: inserts', 'kept', 'queries', 'hits', 'quality: inserts', 'kept', 'queries',
             'hits', 'seconds', 'without', 'MB', 'without']]

    def add(title, row, last):
        cells = [title, f'{row["policies"]:,.0f}', f'{row["evaluated"]:,.0f}']
        for name in PROPERTIES.values():
            counts = row[name]
            cells += [f'{counts["inserts"]:,.0f}', f'{100 * counts["kept"]:.1f} %', f'{counts["queries"]:,.0f}',
                      f'{100 * counts["hits"]:.1f} %']
        rows.append(cells + last)
    for table in LOW:
        add(table, low[table], [f'{figures[table] / scale:.{digits}f}' for figures, scale, digits in (
            (seconds, 1e3, 2), (explicit_seconds, 1e3, 2), (memory, 1e6, 1), (explicit_memory, 1e6, 1))])
    for table in 'adult', 'mach2019':
        add(f'ours: {table}', ours[table, 9, 'flash'], [''] * 4)
    yield 'Table A: Flash, and what it takes with the method and without it. Seconds of ours are in the figure of the command.'
    yield ''
    yield from write_table(*rows)


def write_store_table():
    tables = [*LOW, 'SACS']
    yield 'Table B: bookkeeping of Flash, in milliseconds, by what keeps the properties.'
    yield ''
    yield from write_table(['store', *tables], *([store, *(f'{bookkeeping[store][table]:,.0f}' for table in tables)]
                                                 for store in STORES))


def write_high_table():
    rows = [['attributes', 'policies', 'evaluated', 'quality: inserts', 'kept', 'queries', 'hits', 'seconds', 'without prediction',
             'Flash', 'without', 'MB of Flash', 'without']]
    for n, row in high.items():
        counts = row['quality']
        rows.append([f'{n:.0f}', f'{row["policies"]:,.0f}', f'{row["evaluated"]:,.0f}', f'{counts["inserts"]:,.0f}',
                     f'{100 * counts["kept"]:.1f} %', f'{counts["queries"]:,.0f}', f'{100 * counts["hits"]:.1f} %',
                     *(f'{figures[n] / scale:,.{digits}f}' if figures.get(n, 0) > 0 else '' for figures, scale, digits in (
                         (high_seconds, 1e3, 3), (control_seconds, 1e3, 3), (high_flash, 1e3, 3), (high_explicit, 1e3, 3),
                         (high_memory, 1e6, 1), (high_explicit_memory, 1e6, 1)))])
    for (table, n, algorithm), row in sorted(ours.items()):
        if table == 'mach2019' and algorithm == 'best-first':
            counts = row['quality']
            rows.append([f'ours: {table}, {n}', f'{row["policies"]:,}', f'{row["evaluated"]:,}', f'{counts["inserts"]:,}',
                         f'{100 * counts["kept"]:.1f} %', f'{counts["queries"]:,}', f'{100 * counts["hits"]:.1f} %', *[''] * 6])
    yield f'Table C: best-first on {HIGH}, and Flash there, which was not run with most attributes.'
    yield ''
    yield from write_table(*rows)


def write_race_table():
    tables = [*LOW, HIGH]
    measured = ['adult', 'mach2019']

    def tell(table, n):
        if (table, n) in races:
            return 'none' if races[table, n] is None else f'{100 * races[table, n]:.2f}'
        return f'{100 * improve(table, n):.2f}' if (table, n, 'igreedy') in ours else ''
    yield 'Table D: by how many percent the quality, 1 less the loss, is higher than that of IGreedy. Published: best-first in its'
    yield 'time; ours: the optimum.'
    yield ''
    yield from write_table(['attributes', *tables, *(f'ours: {table}' for table in measured)],
                           *([str(n), *(tell(table, n) for table in tables + measured)] for n in range(3, 16)))


def write_section():
    yield from write_adult()
    yield from write_others()
    yield from write_low_table()
    yield from write_store_table()
    yield from write_high_table()
    yield from write_race_table()


# The losses of the study.


def read_table(path):
    return [line.split(';') for line in path.read_text(encoding='utf-8').splitlines()]


def compute_loss(names, levels, is_theirs):
    """Iyengar's loss with geometric mean. With the hierarchies of the study, that of the native country spells the group
    of England Europa, which makes a group of England alone."""
    heading, *rows = read_table(adult / 'adult.csv')
    names = [name for name in heading if name in names]
    hierarchies = [{row[0]: row[level] for row in read_table(adult / f'hierarchy_{name}.csv')}
                   for name, level in zip(names, levels)]
    if is_theirs and 'native-country' in names and levels[names.index('native-country')] == 1:
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


def check_losses():
    """The optima of the study have its losses, and ours with our hierarchies."""
    for n in range(3, 10):
        last = traces['Adult', n][-1]
        for is_theirs, expected in ((True, 1 - last[1]), (False, ours['adult', n, 'best-first']['loss'])):
            loss = compute_loss(ADULT[:n], get_levels(last), is_theirs)
            if not math.isclose(loss, expected, rel_tol=TOLERANCE):
                yield f'{n} attributes: the loss of {last[2]} is {loss}, expected {expected}'


def check_races():
    """On Adult, what best-first found first is as good as what the heuristic found."""
    for n in range(3, 10):
        trace = traces['Adult', n]
        if not math.isclose(races['Adult', n], trace[-1][1] / trace[0][1] - 1, abs_tol=1e-9):
            yield f'{n} attributes: the improvement is not that of the last policy over the first one'


def put(path, expected):
    """Writes it if asked to. Returns: whether the file is as expected."""
    if '--write' in sys.argv:
        path.write_text(expected, encoding='utf-8')
    return path.read_text(encoding='utf-8') == expected


source = Path(sys.argv[1])
shared = Path(os.environ.get('DEID_SHARED') or source / '../shared')
folder, adult = shared / 'published/pruning', shared / 'data/adult'
if not folder.is_dir() or not adult.is_dir():
    print('the raw results of the study are not there')
    sys.exit(EXIT_SKIPPED)
ours = read_golden()
low, high = read_numbers('low-jhpl-numbers-3.2'), read_numbers('high-jhpl-numbers-3.2')
bookkeeping = {store: read_bookkeeping(store) for store in STORES}
seconds, evaluating = read_column('low-execution-3.2', 3), read_column('low-execution-3.2', 5)
explicit_seconds = read_column('low-execution-3.1', 3)
memory, explicit_memory = read_column('low-memory-3.2', 3), read_column('low-memory-3.1', 3)
high_flash, high_seconds = read_column('high-execution-3.2', 3), read_column('high-execution-3.2', 4)
high_explicit, control_seconds = read_column('high-execution-3.1', 3), read_column('high-execution-3.2-notag', 4)
high_memory, high_explicit_memory = read_column('high-memory-3.2', 3), read_column('high-memory-3.1', 3)
traces, races = read_traces(), read_races()

document = source / 'docs/studies.md'
before, _, rest = document.read_text(encoding='utf-8').partition(BEGIN)
after = rest.partition(END)[2]
errors = []
if not put(HEADER, '\n'.join(write_header()) + '\n'):
    errors.append(f'{HEADER.name} is not what the raw results give')
if not put(document, f'{before}{BEGIN}\n' + '\n'.join(write_section()) + f'{END}{after}'):
    errors.append(f'{document.name} is not what the raw results and {GOLDEN.name} give')
errors += [*check_losses(), *check_races()]
sys.exit('\n'.join(errors) or 0)
