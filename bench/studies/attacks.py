# SPDX-License-Identifier: LGPL-2.1-or-later
"""Attacks on de-identified tables that are in print, on releases of deid. A. Cohen, Attacks on Deidentification's
Defenses, USENIX Security 2022, has both:

- A course platform released a table that was k-anonymous by row, and in which the rows of a person stayed linked. Many
  students were alone with their certificates and demographics. The table here is the synthetic one of bench-course-data.
- Downcoding undoes generalization if it is known that no label is wider than it has to be.

usage: attacks.py TOOLS BENCH DATA [--quick] [--golden FILE | --write FILE]
"""
import csv
import json
import subprocess
import sys
import tempfile
from collections import Counter
from pathlib import Path

PROBLEM = """
[input]
input=courses.csv
[models]
model={model}
[limits]
suppression-limit=100%
[search]
evaluate={policy}
[column person]
role=entity
[column course]
role=quasi-identifying
rule=suppress
[column education]
role=quasi-identifying
rule=suppress
[column born]
role=quasi-identifying
rule=intervals:5,10;bottom=1960;top=2000
[column gender]
role=quasi-identifying
rule=suppress
[column country]
role=quasi-identifying
rule=rare:2000
[column certified]
role={certified}
rule=suppress
[column student]
role=insensitive
[column *]
role=identifying
"""
DEMOGRAPHICS = ['education', 'born', 'gender', 'country']
POLICY = 'course:0 education:0 born:2 gender:0 country:1'


def run_deid(*arguments):
    done = subprocess.run([tools / 'deid', *map(str, arguments)], capture_output=True, text=True, check=False)
    if done.returncode != 0:
        sys.exit(f'{" ".join(map(str, arguments))}: {done.stderr}')
    return json.loads(done.stdout)


def read_table(path):
    with path.open(encoding='utf-8', newline='') as file:
        return list(csv.DictReader(file))


def attack_certificates(rows):
    """The attacker is an employer, who knows the certificates of an applicant, and the demographics.
    Returns: how many students have a certificate, and how many of them nobody else is like."""
    students = {}
    for row in rows:
        certificates = students.setdefault((row['student'], *(row[name] for name in DEMOGRAPHICS)), set())
        if row['certified'] == '1':
            certificates.add(row['course'])
    known = Counter((key[1:], frozenset(certificates)) for key, certificates in students.items() if certificates)
    return sum(known.values()), sum(n == 1 for n in known.values())


def attack_courses(folder):
    """The column of students, which no role protects, links the rows of a person as the release of the platform did."""
    subprocess.run([bench / 'bench-course-data', '--table', folder / 'plain.csv', '--rows', '20000' if quick else '200000'],
                   check=True)
    rows = [{'student': row['person'], **row} for row in read_table(folder / 'plain.csv')]
    with (folder / 'courses.csv').open('w', encoding='utf-8', newline='') as file:
        writer = csv.DictWriter(file, rows[0], lineterminator='\n')
        writer.writeheader()
        writer.writerows(rows)
    yield 'certificates: released, rows, students with certificates, alone among these'
    yield 'the table, {}, {}, {}'.format(len(rows), *attack_certificates(rows))
    for name, certified, policy in (('k:5', 'insensitive', POLICY),
                                    ('persons:5', 'quasi-identifying', f'{POLICY} certified:0')):
        problem = folder / 'courses.ini'
        problem.write_text(PROBLEM.format(model=name, certified=certified, policy=policy), encoding='utf-8')
        run_deid('run', problem, '--output', folder / 'released.csv', '--json')
        released = read_table(folder / 'released.csv')
        yield '{}, {}, {}, {}'.format(name, len(released), *attack_certificates(released))


def attack_labels(folder):
    """Local recodings of the sample, which the report says of how many finer labels follow."""
    yield 'downcoding: model and labels, rows, rows with finer labels that follow'
    for model, *options in (['k:2'], ['k:2', '--no-forced-labels'], ['k:5'], ['k:5', '--generalize-by', 'sets']):
        report = run_deid('run', '--delimiter', ';', '--hierarchies', data / 'hierarchy_', '--qi', 'age,sex,zip,insurance',
                          '--model', model, '--recoding', 'local', '--iterations', '2000', *options,
                          '--output', folder / 'local.csv', '--json', data / 'discharges.csv')
        yield f'{" ".join([model, *options])}, {len(read_table(folder / "local.csv"))}, {report["forced_records"]}'


tools, bench, data = map(Path, sys.argv[1:4])
options = sys.argv[4:]
quick = '--quick' in options
with tempfile.TemporaryDirectory() as temporary:
    lines = [*attack_courses(Path(temporary)), *attack_labels(Path(temporary))]
text = '\n'.join(lines) + '\n'
print(text, end='')
if '--write' in options:
    Path(options[options.index('--write') + 1]).write_text(text, encoding='utf-8')
if '--golden' in options and Path(options[options.index('--golden') + 1]).read_text(encoding='utf-8') != text:
    sys.exit('the figures differ from the golden ones')
