# SPDX-License-Identifier: LGPL-2.1-or-later
"""Persons with several rows: pseudonyms, shifted dates and caps, computed again from the tables, and
neither keys nor names of persons in any output; and an attacker who knows several rows of a person.

    test-persons.py TOOL
"""
import base64
import csv
import datetime
import hashlib
import hmac
import json
import math
import os
import random
import re
import shutil
import subprocess
import sys
import tempfile
from collections import Counter, defaultdict
from itertools import combinations, product
from pathlib import Path

CONSONANTS = 'bcdfghjklmnpqrstvwxz'
# A text with its newline, bytes that are no text, and the longest key.
KEYS = [b'correct horse battery staple, and more\n', bytes(range(32)), bytes(range(255, -1, -1)) * 16]
DAY = '2020-06-15'


def hash_of(key, text):
    return int.from_bytes(hmac.new(key, text, hashlib.sha256).digest(), 'big')


def pseudonym(key, person, signs=CONSONANTS, length=16):
    number, text = hash_of(key, person.encode()) * len(signs) ** length >> 256, ''
    for _ in range(length):
        number, digit = divmod(number, len(signs))
        text = signs[digit] + text
    return text


def offset(key, person, days):
    number = (hash_of(key, b'shift\0' + person.encode()) >> 192) % (2 * days)
    return number - days if number < days else number - days + 1


def read(path):
    with open(path, encoding='utf-8', newline='') as file:
        return list(csv.DictReader(file))


class Folder:
    def __init__(self, tool, path):
        self.tool, self.path = tool, path

    def write(self, name, content, mode=0o600):
        path = self.path / name
        path.write_bytes(content if isinstance(content, bytes) else content.encode())
        path.chmod(mode)
        return path

    def write_table(self, name, rows):
        return self.write(name, 'patient,sex,day,row\n' + ''.join(
            f'{person},{sex},{day},{i}\n' for i, (person, sex, day) in enumerate(rows)))

    def run(self, *options, verb='run', status=0, stdin=None):
        done = subprocess.run([self.tool, verb, *options], capture_output=True, cwd=self.path, stdin=stdin)
        assert done.returncode == status, (options, done.returncode, done.stderr.decode())
        return done.stdout + done.stderr

    def fails(self, message, *options, verb='run', stdin=None):
        text = self.run(*options, verb=verb, status=2, stdin=stdin).decode()
        assert message in text, (options, text)
        assert text.count('expected') >= 1, text
        return text


ROLES = ['--entity', 'patient', '--qi', 'sex', '--rule', 'sex=suppress', '--type', 'day=date', '--model', 'k:2']
NAMED = ['--pseudonym', 'hmac', '--key-file', 'key']


def check_secrets(folder):
    """Neither the key nor a person nor an original date is in any output, whatever the key is. All
    dates are the same day, which no shift leaves as it is."""
    persons = [f'Pat-{i:03}-Ümlaut' for i in range(40)]
    folder.write_table('table.csv', [(p, 'fm'[i % 2], DAY) for i, p in enumerate(persons + persons[:9])])
    for key in KEYS:
        folder.write('key', key)
        said = folder.run(*ROLES, *NAMED, '--max-rows', '1:first@row', '--type', 'row=integer', '--shift-days', '20',
                          '--person-time', 'day=shifted', '--insensitive', 'day,row', '--output', 'release.csv',
                          '--certificate', 'proof.jsonl', '--page', 'page.html', '--json', 'table.csv')
        said += folder.run(*ROLES, *NAMED, '--max-rows', '1', '--output', 'again.csv', '--explain', 'table.csv')
        said += folder.run(*ROLES, *NAMED, '--type', 'row=integer', '--keep', 'row < 40', '--output', 'third.csv', '--policy',
                           'policy.json', '--set', 'input.show-values=yes', 'table.csv')
        said += folder.run('policy.json', 'table.csv', *NAMED, '--output', 'applied.csv', '--json', verb='apply')
        outputs = {path.name: path.read_bytes() for path in folder.path.iterdir()
                   if path.name not in ('key', 'table.csv')}
        assert len(outputs) == 7, outputs.keys()
        secrets = [key, key.strip(), key.hex().encode(), key.hex().upper().encode(), base64.b64encode(key),
                   key[:16], key[-16:], key.hex()[:32].encode(), DAY.encode(), *(p.encode() for p in persons)]
        for name, text in {**outputs, 'said': said}.items():
            for secret in secrets:
                assert secret not in text, (name, secret)
        for name in ('release.csv', 'again.csv', 'third.csv', 'applied.csv'):
            rows = read(folder.path / name)
            assert {row['patient'] for row in rows} == {pseudonym(key, p) for p in persons}, name
            assert len(rows) == len(persons)
        for row in read(folder.path / 'release.csv'):
            person = persons[int(row['row'])]
            shifted = datetime.date.fromisoformat(DAY) + datetime.timedelta(offset(key, person, 20))
            assert row['patient'] == pseudonym(key, person) and row['day'] == shifted.isoformat(), row
        for path in outputs:
            (folder.path / path).unlink()


def check_key_files(folder):
    """What is no key, or is anybody's, is refused, and no message shows it."""
    folder.write_table('table.csv', [('a', 'f', DAY), ('b', 'f', DAY)])
    run = [*ROLES, *NAMED, '--output', 'release.csv', 'table.csv']
    for key, mode, message in ((b'short secret', 0o600, 'too few bytes'), (b'k' * 31, 0o600, 'too few bytes'),
                               (b'', 0o600, 'too few bytes'), (b'k' * 4097, 0o600, 'too many bytes'),
                               (KEYS[1], 0o604, 'everybody'), (KEYS[1], 0o602, 'everybody')):
        text = folder.fails(message, *run) if folder.write('key', key, mode) else ''
        assert '--key-file' in text and (not key or key.decode(errors='replace') not in text), text
    folder.write('key', KEYS[1], 0o640)
    folder.run(*run)
    (folder.path / 'release.csv').unlink()
    (folder.path / 'key').unlink()
    assert 'No such file' in folder.run(*run, status=2).decode()
    os.mkfifo(folder.path / 'key', 0o600)
    folder.fails('expected a regular file', *run)
    (folder.path / 'key').unlink()
    folder.fails('expected a key-file too', *ROLES, '--pseudonym', 'hmac:12:digits', 'table.csv')
    assert not (folder.path / 'release.csv').exists()
    folder.write('key', KEYS[1])
    folder.run(*ROLES, *NAMED, '--output', 'key', 'table.csv', status=2)
    assert (folder.path / 'key').read_bytes() == KEYS[1], 'the key was overwritten'


def check_joins(folder):
    """One key links two tables, two keys or two random releases link none, by names and by shifts."""
    random.seed(1)
    persons = [f'p{i}' for i in range(200)]
    for name in ('table.csv', 'other.csv'):
        random.shuffle(persons)
        folder.write_table(name, [(p, 'f', f'2020-0{1 + i % 9}-10') for i, p in enumerate(persons)])
    releases = []
    for table, key, form in (('table.csv', 0, 'hmac'), ('other.csv', 0, 'hmac'), ('table.csv', 1, 'hmac'),
                             ('table.csv', 1, 'random'), ('table.csv', 1, 'random')):
        folder.write('key', KEYS[key])
        folder.run(*ROLES, '--pseudonym', form, '--key-file', 'key', '--shift-days', '400', '--person-time',
                   'day=shifted', '--insensitive', 'row,day', '--keep-order', '--output', 'r.csv', table)
        shifts = [(datetime.date.fromisoformat(after['day']) - datetime.date.fromisoformat(before['day'])).days
                  for before, after in zip(read(folder.path / table), read(folder.path / 'r.csv'))]
        releases.append(({row['patient'] for row in read(folder.path / 'r.csv')}, shifts))
        assert all(0 < abs(shift) <= 400 for shift in shifts)
    names = [names for names, _ in releases]
    assert names[0] == names[1] and len(names[0]) == 200
    assert not any(names[i] & names[j] for i in (0, 2, 3, 4) for j in (2, 3, 4) if i < j)
    # Of 800 offsets two are the same by chance: of 200 persons, 10 are with a chance of 10^-13.
    assert sum(a == b for a, b in zip(releases[0][1], releases[2][1])) < 10
    assert releases[2][1] == releases[3][1]


def draw_histories(n):
    rows = []
    for i in range(n):
        day = datetime.date(2020, 1, 1) + datetime.timedelta(random.randrange(300))
        for _ in range(random.choice((1, 1, 2, 5))):
            rows.append((f'p{i:03}', random.choice('fm'), day.isoformat()))
            day += datetime.timedelta(random.randrange(60))
    random.shuffle(rows)
    return rows


def check_dates_and_caps(folder):
    """Intervals stay exact and weekdays with :weekdays; days count from the first date; caps leave the
    first rows."""
    random.seed(2)
    rows = draw_histories(60)
    folder.write_table('table.csv', rows)
    folder.write('key', KEYS[1])
    run = [*ROLES, '--insensitive', 'day,row', '--keep-order', '--output', 'r.csv', '--key-file', 'key', 'table.csv']
    folder.run(*run, '--person-time', 'day=shifted', '--shift-days', '30:weekdays')
    moved = defaultdict(set)
    for (person, _, day), row in zip(rows, read(folder.path / 'r.csv'), strict=True):
        moved[person].add((datetime.date.fromisoformat(row['day']) - datetime.date.fromisoformat(day)).days)
    assert all(len(days) == 1 and next(iter(days)) in (-28, -21, -14, -7, 7, 14, 21, 28) for days in moved.values())
    assert len({next(iter(days)) for days in moved.values()}) == 8

    first = {person: min(day for p, _, day in rows if p == person) for person, _, _ in rows}
    ages = [(datetime.date.fromisoformat(day) - datetime.date.fromisoformat(first[person])).days
            for person, _, day in rows]
    folder.run(*run, '--person-time', 'day=relative')
    assert [int(row['day']) for row in read(folder.path / 'r.csv')] == ages
    folder.run(*ROLES, '--qi', 'day', '--rule', 'day=intervals:30,90', '--person-time', 'day=relative', '--evaluate',
               'day:1,sex:1', '--suppression-limit', '100%', '--keep-order', '--keep-suppressed', '--output', 'r.csv',
               'table.csv')
    assert len({row['day'] for row in read(folder.path / 'r.csv')}) > 2
    assert all(row['day'] in ('*', f'{age // 30 * 30}-{age // 30 * 30 + 29}')
               for age, row in zip(ages, read(folder.path / 'r.csv'), strict=True))

    said = folder.run(*run, '--max-rows', '2:first@day').decode()
    kept = [int(row['row']) for row in read(folder.path / 'r.csv')]
    of_persons = defaultdict(list)
    for i, (person, _, day) in enumerate(rows):
        of_persons[person].append((day, i))
    assert kept == sorted(i for own in of_persons.values() for _, i in sorted(own)[:2])
    n_capped = sum(count > 2 for count in Counter(person for person, _, _ in rows).values())
    assert (f'{len(rows) - len(kept)} of {len(rows)} rows are left out: {n_capped} persons have more than '
            'max-rows=2 allows') in ' '.join(said.split()), said


def check_refusals(folder):
    """Rows that are linked without a judge, and what cannot go together."""
    folder.write_table('table.csv', [('a', 'f', DAY), ('b', 'f', DAY), ('a', 'f', '2020-06-16')])
    folder.write('key', KEYS[1])
    shift = ['--person-time', 'day=shifted', '--insensitive', 'day', '--key-file', 'key']
    for message, options in (
            ('no privacy model judges these rows together', [*ROLES, *NAMED]),
            ('no privacy model judges these rows together', [*ROLES, '--pseudonym', 'random']),
            ('--pseudonym hmac:3', [*ROLES, '--pseudonym', 'hmac:3']),
            ('no column has the role entity', ['--qi', 'sex', '--model', 'k:2', '--pseudonym', 'random']),
            ('no column has the role entity', ['--qi', 'sex', '--model', 'k:2', '--max-rows', '2']),
            ('a stored policy does not', [*ROLES, '--max-rows', '2', '--policy', 'p.json']),
            ('./-', [*ROLES, '--linked', '-']),
            ('./-', [*ROLES, '--linked', 'table.csv', '--linked-output', '-']),
            ('several in ascending order', [*ROLES, '--max-rows', '2,2']),
            ('not a mean over records', [*ROLES, '--max-rows', '1,2', '--quality', 'nuentropy:arith']),
            ('not a mean over records', [*ROLES, '--max-rows', '1,2', '--quality', 'loss:geo']),
            ('not a mean over records', [*ROLES, '--qi', 'day', '--rule', 'day=suppress', '--max-rows', '1,2',
                                      '--quality', 'loss:arith:0.2']),
            ('not a mean over records', [*ROLES, '--max-rows', '1,2', '--group-weight', 'sex=f=2']),
            ('a quasi-identifier with relative dates', [*ROLES, '--qi', 'day', '--rule', 'day=suppress', '--person-time',
                                                       'day=relative', '--max-rows', '1,2']),
            ('a joint quasi-identifier', [*ROLES, '--max-rows', '1,2', '--joint', 'pair=sex;day', '--qi', 'pair',
                                             '--rule', 'pair=suppress']),
            ('one number together with --sweep', [*ROLES, '--max-rows', '1,2', '--sweep', 'k=1,2']),
            ('expected [persons] shift-days too', [*ROLES, *shift]),
            ('expected a key-file too', [*ROLES, *shift[:-2], '--shift-days', '3']),
            ('has the type text', [*ROLES, *shift, '--type', 'day=text', '--shift-days', '3']),
            ('population stay as they are', [*ROLES, *shift, '--shift-days', '3', '--population', 'table.csv']),
            ('each number of max-rows would read', [*ROLES, *shift[:-1], '-', '--shift-days', '3', '--max-rows', '1,2']),
            ('each number of max-rows would read', [*ROLES, '--population', '-', '--max-rows', '1,2']),
            ('--max-rows 2:first', [*ROLES, '--max-rows', '2:first']),
            ('--shift-days 6:weekdays', [*ROLES, *shift, '--shift-days', '6:weekdays'])):
        folder.fails(message, *options, '--output', 'release.csv', 'table.csv')
        assert not (folder.path / 'release.csv').exists()
    with open(folder.path / 'key', 'rb') as key:
        folder.fails('shift-days and pseudonym would both', *ROLES, *shift[:-1], '-', '--shift-days', '3', '--pseudonym', 'hmac',
                     '--model', 'persons:2', '--output', 'release.csv', 'table.csv', stdin=key)
    for verb, options in (('explore', []), ('report', []), ('verify', ['--certificate', 'proof.jsonl'])):
        folder.fails('--max-rows 1,2: expected', *ROLES, *options, '--max-rows', '1,2', 'table.csv', verb=verb)


def check_left_out(folder):
    """What is said of values that only rows have which a cap leaves out: they stand in no row."""
    folder.write_table('table.csv', [('a', 'f', DAY), ('b', 'f', DAY), ('a', 'x', '2020-06-16')])
    folder.write('sex.csv', 'f;*\nm;*\n')
    roles = ['--entity', 'patient', '--qi', 'sex', '--type', 'day=date', '--model', 'k:2', '--max-rows', '1:first@day']
    text = folder.run(*roles, '--hierarchy', 'sex=sex.csv', 'table.csv', status=2).decode()
    assert 'the first in a row that is left out' in text, text
    text = folder.run(*roles, '--rule', 'sex=suppress', '--group-weight', 'sex=x=2', 'table.csv', status=2).decode()
    assert "no record has value 'x'" in text, text
    folder.run(*roles[:-1], ' 1 :first@day', '--rule', 'sex=suppress', '--output', 'r.csv', 'table.csv')
    assert len(read(folder.path / 'r.csv')) == 2


def check_links(folder):
    """Where a model judges persons, a pseudonym links all rows of a person and no others, and each history
    of labels is that of three persons."""
    random.seed(4)
    rows = draw_histories(60)
    folder.write_table('table.csv', rows)
    folder.run(*ROLES[:-2], '--insensitive', 'row', '--model', 'persons:3', '--suppression-limit', '60%', '--evaluate',
               'sex:0', '--pseudonym', 'random', '--output', 'r.csv', 'table.csv')
    persons, histories = defaultdict(set), defaultdict(list)
    for row in read(folder.path / 'r.csv'):
        persons[row['patient']].add(rows[int(row['row'])][0])
        histories[row['patient']].append(row['sex'])
    assert all(len(own) == 1 for own in persons.values())
    assert len({next(iter(own)) for own in persons.values()}) == len(persons) > 3
    of_persons = Counter(person for person, _, _ in rows)
    assert all(len(histories[name]) == of_persons[next(iter(own))] for name, own in persons.items())
    assert min(Counter(''.join(sorted(history)) for history in histories.values()).values()) >= 3


def check_advice(folder):
    """More values do not help if all persons have the same ones; the advised models refuse the release."""
    folder.write_table('table.csv', [(person, 'f', day) for person in 'ab' for day in ('flu', 'cold', 'gout')])
    table = ['--entity', 'patient', '--qi', 'sex', '--rule', 'sex=suppress', '--sensitive', 'day', '--model', 'dl:3@day',
             'table.csv']
    said = ' '.join(folder.run(*table, '--model', 'k:2').decode().split())
    assert 'or use the models persons:K and dl:L@day, which judge persons.' in said, said
    assert 'no policy is a solution' in folder.run(*table, '--model', 'persons:2', status=1).decode()


def check_proofs(folder):
    """A certificate of a table with shifted dates and a cap is checked by the same settings and key."""
    random.seed(3)
    folder.write_table('table.csv', draw_histories(60))
    folder.write('key', KEYS[1])
    folder.write('problem.ini', '[input]\ninput=table.csv\n[persons]\nmax-rows=2:last@day\nshift-days=40\nkey-file=key\n'
                 '[models]\nmodel=k:3\n[column patient]\nrole=entity\n[column sex]\nrole=quasi-identifying\n'
                 'rule=suppress\n[column day]\nrole=quasi-identifying\ntype=date\nperson-time=shifted\n'
                 'rule=date:month,year\n')
    folder.run('problem.ini', '--certificate', 'proof.jsonl')
    folder.run('problem.ini', '--certificate', 'proof.jsonl', verb='verify')
    folder.write('key', KEYS[2])
    folder.run('problem.ini', '--certificate', 'proof.jsonl', verb='verify', status=1)
    folder.write('other.ini', '[input]\ninput=table.csv\n[persons]\nmax-rows=1\npseudonym=hmac\nkey-file=key\n'
                 '[models]\nmodel=k:3\n[column patient]\nrole=entity\n[column sex]\nrole=quasi-identifying\nrule=suppress\n')
    folder.run('other.ini', '--certificate', 'proof.jsonl')
    (folder.path / 'key').unlink()
    folder.run('other.ini', '--certificate', 'proof.jsonl', verb='verify')


def check_words(folder):
    """Reports and pages say what became of persons and dates; a pseudonym makes no record unique."""
    folder.write_table('table.csv', [(f'p{i}', 'f', f'2020-03-{i + 1:02}') for i in range(20)])
    folder.write('key', KEYS[1])
    run = [*ROLES, '--key-file', 'key', '--person-time', 'day=shifted', '--shift-days', '9', '--output', 'r.csv',
           '--page', 'page.html', 'table.csv']
    for kind, words, audience in (
            ('hmac', 'released as a pseudonym that a secret key gives the person', 'custodian'),
            ('random', 'released as a pseudonym that is new in this release', 'public')):
        said = folder.run(*run, '--insensitive', 'day', '--pseudonym', kind, '--audience', audience).decode()
        assert re.search('^patient +entity +released as pseudonyms$', said, re.MULTILINE), said
        assert re.search('^day +insensitive +shifted, person by person$', said, re.MULTILINE), said
        page = (folder.path / 'page.html').read_text(encoding='utf-8')
        assert words in page and 'all dates of a person are shifted by the same secret number of days' in page
    report = json.loads(folder.run(*ROLES, '--pseudonym', 'random', '--json', '--output', 'r.csv', 'table.csv'))
    assert 'patient' not in report['columns_not_released']
    assert report['risks']['after']['unique_by_release']['all'] == 0, report['risks']['after']['unique_by_release']
    assert [w['code'] for w in report['warnings'] if w['column'] == 'patient'] == ['pseudonyms'], report['warnings']
    # One row may stand for several records: who knows two of them knows that they are not b's.
    folder.write('weighted.csv', 'patient,sex,n\na,f,2\nb,f,1\n')
    report = json.loads(folder.run('--entity', 'patient', '--qi', 'sex', '--rule', 'sex=suppress', '--role', 'n=weight',
                                   '--model', 'k:2', '--json', 'weighted.csv'))
    assert read_alone(report, 'after') == [0, 1, 1, 2], report['risks']['after']['linked']


def is_covered(label, value):
    """Whether a label that the release has stands for a value, as an attacker reads it."""
    low, dash, high = label.partition('-')
    return label in ('*', value) or (dash != '' and low <= value <= high)


def find_persons(known, released):
    """The persons of a release that may be the one of whom records are known: each is another record of
    theirs. One policy labels all records, so that what one label stands for no other does."""
    def label(record):
        fits = {row for rows in released.values() for row in rows
                if all(is_covered(own, value) for own, value in zip(row, record))}
        assert len(fits) < 2, fits
        return next(iter(fits), None)
    needed = Counter(label(record) for record in known)
    return [name for name, rows in released.items() if not needed - Counter(rows)]


def count_alone(persons, n_known):
    """Persons of whom some records, or fewer, or all if that is 0, are had by nobody else."""
    known = {p: {c for m in range(1, n_known + 1) for c in combinations(sorted(rows), min(m, len(rows)))}
             if n_known else {tuple(sorted(rows))} for p, rows in persons.items()}
    shared = Counter(part for parts in known.values() for part in parts)
    return sum(any(shared[part] == 1 for part in parts) for parts in known.values())


def read_alone(report, side):
    figures = report['risks'][side]['linked']
    return [row['persons'] for row in figures['alone']][:3] + [figures['alone_by_all']]


def check_attackers(folder):
    """Who knows records of a person, and has the release alone, finds K persons or nobody."""
    random.seed(4)
    persons = defaultdict(list)
    for i in range(150):
        sex = random.choice('fm')
        for _ in range(random.choice((1, 1, 2, 2, 3, 4))):
            persons[f'p{i:03}'].append((sex, str(random.randrange(2010, 2018)), random.choice('ab')))
    rows = [f'{p},{",".join(row)}\n' for p, own in persons.items() for row in own]
    random.shuffle(rows)
    folder.write('table.csv', 'patient,sex,year,ward\n' + ''.join(rows))
    before = [count_alone(persons, n_known) for n_known in (1, 2, 3, 0)]
    assert before[0] < before[1] <= before[3], before
    run = ['--entity', 'patient', '--qi', 'sex,year,ward', '--rule', 'sex=suppress', '--rule', 'ward=suppress',
           '--rule', 'year=intervals:2,4', '--suppression-limit', '60%', '--pseudonym', 'random', '--json', '--output',
           'r.csv', 'table.csv']
    losses = {}
    for model, n_known, knows_number in (('persons:3:2', 2, False), ('persons:3:3', 3, False),
                                         ('persons:3:2:number', 2, True), ('persons:3', 4, True)):
        report = json.loads(folder.run('--model', model, *run))
        released = defaultdict(list)
        for row in read(folder.path / 'r.csv'):
            released[row['patient']].append((row['sex'], row['year'], row['ward']))
        assert released.keys().isdisjoint(persons) and len(released) > 50, model
        losses[model] = report['loss']
        for own in persons.values():
            for n in range(1, min(n_known, len(own)) + 1):
                for known in combinations(own, n):
                    found = find_persons(known, released)
                    if knows_number:
                        found = [name for name in found if len(released[name]) == len(own)]
                    assert len(found) == 0 or len(found) >= 3, (model, known, found)
        assert read_alone(report, 'before') == before, (model, before)
        assert read_alone(report, 'after') == [count_alone(released, n) for n in (1, 2, 3, 0)], model
    assert losses['persons:3:2'] <= losses['persons:3:3'] <= losses['persons:3'], losses
    assert losses['persons:3:2'] <= losses['persons:3:2:number'] <= losses['persons:3'], losses


def check_linked_attackers(folder):
    """The same of two tables with one key: known are records of both, and read are both releases."""
    random.seed(6)
    stays, drugs = [], []
    for i in range(200):
        sex = random.choice('fm')
        stays += [(f'p{i:03}', sex, str(random.randrange(2010, 2018))) for _ in range(random.choice((1, 1, 2)))]
        drugs += [(random.choice('abc'), f'p{i:03}', sex, f'note {i}') for _ in range(random.choice((0, 0, 1, 2)))]
    random.shuffle(drugs)
    folder.write('stays.csv', 'patient,sex,year\n' + ''.join(','.join(row) + '\n' for row in stays))
    folder.write('drugs.csv', 'drug,patient,sex,note\n' + ''.join(','.join(row) + '\n' for row in drugs))
    persons = defaultdict(list)
    for person, sex, year in stays:
        persons[person].append(('stays', sex, year))
    for drug, person, sex, _ in drugs:
        persons[person].append(('drugs', sex, drug))
    run = ['--linked', 'drugs.csv', '--entity', 'patient', '--qi', 'sex,year,drug', '--rule', 'sex=suppress', '--rule',
           'drug=suppress', '--rule', 'year=intervals:2,4', '--suppression-limit', '60%', '--pseudonym', 'random', '--json',
           '--insensitive', 'note', '--output', 'r.csv', '--linked-output', 's.csv', '--certificate', 'proof.jsonl', 'stays.csv']
    for model, n_known in (('persons:3:2', 2), ('persons:3', 9)):
        report = json.loads(folder.run('--model', model, *run))
        first, second = read(folder.path / 'r.csv'), read(folder.path / 's.csv')
        assert list(first[0]) == ['patient', 'sex', 'year'] and set(second[0]) == {'drug', 'patient', 'sex', 'note'}
        released = defaultdict(list)
        for row in first:
            released[row['patient']].append(('stays', row['sex'], row['year']))
        for row in second:
            released[row['patient']].append(('drugs', row['sex'], row['drug']))
        assert released.keys().isdisjoint(persons) and len(released) > 50, (model, len(released))
        for own in persons.values():
            for n in range(1, min(n_known, len(own)) + 1):
                for known in combinations(own, n):
                    found = find_persons(known, released)
                    if n_known == 9 and n == len(own):
                        found = [name for name in found if len(released[name]) == n]
                    assert len(found) == 0 or len(found) >= 3, (model, known, found)
        assert read_alone(report, 'before')[3] == count_alone(persons, 0), model
        assert read_alone(report, 'after') == [count_alone(released, n) for n in (1, 2, 3, 0)], model
        # Who has a note has all rows of the person in both tables.
        for row in second:
            own = persons[f"p{int(row['note'].split()[1]):03}"]
            assert len(released[row['patient']]) == len(own), (model, row)
        told = [w['text'] for w in report['warnings'] if w['code'] == 'linked-tables']
        assert len(told) == 1 and f"{len(first)} of {len(stays)} rows of 'stays', {len(second)} of {len(drugs)} rows" in told[0]
        folder.run('--model', model, *run[:run.index('--pseudonym')], *run[run.index('--insensitive'):][:2], '--certificate',
                   'proof.jsonl', 'stays.csv', verb='verify')
    for message, options in (('expected one file for each linked table', ['--output', 'x.csv']),
                             ('expected one such as persons:5', ['--model', 'k:2']),
                             ('no column \'note\'', ['--role', 'note=judged', '--model', 'persons:2@note']),
                             ('costs classes, expected one that costs values', ['--quality', 'dm']),
                             ('No such file', ['--linked', 'none.csv']),
                             ('expected different ones', ['--linked', 'stays.csv']),
                             ('is applied to one table', ['--policy', 'p.json']),
                             ('of no table', ['--keep-suppressed'])):
        model = [] if '--model' in options else ['--model', 'persons:3']
        text = folder.run(*run[:run.index('--suppression-limit')], *model, *options, 'stays.csv', status=2).decode()
        assert message in text, (message, text)
    assert not (folder.path / 'x.csv').exists()
    folder.write('table.csv', 'patient,table\na,1\n')
    folder.fails('expected another name', *run[:-1], '--model', 'persons:3', 'table.csv')


def check_linked_fills(folder):
    """A value from above is one of the same table, and of one that has the column."""
    folder.write('key', KEYS[1])
    persons = [f'p{i}' for i in range(4)]
    folder.write('first.csv', 'patient,sex,ward\n' + ''.join(f'{p},f,{w}\n' for p, w in zip(persons, ['a', '', '', 'b'])))
    run = ['--linked', 'second.csv', '--entity', 'patient', '--qi', 'sex', '--rule', 'sex=suppress', '--insensitive', 'drug',
           '--model', 'persons:2', *NAMED, '--keep-order', '--set', 'column patient.missing-policy=above', '--set',
           'column ward.missing-policy=above', '--set', 'column drug.missing-policy=above', '--output', 'r.csv',
           '--linked-output', 's.csv', 'first.csv']
    folder.write('second.csv', 'patient,sex,drug\n' + ''.join(f'{p},f,{d}\n' for p, d in zip(['p0', '', 'p1', 'p2', 'p3', ''], 'xyzxyz')))
    folder.run(*run, '--insensitive', 'ward')
    assert [row['ward'] for row in read(folder.path / 'r.csv')] == ['a', 'a', 'a', 'b']
    filled = [(pseudonym(KEYS[1], f'p{i}'), drug) for i, drug in zip((0, 0, 1, 2, 3, 3), 'xyzxyz')]
    assert [(row['patient'], row['drug']) for row in read(folder.path / 's.csv')] == filled
    folder.run(*run, '--qi', 'ward', '--rule', 'ward=suppress', '--suppression-limit', '100%')
    folder.write('second.csv', 'patient,sex,drug\n,f,x\np0,f,x\np1,f,y\np2,f,x\np3,f,y\n')
    folder.run(*run, '--suppression-limit', '20%')
    assert Counter(row['patient'] for row in read(folder.path / 's.csv')) == {pseudonym(KEYS[1], p): 1 for p in persons}
    (folder.path / 'r.csv').unlink()
    folder.write('second.csv', 'patient,sex,drug\np0,,x\np1,f,y\np2,f,x\np3,f,y\n')
    folder.fails("line 2 of second.csv, column 'sex': a missing value", *run, '--set', 'column sex.missing-policy=above')
    assert not (folder.path / 'r.csv').exists()
    # Rows are left out after that.
    folder.write('second.csv', 'patient,sex,drug\np0,f,z\n,f,x\np1,f,y\np2,f,x\np3,f,y\n')
    folder.run(*run, '--drop', 'drug = z')
    assert read(folder.path / 's.csv')[0]['patient'] == pseudonym(KEYS[1], 'p0')


def count_released(text):
    """The numbers of the warning linked-tables."""
    told = [w['text'] for w in json.loads(text)['warnings'] if w['code'] == 'linked-tables']
    assert len(told) == 1, told
    return re.findall(r"(\d+) of (\d+) rows of '(\w+)'", told[0])


def check_linked_counts(folder):
    """Released rows are told of all rows of each file, whatever leaves rows out, and of a table without any."""
    folder.write('first.csv', 'patient,sex,ward\n' + ''.join(f'p{i},f,w{i % 2}\n' for i in range(6)))
    folder.write('second.csv', 'patient,sex,drug\n' + ''.join(f'p{i % 6},f,d{i % 3}\n' for i in range(12)))
    run = ['--linked', 'second.csv', '--entity', 'patient', '--qi', 'sex', '--rule', 'sex=suppress', '--insensitive', 'ward,drug',
           '--model', 'persons:2', '--suppression-limit', '90%', '--json', '--output', 'r.csv', '--linked-output', 's.csv', 'first.csv']
    for options in ([], ['--keep', 'ward = w0'], ['--keep', 'drug = d1'], ['--drop', 'drug = d1'], ['--max-rows', '2']):
        told = count_released(folder.run(*run, *options))
        released = [len(read(folder.path / name)) for name in ('r.csv', 's.csv')]
        assert told == [(str(released[0]), '6', 'first'), (str(released[1]), '12', 'second')], (options, told, released)
        assert (0 in released) == (options[:1] == ['--keep']), (options, released)


def check_linked_columns(folder):
    """A released table has a joint column if it has one of its parts; limits of tables are options, too."""
    folder.write('first.csv', 'patient,sex,dx1,dx2\n' + ''.join(f'p{i},f,a{i % 2},b\n' for i in range(8)))
    folder.write('second.csv', 'patient,sex,drug\n' + ''.join(f'p{i},f,d\n' for i in range(8)))
    run = ['--linked', 'second.csv', '--entity', 'patient', '--qi', 'sex', '--rule', 'sex=suppress', '--insensitive', 'drug',
           '--model', 'persons:3', '--output', 'r.csv', '--linked-output', 's.csv', 'first.csv']
    for parts, second in (('dx1;dx2', ['patient', 'sex', 'drug']), ('dx1;drug', ['patient', 'sex', 'drug', 'dx'])):
        folder.run(*run, '--set', f'column dx.joint={parts}', '--insensitive', 'dx', '--pseudonym', 'random')
        assert 'dx' in read(folder.path / 'r.csv')[0]
        assert list(read(folder.path / 's.csv')[0]) == second, parts
    folder.write('second.csv', 'patient,sex,drug\n' + ''.join(f'p{i},f,d\n' for i in range(2)))
    folder.run(*run, '--suppression-limit', '50%')
    for option in (['--suppression-limit', 'table=20%'], ['--set', 'column table.suppression-limit=20%']):
        text = folder.run(*run, '--suppression-limit', '50%', *option, status=1).decode()
        assert 'group' in text, text
    text = folder.run(*run, '--set', 'column table.loss-weight=2', status=2).decode()
    assert 'does not have the role' in text, text
    text = folder.run(*run, '--sensitive', 'dx2', '--model', 'dl:1@dx2', '--suppression-limit', '50%').decode()
    assert "dl:1@dx2 judges only rows of tables with its column, not those of 'second'" in ' '.join(text.split()), text
    folder.write('second.csv', 'person;sex;drug\np1;f;x\n')
    folder.fails("second.csv has no column 'patient'", *(option for option in run if option not in ('--insensitive', 'drug')))
    folder.write('second.csv', 'patient,sex,drug\np1,f,Fi\u00e8vre\n'.encode('latin-1'))
    assert 'all linked tables are read in one [input] encoding' in folder.fails('second.csv', *run, '--set', 'input.encoding=UTF-8')


def digest(path):
    return hashlib.sha256(path.read_bytes()).hexdigest()


def check_linked_digests(folder):
    """Report, page and certificate have the digest of each released file, and a changed byte of any is
    noticed; so is a changed value of any linked table that the problem uses."""
    names = ['r.csv', 's.csv']
    folder.write('first.csv', 'patient,sex,ward\n' + ''.join(f'p{i},f,w{i % 2}\n' for i in range(8)))
    second = 'patient;sex;drug;dose\n' + ''.join(f'p{i};f;d{i % 2};1,5\n' for i in range(8))
    folder.write('second.csv', second)
    problem = ['--linked', 'second.csv', '--entity', 'patient', '--qi', 'sex,ward,drug', '--rule', 'sex=suppress', '--rule',
               'ward=suppress', '--rule', 'drug=suppress', '--model', 'persons:2', 'first.csv']
    report = json.loads(folder.run(*problem, '--insensitive', 'dose', '--json', '--output', 'r.csv', '--linked-output', 's.csv',
                                   '--certificate', 'proof.jsonl', '--page', 'page.html'))
    expected = [digest(folder.path / name) for name in names]
    page = (folder.path / 'page.html').read_text(encoding='utf-8')
    first_line = (folder.path / 'proof.jsonl').read_text(encoding='utf-8').partition('\n')[0]
    assert report['release_sha256'] == json.loads(first_line)['release_sha256'] == ','.join(expected), report['release_sha256']
    assert all(text in page for text in (*expected, digest(folder.path / 'first.csv'), digest(folder.path / 'second.csv')))
    assert '--release r.csv --release s.csv' in page
    verify = [*problem[:-1], '--certificate', 'proof.jsonl', 'first.csv']
    named = ['--release', 'r.csv', '--release', 's.csv']
    assert folder.run(*verify, *named, verb='verify').count(b'has the SHA-256') == 2
    for given, message in ((named[:2], 'is 1, expected 2'), (named + named[:2], 'is 3, expected 2'), (named[2:] + named[:2], 'that of s.csv')):
        assert message in folder.run(*verify, *given, verb='verify', status=1).decode(), given
    for name in names:
        path = folder.path / name
        content = path.read_bytes()
        for place in range(0, len(content), 7):
            path.write_bytes(content[:place] + bytes([content[place] ^ 1]) + content[place + 1:])
            assert f'that of {name} is' in folder.run(*verify, *named, verb='verify', status=1).decode()
        path.write_bytes(content)
    folder.run(*verify, *named, verb='verify')
    # The digest of the input covers what the problem uses, as that of one table does: not the dose.
    folder.write('second.csv', second.replace('1,5', '2,5', 1))
    folder.run(*verify, verb='verify')
    for old, new in (('d1', 'd2'), ('p7', 'p6'), (';f;', ';m;'), ('p0;f;d0;1,5\n', '')):
        folder.write('second.csv', second.replace(old, new, 1))
        folder.run(*verify, verb='verify', status=1)


def read_report(text):
    """A report before the notes on suggested rules."""
    return json.JSONDecoder().raw_decode(text.decode())[0]


def check_linked_report(folder):
    """The risks of linked tables need no model: who is alone is counted over the rows of both. Each file
    has its own delimiter, and the columns of both have suggested rules."""
    random.seed(9)
    stays, drugs = ([(f'p{random.randrange(60):02}', random.choice('fm'), random.choice('abcd')) for _ in range(90)] for _ in range(2))
    folder.write('stays.csv', 'patient,sex,ward\n' + ''.join(','.join(row) + '\n' for row in stays))
    for mark in ',;\t|':
        folder.write('drugs.csv', mark.join(('patient', 'sex', 'drug')) + '\n' + ''.join(mark.join(row) + '\n' for row in drugs))
        report = read_report(folder.run('--linked', 'drugs.csv', '--entity', 'patient', '--qi', 'sex,ward,drug', '--json',
                                        'stays.csv', verb='report'))
        persons = defaultdict(list)
        for name, rows in (('stays', stays), ('drugs', drugs)):
            for person, *values in rows:
                persons[person].append((name, *values))
        assert read_alone(report, 'before') == [count_alone(persons, n) for n in (1, 2, 3, 0)], mark
    report = read_report(folder.run('--linked', 'drugs.csv', '--entity', 'patient', '--qi', 'sex,ward,drug', '--json', '--keep',
                                    'ward = a', 'stays.csv', verb='report'))
    assert report['risks']['before']['records'] == sum(row[2] == 'a' for row in stays)
    folder.fails("expected one with the role 'entity'", '--linked', 'drugs.csv', '--qi', 'sex,ward,drug', 'stays.csv', verb='report')


def check_household_attackers(folder):
    """Who knows all records of a household, by its pseudonym, or any two of a member, finds K of them or
    nobody; whoever is released is so with the whole household."""
    random.seed(7)
    rows = []
    for i in range(300):
        sex = random.choice('fm')
        rows += [(f'p{i:03}', f'h{i // 2:03}', sex, str(random.randrange(2010, 2014))) for _ in range(random.choice((1, 1, 2)))]
    random.shuffle(rows)
    folder.write('table.csv', 'patient,house,sex,year,row\n' + ''.join(f'{",".join(row)},{i}\n' for i, row in enumerate(rows)))
    for entity, judged, models in (('house', 'patient', ('persons:3', 'persons:4:2@patient')),
                                   ('patient', 'house', ('persons:4:2', 'persons:3@house'))):
        folder.run('--entity', entity, '--judged', judged, '--qi', 'sex,year', '--rule', 'sex=suppress', '--rule',
                   'year=intervals:2,4', '--model', models[0], '--model', models[1], '--suppression-limit', '90%',
                   '--insensitive', 'row', '--pseudonym', 'random', '--output', 'r.csv', 'table.csv')
        released = read(folder.path / 'r.csv')
        kept = {int(row['row']) for row in released}
        for c in (0, 1):
            out = {row[c] for i, row in enumerate(rows) if i not in kept}
            assert not any(rows[i][c] in out for i in kept), (entity, c)
        owners, linked = [defaultdict(list), defaultdict(list)], defaultdict(list)
        for row in released:
            labels = row['sex'], row['year']
            linked[row[entity]].append(labels)
            for c in (0, 1):
                owners[c][rows[int(row['row'])][c]].append(labels)
        # The pseudonym divides the rows as the column does.
        assert sorted(map(sorted, linked.values())) == sorted(map(sorted, owners[entity == 'house'].values()))
        assert len(owners[0]) > 20 and len(released) < len(rows), (entity, len(released))
        assert min(Counter(tuple(sorted(own)) for own in owners[1].values()).values()) >= 3
        shared = Counter(part for own in owners[0].values() for n in (1, 2)
                         for part in {tuple(sorted(known)) for known in combinations(own, n)})
        assert min(shared.values()) >= 4


def list_known(labels, model):
    """What an attacker may know of somebody with these labels; None is all, a number how many there are."""
    _, _, n_known, knows_number = model
    if n_known == 0:
        return {(None, tuple(sorted(labels)))}
    number = len(labels) if knows_number else 0
    return {(number, tuple(sorted(part))) for n in range(min(n_known, len(labels)) + 1) for part in combinations(labels, n)}


def find_largest(rows, labels, models, n_values):
    """The rows that stay if whoever does not meet a model goes, with all rows, until nobody does. With them
    go the persons, or households, of whom a row goes. Others have to have @n_values different values. Rows of
    a table without the column have none, and who has only such rows gives none away."""
    columns = {model[0] for model in models}
    kept = set(range(len(rows)))

    def differ(values):
        return len(set().union(*values)) >= n_values and (n_values < 2 or not set.intersection(*values))

    while True:
        going = set()
        for model in models:
            owners = defaultdict(list)
            for i in kept:
                owners[rows[i][model[0]]].append(i)
            groups = defaultdict(list)
            for owner, own in owners.items():
                for known in list_known([labels[i] for i in own], model):
                    groups[known].append(owner)
            for group in groups.values():
                values = [{rows[i]['s'] for i in owners[owner]} - {None} for owner in group]
                if len(group) < model[1]:
                    going |= {i for owner in group for i in owners[owner]}
                elif not differ(values):
                    going |= {i for owner, own in zip(group, values) if own for i in owners[owner]}
        classes = defaultdict(set)
        for i in kept:
            classes[labels[i]].add(rows[i]['s'])
        going |= {i for i in kept if rows[i]['s'] is not None and len(classes[labels[i]]) < n_values}
        if not going:
            return kept
        while going:
            kept -= going
            gone = {(c, row[c]) for i, row in enumerate(rows) if i not in kept for c in columns}
            going = {i for i in kept if any((c, rows[i][c]) in gone for c in columns)}


def make_label(row, column, level):
    """What a policy makes of a value, which is missing in a table without the column."""
    if level == (2 if column == 'x' else 1):
        return '*'
    if column == 'x':
        return row[column][:2 - level]
    return row[column] if row['table'] == ('a' if column == 'y' else 'b') else None


def measure_loss(rows, kept, levels):
    """The mean over the columns: a kept record loses the share of other values that its label stands for."""
    losses = 0
    for column, level in levels.items():
        values = defaultdict(set)
        for row in rows:
            values[make_label(row, column, level)].add(make_label(row, column, 0))
        n_others = len(set().union(*values.values())) - 1
        if n_others > 0:
            losses += sum((len(values[make_label(row, column, level)]) - 1) / n_others if i in kept else 1
                          for i, row in enumerate(rows)) / len(rows)
    return losses / len(levels)


def label_rows(rows, levels):
    return [(row['table'], *(make_label(row, column, level) for column, level in levels.items())) for row in rows]


def check_optimum(folder, rows, models, n_values, options):
    """No policy loses less than the one that is found, and its certificate proves it."""
    columns, limit, losses = options[options.index('--qi') + 1].split(','), random.choice((.3, .6, 1)), []
    for levels in product(*(range(3 if column == 'x' else 2) for column in columns)):
        levels = dict(zip(columns, levels))
        kept = find_largest(rows, label_rows(rows, levels), models, n_values)
        if kept and len(rows) - len(kept) <= limit * len(rows):
            losses.append(measure_loss(rows, kept, levels))
    algorithm = random.choice(('optimal', 'flash', 'best-first', 'sub-lattices'))
    options = ['--suppression-limit', str(limit), '--certificate', 'proof.jsonl', *options]
    done = subprocess.run([folder.tool, 'run', '--algorithm', algorithm, '--output', 'a-released.csv', '--json', *options],
                          capture_output=True, cwd=folder.path)
    assert done.returncode == (0 if losses else 1), (options, done.stderr)
    if losses:
        assert abs(json.loads(done.stdout)['loss'] - min(losses)) < 1e-8, (options, losses)
        options = [option for option in options if option not in ('--linked-output', 'b-released.csv')]
        folder.run(*options, verb='verify')
    return bool(losses)


def check_definition(folder):
    """Random tables, one or two with one key: a policy releases just the largest set of rows, and the best one
    is found and proven."""
    random.seed(8)
    columns = {'a': ('person', 'house', 'x', 'y', 's', 'row'), 'b': ('house', 'z', 'person', 'x', 's', 'row')}
    n_mixed = n_solved = 0
    for trial in range(90):
        is_linked, is_nested, n_persons = random.random() < .5, random.random() < .5, random.randrange(6, 26)
        n_houses = random.randrange(4, 20)
        rows = []
        for i in range(random.randrange(10, 40)):
            person = random.randrange(n_persons)
            rows.append({'person': f'p{person}', 'house': f'h{person % n_houses if is_nested else random.randrange(n_houses)}',
                         'x': random.choice('aaaab') + random.choice('rrrt'), 'y': random.choice('uuuv'), 'row': str(i),
                         'z': random.choice('ssst'), 's': random.choice('qrw'), 'table': 'ab'[(i == 1 or i > 1 and random.random() < .5) and is_linked]})
        is_lacking = is_linked and random.random() < .5
        for row in rows:
            row['s'] = None if is_lacking and row['table'] == 'b' else row['s']
        for table in 'ab'[:1 + is_linked]:
            own = [c for c in columns[table] if not (is_lacking and table == 'b' and c == 's')]
            folder.write(f'{table}.csv', ','.join(own) + '\n' + ''.join(
                ','.join(row[c] for c in own) + '\n' for row in rows if row['table'] == table))
        entity, judged = random.sample(('person', 'house'), 2)
        models = []
        for _ in range(random.choice((1, 2, 2, 3))):
            n_known = random.randrange(4)
            models.append((random.choice((entity, judged)), random.choice((2, 2, 3)), n_known, n_known > 0 and random.random() < .4))
        n_values = 2 if random.random() < (.75 if is_lacking else .25) else 1
        levels = {c: random.randrange(2) for c in 'xyz'[:2 + is_linked]}
        labels = label_rows(rows, levels)
        options = [option for c, k, n, number in models for option in (
            '--model', f'persons:{k}{f":{n}" if n else ""}{":number" if number else ""}{"" if c == entity else f"@{c}"}')]
        if n_values > 1:
            options += ['--model', f'dl:{n_values}@s']
        if is_linked:
            options += ['--rule', 'z=suppress', '--linked', 'b.csv', '--linked-output', 'b-released.csv']
        options += ['--entity', entity, '--judged', judged, '--qi', ','.join(levels), '--rule', 'x=prefix:1', '--rule',
                    'y=suppress', '--sensitive', 's', '--insensitive', 'row', 'a.csv']
        n_solved += trial % 3 == 0 and check_optimum(folder, rows, models, n_values, options)
        done = subprocess.run([
            folder.tool, 'run', '--suppression-limit', '100%', '--evaluate',
            ','.join(f'{c}:{level}' for c, level in levels.items()) + (',table:0' if is_linked else ''), '--output',
            'a-released.csv', *options], capture_output=True, cwd=folder.path)
        expected = find_largest(rows, labels, models, n_values)
        assert done.returncode == (0 if expected else 1), (options, done.stderr)
        released = [row for table in 'ab'[:1 + is_linked] for row in read(folder.path / f'{table}-released.csv')] if expected else []
        assert sorted(int(row['row']) for row in released) == sorted(expected), (options, rows)
        n_mixed += 0 < len(expected) < len(rows)
    assert n_mixed > 10 and n_solved > 10, (n_mixed, n_solved)


def check_two_pseudonyms(folder):
    """The entity column and the household are both pseudonyms: the key decides, not the column. The released
    households are those that a model left."""
    people = [(f'p{i}', f'p{i // 2}', 'fm'[i % 2], str(i)) for i in range(8)] + [
        ('p8', 'p9', 'f', '8'), ('p10', 'p9', 'f', '9'), ('p11', '', 'm', '10'), ('p12', 'p13', 'm', '11')]
    folder.write('table.csv', 'who,house,sex,row\n' + ''.join(','.join(row) + '\n' for row in people))
    folder.write('key', KEYS[1])
    run = ['--entity', 'who', '--judged', 'house', '--qi', 'sex', '--rule', 'sex=suppress', '--set', 'column sex.levels=0..0',
           '--insensitive', 'row', '--model', 'k:2', '--model', 'persons:2@house', '--suppression-limit', '50%', '--output', 'r.csv']
    both = ['--pseudonym', 'hmac', '--pseudonym', 'hmac:12:digits@house']
    said = folder.run(*run, *both, '--key-file', 'key', '--page', 'page.html', 'table.csv').decode()
    released = read(folder.path / 'r.csv')
    assert sorted(int(row['row']) for row in released) == [*range(8), 10, 11], released  # no other household has two women
    for row in released:
        who, house, sex, _ = people[int(row['row'])]
        assert row == {'who': pseudonym(KEYS[1], who), 'house': pseudonym(KEYS[1], house, '0123456789', 12) if house else '',
                       'sex': sex, 'row': row['row']}, row
    for column, role in (('who', 'entity'), ('house', 'judged')):
        assert re.search(f'^{column} +{role} +released as pseudonyms$', said, re.MULTILINE), said
    page = (folder.path / 'page.html').read_text(encoding='utf-8')
    assert 'gives the person' in page and 'gives the value' in page
    report = json.loads(folder.run(*(option for option in run if option not in ('--insensitive', 'row')), *both,
                                   '--key-file', 'key', '--json', 'table.csv'))
    assert not {'who', 'house'} & set(report['columns_not_released']), report['columns_not_released']
    assert [w['column'] for w in report['warnings'] if w['code'] == 'pseudonyms'] == ['who', 'house'], report['warnings']
    assert report['risks']['after']['unique_by_release']['all'] == 0

    folder.run(*run, '--pseudonym', 'random', '--pseudonym', 'random@house', 'table.csv')
    rows = read(folder.path / 'r.csv')
    assert len({row['house'] for row in rows if row['house']}) == 5 and not {row['who'] for row in rows} & {
        row['house'] for row in rows}, rows
    folder.run(*run, '--pseudonym', 'hmac@house', '--key-file', 'key', '--policy', 'p.json', 'table.csv')
    assert 'who' not in read(folder.path / 'r.csv')[0]
    folder.run('p.json', '--pseudonym', 'hmac:8@house', '--key-file', 'key', '--output', 'next.csv', 'table.csv', verb='apply')
    assert {row['house'] for row in read(folder.path / 'next.csv')} - {''} == {pseudonym(KEYS[1], f'p{i}', length=8) for i in (0, 1, 2, 3, 13)}

    for message, options in (
            ("'who' cannot be released as pseudonyms", ['--pseudonym', 'random@who']),
            ("'row' cannot be released as pseudonyms", ['--pseudonym', 'random@row']),
            ('each column at most once', ['--pseudonym', 'random@house', '--pseudonym', 'random:8@house']),
            ('expected hmac or random', ['--pseudonym', 'house'])):
        folder.fails(message, *run, *options, 'table.csv')
    assert "no column called 'no'" in folder.run(*run, '--pseudonym', 'random@no', 'table.csv', status=2).decode()
    folder.fails('persons:5@COLUMN', *run[:-6], '--output', 'r.csv', '--pseudonym', 'random@house', 'table.csv')
    folder.write('twice.csv', 'who,house,sex,row\n' + ''.join(','.join(row) + '\n' for row in people * 2))
    folder.fails("'who' and 'house': pseudonyms of both", *run, '--model', 'persons:2', '--pseudonym', 'random', '--pseudonym', 'random@house', 'twice.csv')
    folder.run(*run, '--model', 'persons:2', '--pseudonym', 'random@house', 'twice.csv')
    folder.run(*run, '--model', 'persons:2', '--pseudonym', 'random', '--pseudonym', 'random@house', '--max-rows', '1', 'twice.csv')


def cap(rows, n, is_last):
    """The first or last rows of each person."""
    of_persons = defaultdict(list)
    for row in rows:
        of_persons[row['who']].append(row)
    return [row for own in of_persons.values() for row in (own[-n:] if is_last else own[:n])]


def lose(rows, left, quality, model, levels, limit, weight_of_a):
    """The loss of a policy over all rows, of which those not left count as suppressed; None if it is no solution."""
    def label(row):
        return row['a'][:2 - levels[0]], row['b'] if levels[1] == 0 else ''

    groups = defaultdict(list)
    if model == 'k:2':
        for row in left:
            groups[label(row)].append(row)
    else:
        histories = defaultdict(list)
        for row in left:
            histories[row['who']].append(row)
        for own in histories.values():
            groups[tuple(sorted(label(row) for row in own for _ in range(row['n'])))] += own
    kept = [row for own in groups.values() if len({row['who'] for row in own}) > 1 for row in own]
    n_left, n_kept, n_all = (sum(row['n'] for row in some) for some in (left, kept, rows))
    if n_left - n_kept > limit * n_left // 100:
        return None

    def cost(row, column, level, height):
        values = {other[column] for other in rows}
        prefix = (row[column] if column == 'a' or level == 0 else '')[:2 - level]
        n_covered = sum(value.startswith(prefix) for value in values) if row in kept else len(values)
        if quality == 'precision:arith':
            return level / height if row in kept else 1
        if quality == 'ebil':
            return math.log(n_covered)
        return (n_covered - 1) / (len(values) - 1) if len(values) > 1 else 0

    total = sum(row['n'] * (weight_of_a * cost(row, 'a', levels[0], 2) + cost(row, 'b', levels[1], 1)) for row in rows)
    if quality == 'ebil':
        domain = sum(math.log(len({row[column] for row in rows})) for column in 'ab')
        return total / (domain * n_all) if domain > 0 else 0
    return total / ((weight_of_a + 1) * n_all)


def check_caps(folder):
    """Of several caps that one is chosen by which some policy loses least over all rows."""
    random.seed(8)
    n_chosen = Counter()
    for _ in range(3 if 'DEID_TEST_QUICK' in os.environ else 60):
        is_weighted, is_last = random.random() < .3, random.random() < .5
        rows = [{'who': f'p{random.randrange(9)}', 'a': random.choice('xyz') + random.choice('xy'), 'b': random.choice('fm'),
                 'n': random.randrange(1, 4) if is_weighted else 1, 'row': i} for i in range(random.randrange(8, 30))]
        quality, model = random.choice(('loss:arith', 'precision:arith', 'ebil')), random.choice(('k:2', 'persons:2'))
        weight_of_a = 1 if quality == 'ebil' else random.choice((1, 3))
        caps, limit = sorted(random.sample(range(1, 7), random.randrange(2, 4))), random.choice((0, 10, 40))
        expected = []
        for n in caps:
            losses = [lose(rows, cap(rows, n, is_last), quality, model, (a, b), limit, weight_of_a) for a in range(3) for b in range(2)]
            expected.append(min((loss for loss in losses if loss is not None), default=None))
        folder.write('table.csv', 'who,a,b,n,row\n' + ''.join(f"{','.join(str(cell) for cell in row.values())}\n" for row in rows))
        done = subprocess.run(
            [folder.tool, 'run', '--entity', 'who', '--qi', 'a,b', '--rule', 'a=prefix:1', '--rule', 'b=suppress', '--model', model,
             '--quality', quality, '--loss-weight', f'a={weight_of_a}', '--suppression-limit', f'{limit}%', '--type', 'row=integer',
             '--role', f"n={'weight' if is_weighted else 'insensitive'}", '--json', '--max-rows',
             f"{','.join(str(n) for n in caps)}:{'last' if is_last else 'first'}@row", 'table.csv'],
            capture_output=True, cwd=folder.path)
        if all(loss is None for loss in expected):
            assert done.returncode == 1, done.stderr
            continue
        report = json.loads(done.stdout)
        found = [own['loss'] for own in report['caps']]
        least = min(loss for loss in expected if loss is not None)
        assert [own['max_rows'] for own in report['caps']] == caps
        assert [own['left_out'] for own in report['caps']] == [
            sum(row['n'] for row in rows) - sum(row['n'] for row in cap(rows, n, is_last)) for n in caps]
        assert all(a is None and b is None or math.isclose(a, b, rel_tol=1e-6, abs_tol=1e-9)
                   for a, b in zip(found, expected, strict=True)), (found, expected, quality, model, rows)
        chosen = int(re.search(r'max-rows=(\d+):', report['problem']).group(1))
        assert expected[caps.index(chosen)] <= least + 1e-9, (chosen, expected)
        n_chosen[caps.index(chosen)] += 1
        # The cap that was chosen, by itself, is the same job.
        alone = json.loads(subprocess.run([folder.tool, 'run', 'chosen.ini', '--json'], check=True, capture_output=True,
                                          cwd=folder.write('chosen.ini', report['problem']).parent).stdout)
        assert alone['caps'] == [report['caps'][caps.index(chosen)]] and alone['loss'] == report['loss'], alone['caps']
    assert len(n_chosen) > 1 or 'DEID_TEST_QUICK' in os.environ, n_chosen


def check_engine(folder):
    """An engine withholds a household with all records: house a has one that looks like those of others."""
    if shutil.which('sqlite3') is None:
        return
    subprocess.run(['sqlite3', 'own.db', 'CREATE TABLE t (house, sex)',
                    "INSERT INTO t VALUES ('a', 'f'), ('a', 'm'), ('b', 'f'), ('c', 'f')"],
                   check=True, cwd=folder.path)
    folder.run('--dialect', 'sqlite', '--command', 'sqlite3 own.db', '--table', 't', '--judged', 'house', '--qi', 'sex',
               '--rule', 'sex=suppress', '--set', 'column sex.levels=0..0', '--model', 'persons:2@house',
               '--suppression-limit', '50%', '--output-table', 'released', verb='engine')
    done = subprocess.run(['sqlite3', 'own.db', 'SELECT * FROM released'], check=True, cwd=folder.path, capture_output=True)
    assert done.stdout == b'f\nf\n', done.stdout


with tempfile.TemporaryDirectory() as path:
    for check in (check_secrets, check_key_files, check_joins, check_dates_and_caps, check_refusals, check_left_out,
                  check_links, check_advice, check_proofs, check_words, check_attackers, check_linked_attackers, check_linked_fills,
                  check_linked_counts, check_linked_columns, check_linked_digests, check_linked_report,
                  check_household_attackers, check_definition, check_two_pseudonyms, check_caps,
                  check_engine):
        own = Path(path) / check.__name__
        own.mkdir()
        check(Folder(Path(sys.argv[1]).resolve(), own))
