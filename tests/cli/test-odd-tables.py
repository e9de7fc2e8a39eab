# SPDX-License-Identifier: LGPL-2.1-or-later
"""Tables as people have them: what suggestions and runs say about them, and that the suggested file runs.

    test-odd-tables.py TOOL
"""
import subprocess
import sys
import tempfile
from pathlib import Path

TOOL = Path(sys.argv[1]).resolve()
FOLDER = Path(tempfile.mkdtemp())


def run(*arguments):
    return subprocess.run([TOOL, *arguments], capture_output=True, encoding='utf-8', timeout=120, check=False, cwd=FOLDER)


def write(lines):
    (FOLDER / 't.csv').write_text('\n'.join(lines) + '\n', encoding='utf-8')


def suggest(lines, *options):
    """Returns a problem file with comments on one line each, once it has run."""
    write(lines)
    suggested = run('suggest', *options, 't.csv')
    assert suggested.returncode == 0, suggested.stderr
    (FOLDER / 't.ini').write_text(suggested.stdout, encoding='utf-8')
    released = run('run', '--model', 'k:2', '--suppression-limit', '40%', '--output', 'out.csv', 't.ini')
    assert released.returncode in (0, 1), released.stderr + suggested.stdout
    return suggested.stdout.replace('\n# ', ' '), released.stdout + released.stderr


def section(problem, column):
    return problem.split(f'[column {column}]\n')[1].split('\n[')[0]


def has(text, *parts):
    for part in parts:
        assert part in text, f'{part!r} is not in:\n{text}'


def lacks(text, *parts):
    for part in parts:
        assert part not in text, f'{part!r} is in:\n{text}'


def rows(n, *columns):
    return [','.join(str(column[i % len(column)] if isinstance(column, (list, str)) else column(i)) for column in columns)
            for i in range(n)]


def day(i):
    return f'{1950 + 3 * i % 50}-{1 + 5 * i % 12:02}-{1 + 7 * i % 28:02}'


def german_day(i):
    year, month, date = day(i).split('-')
    return f'{date}.{month}.{year}'


# Tables without a line of names: the first record would be released as names.
RECORDS = [
    rows(60, lambda i: f'P{1000 + i}', day, 'FM', ['02139', '10027', '02141'], ['I10', 'E11.9', 'C50.1']),
    rows(60, lambda i: 20 + i % 50, lambda i: 1000 + 13 * i, lambda i: f'{i * 0.5:.2f}'),
    rows(60, ['Berlin', 'Hamburg', 'Bonn'], ['w', 'm'], ['ja', 'nein', 'ja']),
    rows(60, german_day, lambda i: 40 + i % 9, ['AOK', 'TK', 'DAK']),
]

# Names that have digits, or are values elsewhere, and are names.
NAMES = [
    ['country,2019,2020,2021'] + rows(40, ['DE', 'FR', 'IT', 'ES'], *[lambda i: 1000 + 37 * i] * 3),
    ['0,1,2'] + rows(40, lambda i: i % 7, lambda i: 100 + i % 5, 'ab'),
    ['id,dx1,dx2,icd10,sex'] + rows(40, lambda i: i, ['I10', 'E11'], ['I10', 'A09'], ['I10', 'C50'], 'FM'),
    ['age,F,M'] + rows(40, lambda i: 20 + i % 30, '01', '10'),
    ['1990-01-01,1990-02-01'] + rows(40, lambda i: i % 9, lambda i: 3 * i % 30),
]


def test_headers():
    for lines in RECORDS:
        write(lines)
        refused = run('run', '--qi', 'x', '--rule', 'x=suppress', '--model', 'k:2', 't.csv')
        assert refused.returncode == 2, refused.stdout
        has(refused.stderr, 'line 1', 'record', 'header=no', 'header=yes')
        lacks(refused.stderr, *[f"'{name}'" for name in lines[0].split(',')])
        problem, released = suggest(lines)
        has(problem, 'header=no', '[column column1]', 'look like values')
        lacks(problem, f'[column {lines[0].split(",")[0]}]')
        lacks(released, 'names-like-values')
        consented, released = suggest(lines, '--header=yes')
        has(consented, f'[column {lines[0].split(",")[0]}]', 'look like values')
        name = lines[0].split(',')[1]
        stated = run('run', '--header=yes', '--json', '--qi', name, '--rule', f'{name}=suppress', '--model', 'k:2',
                     '--output', 'out.csv', 't.csv')
        has(stated.stdout, 'names-like-values')
    for lines in NAMES:
        problem, released = suggest(lines)
        lacks(problem, 'look like values', 'header=no')
        lacks(released, 'column names look')


def main():
    for name, test in sorted(globals().items()):
        if name.startswith('test_'):
            print(name)
            test()


if __name__ == '__main__':
    main()
