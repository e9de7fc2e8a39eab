# SPDX-License-Identifier: LGPL-2.1-or-later
"""Tables as people have them: what suggestions and runs say about them, and that the suggested file runs.

    test-odd-tables.py TOOL
"""
import csv
import json
import os
import re
import shlex
import subprocess
import sys
import tempfile
from pathlib import Path

TOOL = Path(sys.argv[1]).resolve()
FOLDER = Path(tempfile.mkdtemp())


def run(*arguments):
    return subprocess.run([TOOL, *arguments], capture_output=True, encoding='utf-8', timeout=120, check=False, cwd=FOLDER,
                          env={**os.environ, 'LC_ALL': 'C.UTF-8'})


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
    return join_comments(suggested.stdout), released.stdout + released.stderr


def join_comments(problem):
    """Sentences are on one line each, but not lines that are settings behind a sign of a comment."""
    return re.sub(r'(?<=\S)(?<!\])\n# (?![a-z-]+=)', ' ', problem)


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
    rows(60, 'FM', lambda i: f'"{1 + i % 7},{i % 10}{i % 3}"'),
    rows(60, lambda i: f'"{1 + i % 7},{i % 10}"', lambda i: f'"-{i % 9},25"', ['AOK', 'TK', 'DAK']),
    rows(60, lambda i: f'"1.{100 + i % 9},50"', lambda i: f'"{20 + i % 50},5"'),
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
        refused = run('run', '--qi', 'age', '--model', 'k:2', 't.csv')
        assert refused.returncode == 2, refused.stdout
        has(refused.stderr, 'line 1: it looks like a record', '--header=no')
        named = run('run', '--header=no', '--qi', 'column1,column2', '--model', 'k:2', '--suppression-limit', '50%', '--output', 'out.csv', 't.csv')
        assert named.returncode in (0, 1), named.stderr
        problem, released = suggest(lines)
        has(problem, 'header=no', '[column column1]', 'look like values')
        lacks(problem, f'[column {lines[0].split(",")[0]}]')
        lacks(released, 'names-like-values')
        consented, released = suggest(lines, '--header=yes')
        has(consented, f'[column {next(csv.reader(lines))[0]}]', 'look like values')
        name = next(csv.reader(lines))[1]
        stated = run('run', '--header=yes', '--json', '--qi', name.replace(',', '\\,'), '--rule', f'{name}=suppress', '--model', 'k:2',
                     '--output', 'out.csv', 't.csv')
        has(stated.stdout, 'names-like-values')
    for lines in NAMES:
        problem, released = suggest(lines)
        lacks(problem, 'look like values', 'header=no')
        lacks(released, 'column names look')


def test_totals():
    """The last row is left out by a condition, and does not count for types."""
    for word, lines in {
            'Total': ['region;sex;n'] + [f'R{i % 9};{"FM"[i % 2]};{10 + i % 7}' for i in range(40)] + ['Total;;9,999'],
            'Summe': ['Kennung;Alter;Kosten'] + [f'{100 + i};{20 + i % 30};{50 + i % 20}' for i in range(40)] + ['Summe;;2.380,00'],
            'Gesamt:': ['PLZ;w;m'] + [f'{10115 + i % 12};{i % 5};{i % 6}' for i in range(40)] + ['Gesamt:;80;99'],
            'GESAMT': ['case_no;sex;cost'] + [f'{7000 + i};{"FM"[i % 2]};{10 + i}' for i in range(40)] + ['GESAMT;;1190'],
            **{word: ['nr;sex;cost'] + [f'{7000 + i};{"KM"[i % 2]};{10 + i}' for i in range(40)] + [f'{word};;1190']
               for word in ('Ogółem', 'Łącznie', 'suma końcowa', 'Totales', 'Insg.')},
            'SOMME': ['commune;âge du chef'] + [f'{20 + i % 12};{30 + i % 20}' for i in range(40)] + ['12;SOMME']}.items():
        problem, released = suggest(lines, '--delimiter', ';')
        has(problem, 'The last row, line 42, seems to sum the others up', f'= "{word}"', '\ndrop=')
        lacks(problem, 'are of the type', 'role=entity', '41 different values', 'have no value')
    for words, ends in (('Count:;Mean', ()), ('Ø', ()), ('Mittelwert;Summe;Anzahl:', ()), ('Total', ('Grand Total', 'Mean')), ('Subtotal;TOTAL GÉNÉRAL', ()), ('Σ', ('Max',))):
        words = words.split(';')
        lines = ['id;sex;cost'] + [f'{100 + i};{"FM"[i % 2]};{10 + i}' if i % 20 < 18 or i % 20 - 18 >= len(words) else f'{words[i % 20 - 18]};;{99 + i}' for i in range(60)]
        lines += [f'{word};;1234' for word in [*words[2:], *ends]]
        problem, released = suggest(lines, '--delimiter', ';')
        n = sum(line.split(';')[1] == '' for line in lines)
        has(problem, f"{n} rows seem to sum others up by column 'id', first in line 20, and are left out by drop= below", '\ndrop="id" ', '\ntype=integer')
        lacks(problem, 'are of the type')
        has(' '.join(released.split()), f"condition on 'id' leaves out {n} of {len(lines) - 1} rows")
        made = run('run', '--delimiter', ';', '--qi', 'sex', '--model', 'k:2', 't.csv')
        has(' '.join(made.stdout.split()), 'leave it out by drop="id" ')
        condition = re.search(r'by drop=(.*?)(?=$| \d\. )', ' '.join(made.stdout.split())).group(1)
        has(run('run', '--delimiter', ';', '--qi', 'sex', '--model', 'k:2', '--drop', condition, 't.csv').stdout, f'leaves out {n} of')
    for lines, n, line in [
            (['class;sex;mark', 'Ø 5a;;2,5'] + [f'{5 + i % 3}a;{"FM"[i % 2]};{i % 6}' for i in range(40)], '1 row', 2),
            (['site;sex;n'] + [f'{w};{"FM"[i % 2]};{i}' if i < 20 else f'{w}/total;;99' for w in 'ST' for i in range(21)], '2 rows', 22),
            (['ward;sex;n'] + [f'{w};{"FM"[i % 2]};{i}' if i < 20 else f'Mean of {w};;99' for w in 'ABC' for i in range(21)], '3 rows', 22),
            (['ward;sex;n'] + [f'{w};{"FM"[i % 2]};{i}' if i < 20 else f'{w} Subtotal;;99' for w in 'ABC' for i in range(21)], '3 rows', 22),
            (['Kreis;w;m'] + [f'{w};{i};{i % 7}' if i < 9 else f'Summe Kreis {w};;50' for w in 'AB' for i in range(10)], '2 rows', 11),
            (['Nr;w;m'] + [f'{i};{i};{i % 7}' if i < 9 else f'Summe {w};;' for w in 'AB' for i in range(10)] + ['Gesamt;;'], '2 rows', 11)]:
        problem, _ = suggest(lines, '--delimiter', ';')
        column = lines[0].split(';')[0]
        has(problem.replace('\n# ', ' '), f"{n} seem{'s' if n[0] == '1' else ''} to sum others up by column '{column}'",
            f'first in line {line}: leave such rows out by drop="{column}" = … with their values for the sign')
    for last, value, line in ((';;1190', '1190', 62), (';F;1190', '1190', 62), ('9;;1190.0', '1190.0', 62)):
        lines = ['ward;sex;n'] + [f'{1 + i % 4};{"FM"[i % 2]};{10 + i // 3}' for i in range(60)]
        total = sum(10 + i // 3 for i in range(60))
        problem, _ = suggest(lines + [last.replace('1190', str(total))], '--delimiter', ';')
        has(problem, f'The last row, line {line}, seems to sum the others up', f'drop="n" = "{value.replace("1190", str(total))}"')
        lacks(suggest(lines + [last.replace('1190', str(total + 1))], '--delimiter', ';')[0], 'sum the others up')
    for word in ('Total (n=60)', 'Summe: 60', 'Gesamt, N = 60', 'TOTAL [60]'):
        problem, _ = suggest(['ward;sex;n'] + [f'{"AB"[i % 2]};{"FM"[i % 2]};{i % 7}' for i in range(60)] + [f'{word};;9'], '--delimiter', ';')
        has(problem, f'drop="ward" = "{word}"')
    for first, second in (('Ward A total', 'Subtotal'), ('Sum of A', 'Summe'), ('A - average', 'Mean')):
        lines = ['ward;part;sex;n'] + [f'{"AB"[i // 20]};p;{"FM"[i % 2]};{i}' if i % 20 < 19 else f'{first};{second};;99' for i in range(40)]
        assert suggest(lines, '--delimiter', ';')[0].count('sum others up') == 1
    lines = ['disease;sex'] + [f'{["Total hip replacement", "flu", "Sum"][i % 3]};{"FM"[i % 2]}' for i in range(42)]
    lacks(suggest(lines, '--delimiter', ';')[0], 'drop=')
    lines = ['region;sex'] + [f'{["Total", "North", "South"][i % 3]};{"FM"[i % 2]}' for i in range(42)] + ['Total;F']
    lacks(suggest(lines, '--delimiter', ';')[0], 'drop=')


def test_merged():
    """Cells that a spreadsheet had merged are filled: k counts persons, also in later tables."""
    heads = {'PatNr;sex;born': lambda p: f'P{p};{"FM"[p % 2]};{1950 + p % 9}', 'Ward;Room': lambda p: f'W{p};{p}',
             'Klasse': lambda p: f'{p}a', 'Name, Vorname;n': lambda p: f'Muster{p}, Kim;{p}', 'Schüler-Nr.;Geschlecht': lambda p: f'{p};{"wm"[p % 2]}'}
    for names, head in heads.items():
        n = names.count(';')
        lines = [f'{names};visit;result'] + [f'{head(p) if v == 0 else ";" * n};{v};{10 + v + p % 3}' for p in range(40) for v in range(2 + p % 2)]
        problem, released = suggest(lines, '--delimiter', ';')
        has(problem, '60 of 100 rows lack a value below one that has it in column')
        for name in names.split(';'):
            has(section(problem, name), 'missing-policy=above\n')
        lacks(section(problem, 'visit') + section(problem, 'result'), 'missing-policy')
        has(' '.join(released.split()), '60 of 100 rows had no value and have that of the row above')
    write(['pid;sex;x'] + [f'{f"P{p};" + "FM"[p % 2] if v == 0 else ";"};{v}' for p in range(8) for v in range(3)])
    qi = ('--delimiter', ';', '--missing-policy', 'pid=above', '--missing-policy', 'sex=above', '--entity', 'pid', '--qi', 'sex')
    for k, status in ((4, 0), (5, 1)):
        made = run('run', *qi, '--rule', 'sex=suppress', '--levels', 'sex=0', '--model', f'k:{k}', '--policy', 'p.json', '--output', 'out.csv', 't.csv')
        assert made.returncode == status, made.stdout + made.stderr
    assert sorted((FOLDER / 'out.csv').read_text().split()) == ['F'] * 12 + ['M'] * 12 + ['sex']
    applied = run('apply', '--delimiter', ';', 'p.json', 't.csv', '--output', 'later.csv')
    assert applied.returncode == 0, applied.stderr
    assert sorted((FOLDER / 'later.csv').read_text().split()) == ['F'] * 12 + ['M'] * 12 + ['sex']
    # Values that are missing here and there were not merged, nor were those of persons with rows of their own.
    for names, line in (('Klasse;Name;Geschlecht', lambda head, i: f'{head};K{i} M{i};{"mw"[i * 7 % 5 % 2]}'), ('pupil,class,sex', lambda head, i: f'S{i},{head},{"mf"[i * 7 % 5 % 2]}'),
                        ('id;sex;ward;age', lambda head, i: f'{i};{"mf"[i % 2]};{head};{20 + i * 7 % 60}'), ('school;sex;mark', lambda head, i: f'{head};{"mf"[i * 7 % 5 % 2]};{i % 6}')):
        delimiter = ',' if ',' in names else ';'
        lines = [names] + [line(f'{5 + i // 25}a' if i % 25 == 0 else '', i) for i in range(200)]
        problem, released = suggest(lines, '--delimiter', delimiter)
        head = names.split(delimiter)[[part == f'{5}a' for part in lines[1].split(delimiter)].index(True)]
        has(problem, f"192 of 200 rows lack a value below one that has it in column '{head}'", 'missing-policy=above gives them the value above')
        has(section(problem, head), 'missing-policy=above\n')
        has(' '.join(run('run', '--delimiter', delimiter, '--qi', 'Geschlecht' if 'Geschlecht' in names else 'sex', '--model', 'k:2', 't.csv').stdout.split()), 'missing-policy=above gives them')
    for lines in (['pid;sex;x'] + [f'{"" if i % 3 else i};{"FM"[i * 7 % 5 % 2]};{i}' for i in range(90)],
                  ['ward;sex;x'] + [f'{"" if i % 3 else f"W{i % 7}"};{"FM"[i % 2]};{i}' for i in range(90)],
                  ['sex;email;x'] + [f'{"FM"[i % 2]};{"" if i % 3 else f"a{i}@b.c"};{i % 7}' for i in range(90)],
                  ['pid;sex;x'] + [f'{"" if i % 3 else f"P{i % 9}"};{"FM"[i % 2]};{i}' for i in range(90)],
                  ['id;sex;score'] + [f'{i};{"FM"[i % 2]};{"" if i % 5 else i / 2}' for i in range(90)]):
        lacks(suggest(lines, '--delimiter', ';')[0], 'missing-policy')


def test_title_rows():
    """Units and second lines of names are left out by a condition that their column tells, and types are those of the rows below."""
    for lines, n, conditions, integer in [
            (['id;weight;age', ';kg;years'] + [f'{i};{50 + i % 40};{20 + i % 50}' for i in range(60)], 1, '"weight" = "kg"', 'age'),
            (['Leukos;Alter', '10^9/L;Jahre'] + [f'{4 + i % 7},{i % 10};{20 + i % 50}' for i in range(60)], 1, '"Alter" = "Jahre"', 'Alter'),
            (['Q1;Q2;Q3', 'How old are you?;How often do you exercise?;Where do you live at present?']
             + [f'{18 + i % 60};{1 + i % 5};{["Bonn", "Ulm"][i % 2]}' for i in range(60)], 1, '"Q1" = "How old are you?"', 'Q2'),
            (['Q1;Q2', 'How old are you?;"Your income, ""gross"""', '"{""ImportId"":""QID1""}";"{""ImportId"":""QID2""}"']
             + [f'{18 + i % 60};{100 + i % 5}' for i in range(60)], 2, '"Q1" = "How old are you?"', 'Q1'),
            (['datum;uitslag', 'dd-mm-jjjj;mmol/l'] + [f'{1 + i % 28:02}-0{1 + i % 9}-2020;{i % 9}' for i in range(60)], 1, '"uitslag" = "mmol/l"', 'uitslag')]:
        problem, released = suggest(lines, '--delimiter', ';')
        has(problem, 'it seems to be a line of units, or a second line of names', f'drop={conditions}')
        has(section(problem, integer), 'type=integer')
        has(released, f'{n if n == 1 else 1} of {60 + n} rows')
        refused = run('run', '--delimiter', ';', '--type', f'{integer}=integer', '--qi', integer, '--model', 'k:2', 't.csv')
        assert refused.returncode == 2
        has(refused.stderr, 'if the first row has units, or names once more, drop= leaves it out')
    for lines in (['name;sex;age', 'Ann;F;unknown'] + [f'N{i};{"FM"[i % 2]};{20 + i % 50}' for i in range(60)],
                  ['id;ward;x', '1;Emergency admission ward;y'] + [f'{i + 2};{["A", "B"][i % 2]};y' for i in range(60)],
                  ['a;b', 'kg;x'] + [f'{["kg", "lb", "g"][i % 3]};y' for i in range(60)]):
        lacks(suggest(lines, '--delimiter', ';')[0], 'line of units')


def test_dates():
    """Orders of dates are told by rows that prove them; years of two digits have no century."""
    american = lambda i: '{1}/{2}/{0}'.format(*day(i).split('-'))
    english = lambda i: '{2}/{1}/{0}'.format(*day(i).split('-'))
    for name, lines, parts in [
            ('dob', rows(60, lambda i: american(i) if i % 3 else english(i), 'FM'), ['M/D/YYYY, first in line ', 'D/M/YYYY, first in line ']),
            ('visit', rows(60, lambda i: german_day(i) if i % 2 else day(i), 'FM'), ['D.M.YYYY, first in line ', 'YYYY-MM-DD, first in line ']),
            ('Datum', rows(60, lambda i: german_day(i) if i > 1 else day(i), 'FM'), ['D.M.YYYY, first in line 4', 'YYYY-MM-DD, first in line 2'])]:
        problem, _ = suggest([f'{name},sex'] + lines)
        has(section(problem, name), 'Dates in two notations', *parts, 'role=quasi-identifying', 'type=text')
    for short in (lambda i: german_day(i)[:6] + german_day(i)[8:], lambda i: american(i)[:6] + american(i)[8:],
                  lambda i: day(i)[8:] + '-JAN-' + day(i)[2:4]):
        problem, _ = suggest(['birth,sex'] + rows(60, short, 'FM'))
        has(section(problem, 'birth'), 'of which century', 'role=quasi-identifying', 'type=text')


def test_dates_in_two_orders():
    """A date format that fits some dates alone is not advised for all, and what it makes missing is no matter of counts."""
    american = lambda i: f'{1 + i % 12:02}/{1 + i % 28:02}/{1950 + i % 40}'
    english = lambda i: f'{1 + i % 28:02}/{1 + i % 12:02}/{1950 + i % 40}'
    for n, own, other in ((4, 'MM/DD/YYYY', 'DD/MM/YYYY'), (4, 'DD/MM/YYYY', 'MM/DD/YYYY'), (2, 'MM/DD/YYYY', 'DD/MM/YYYY')):
        write(['dob,sex'] + rows(120, lambda i: american(i) if i % n else english(i), 'FM'))
        rule = ('--qi', 'dob', '--rule', f'dob=date:year,10years;format={own}', '--model', 'k:2', '--suppression-limit', '60%')
        typed = ('--type', 'dob=date', '--format', f'dob={own}')
        for arguments in ((), typed):
            refused = run('run', *rule, *arguments, 't.csv')
            assert refused.returncode == 2
            has(refused.stderr, f'format={other} reads them, but not all others: the dates are in two notations')
        made = run('run', *rule, *typed, '--unparsable', 'dob=missing', 't.csv')
        has(' '.join(made.stdout.split()), 'count as missing', f'format={other} reads them, but not all others', 'may be read wrongly')
    write(['dob,sex'] + rows(120, lambda i: german_day(i) if i % 9 else 'unknown', 'FM'))
    refused = run('run', '--qi', 'dob', '--type', 'dob=date', '--model', 'k:2', 't.csv')
    lacks(refused.stderr, 'two notations')


def test_blanks_in_dates():
    """Dates with blanks behind the points are dates, also where no name says it."""
    for name, said in (('x', 'look like dates, in several notations'), ('geboren', 'look like dates that no format reads')):
        problem, _ = suggest([f'{name},sex'] + rows(60, lambda i: f'{1 + 7 * i % 28}. {1 + i % 12}. {1940 + i % 50}', 'FM'))
        has(section(problem, name), said, 'role=quasi-identifying')


def test_names_of_months():
    """Dates with names of months in other languages are dates, and the way out is named; other words between numbers are none."""
    for name, months, form in (('geb', 'Januar Februar März April Mai Juni Juli August September Oktober November Dezember', '{d}. {m} {y}'),
                               ('x', 'ene feb mar abr may jun jul ago sep oct nov dic', '{d}-{m}-{y}'), ('ur', 'stycznia lutego marca kwietnia maja czerwca lipca', '{d} {m} {y}'),
                               ('date_naissance', 'janv. févr. mars avr. mai juin juil. août sept. oct. nov. déc.', '{d} {m} {y}'),
                               ('born', 'January February March April May June July August Sept', '{m} {d}, {y}'),
                               ('fecha', 'enero febrero marzo abril mayo junio julio agosto', '{d} de {m} de {y}')):
        months = months.split()
        lines = [f'sex;{name}'] + [f'{"FM"[i % 2]};' + form.format(d=1 + 7 * i % 28, m=months[i % len(months)], y=1940 + i % 50) for i in range(200)]
        problem, _ = suggest(lines, '--delimiter', ';')
        has(section(problem, name), 'have the name of a month: formats read only the English names of three letters, such as Jan. Write the months as numbers', 'role=quasi-identifying')
    lacks(suggest(['sex;room'] + [f'{"FM"[i % 2]};{i % 9} Station {i % 7}' for i in range(90)], '--delimiter', ';')[0], 'a month')


def test_quotes_and_commas():
    """A line that has the delimiter is not asked for a comma because of a quote out of place."""
    for line in ('"Name", Vorname;Geschlecht', '"Name", Vorname;Alter;"m, w"', '"id",x;y'):
        write([line, 'A, B;m', 'C, D;w'])
        for verb in (('suggest',), ('run', '--qi', 'Geschlecht', '--model', 'k:1')):
            refused = run(*verb, '--delimiter', ';', 't.csv')
            assert refused.returncode == 2
            has(refused.stderr, 'line 1: field 1: a quote out of place', 'quote=none')
            lacks(refused.stderr, "','")
    for length in (100, 70000, 200000):
        write(['"Name", Vorname' + ' x' * length + ';Geschlecht', 'A, B;m'])
        lacks(run('suggest', '--delimiter', ';', 't.csv').stderr, "','")
    write(['"a",b', '"c",d'])
    has(run('run', '--delimiter', ';', '--qi', 'a', '--model', 'k:1', 't.csv').stderr, "is the delimiter ','?")


def test_rules_without_levels():
    """Where a rule has only the values and *, another rule is advised in place of a weight."""
    write(['age,sex'] + [f'{20 + i % 40},{"FM"[i % 2]}' for i in range(80)])
    for rule, advice, other in (('suppress', '--rule age=RULE', '--loss-weight age=3'), ('intervals:1000', '--rule age=RULE', '--loss-weight age=3'),
                                ('intervals:25,50', '--loss-weight age=3', '--rule age=RULE')):
        made = run('run', '--qi', 'age,sex', '--rule', f'age={rule}', '--rule', 'sex=suppress', '--model', 'k:20', '--type', 'age=integer', '--levels', 'sex=0', 't.csv')
        text = ' '.join(made.stdout.split())
        if rule == 'intervals:1000':
            continue
        has(text, advice)
        lacks(text, other)


def test_commas_of_weights():
    """Each weight with a comma before three digits has a decimal comma; with others, the comma may be one of thousands."""
    for name in ('gewicht', 'weight', 'waga', 'poids', 'Hochrechnungsfaktor'):
        problem, released = suggest([f'sex;age;{name}'] + [f'{"FM"[i % 2]};{20 + i % 50};{1 + i % 3},{100 + 137 * i % 900}' for i in range(200)], '--delimiter', ';')
        has(section(problem, name), 'role=survey-weight\n', 'type=decimal\ndecimal=,\n', 'decimal comma')
        has(released, 'Released:')
    problem, _ = suggest(['sex;age;weight'] + [f'{"FM"[i % 2]};{20 + i % 50};{"87" if i % 4 == 0 else f"1,{100 + 137 * i % 900}"}' for i in range(200)], '--delimiter', ';')
    has(section(problem, 'weight'), 'thousands=,', 'if it is the decimal mark, write decimal=,')


def test_codes_of_nines():
    """Codes of nines stand out one beside another, below other negative numbers, and among dates and words."""
    others = (('income', lambda i: 500 + 37 * i % 8000, ('99998', '99999', '99997')), ('change', lambda i: 37 * i % 11 - 5, ('-99',)), ('z', lambda i: f'{37 * i % 50 / 10 - 2.5:.1f}', ('-999', '-998')),
              ('seen', lambda i: day(i), ('-99', '99999')), ('arm', lambda i: 'abc'[i % 3], ('-88', '-99')), ('krea', lambda i: f'"0,{37 * i % 90 + 10}"', ('-99',)), ('km', lambda i: 37 * i % 900, ('777777', '888888')))
    for name, value, codes in others:
        lines = [f'sex,{name}'] + [f'{"FM"[i % 2]},{codes[i // 50 % len(codes)] if i % 50 == 7 else value(i)}' for i in range(200)]
        problem, _ = suggest(lines)
        found = re.search(r'\nmissing=(.*)', section(problem, name))
        assert found and sorted(found.group(1).split(';')) == sorted(codes), (name, problem)
        lacks(section(problem, name), 'are of the type')
    lacks(suggest(['sex,year,n'] + [f'{"FM"[i % 2]},{1990 + i % 9},{95 + i % 9}' for i in range(90)])[0], '\nmissing=')


def test_sentinels():
    """What stands for a missing value is proposed as such, and warned of in a run."""
    others = {'age': lambda i: 20 + i % 60, 'n': lambda i: i % 12, 'score': lambda i: f'{i % 40 / 2:.1f}', 'birth': day, 'death': day,
              'geboren': german_day, 'seen': day}
    for name, code in [('age', '999'), ('age', '-9'), ('n', '99'), ('score', '-1'), ('birth', '9999-12-31'), ('birth', '1900-01-01'),
                       ('geboren', '01.01.1900'), ('geboren', '31.12.9999'), ('death', '0000-00-00'), ('seen', '2099-12-31'), ('age', '99')]:
        lines = [f'{name},sex,ward'] + rows(120, lambda i: code if i % 15 == 3 else others[name](i), 'FM', ['A', 'B', 'C'])
        problem, released = suggest(lines)
        has(section(problem, name), f'missing={code}\n', '8 of 120 records have no value')
        lacks(released, 'may mean that there is none')
        if code != '0000-00-00':
            stated = run('run', '--json', '--qi', name, '--rule', f'{name}=suppress', '--model', 'k:2', '--output', 'out.csv', 't.csv')
            has(stated.stdout, '"missing-code"', f'8 records of \'{name}\' have a value', code)
    for name, code in [('age', '81'), ('n', '12'), ('birth', '1949-01-01')]:
        lines = [f'{name},sex,ward'] + rows(120, lambda i: code if i % 15 == 3 else others[name](i), 'FM', ['A', 'B', 'C'])
        lacks(section(suggest(lines)[0], name), 'missing=')


def test_codes():
    """Postal codes that lost zeros, or have nine digits, and codes of uneven depth."""
    zips = ['02139', '10027', '60615', '94110', '73301', '33101', '98101', '80202', '30301']
    for name, codes, parts in [
            ('zip', zips[1:] + ['2139', '501'], ['2 of 10 codes have fewer than five digits', 'rule=prefix:4,3,2;pad=5']),
            ('PLZ', ['1067', '4109', '10115', '20095', '50667', '80331', '99084', '70173'], ['2 of 8 codes have fewer', 'pad=5']),
            ('zip', zips + ['02139-1234', '10027-0001'], ['2 of 11 codes have nine digits', 'rest=*']),
            ('zip', ['2139', '2140', '1851', '3301', '4401'] * 2, ['No code has more than four digits', 'pad=5']),
            ('nace', ['62.01', '62', '01.1', '86.10', '86', '47.7', '55', '10.1'], ['Codes of 2 to 5 characters', 'rule=prefix:2;rest=*']),
            ('icd', ['I10', 'I21.4', 'E11.9', 'E11', 'C50.1', 'J45', 'M54.5', 'K35'], ['Codes of 3 to 5 characters', '# rule=prefix:3;rest=*'])]:
        problem, _ = suggest([f'{name},sex'] + rows(80, codes, 'FM'))
        has(section(problem, name), *parts)
    problem, _ = suggest(['Kind,sex'] + rows(40, lambda i: f'P{i + 10}', 'FM'))
    has(section(problem, 'Kind'), 'role=identifying')


def test_numbers():
    """Numbers as people write them are read, and codes that look like them are not."""
    for name, value, parts in [
            ('Kosten', lambda i: f'{1 + i % 9}.{100 + 7 * i % 900},{i % 100:02}', ['type=decimal', 'decimal=,', 'thousands=.']),
            ('Gewicht', lambda i: f'{50 + i % 40},{i % 10}', ['type=decimal', 'decimal=,']),
            ('Quote', lambda i: f'{i % 100},{i % 10} %', ['type=decimal', 'decimal=,']),
            ('montant', lambda i: f'{1 + i % 9} {100 + 7 * i % 900},50 €', ['type=decimal', 'decimal=,', 'thousands=blank']),
            ('charges', lambda i: f'${1 + i % 9},{100 + 7 * i % 900}.{i % 100:02}', ['type=decimal', 'decimal=.', 'thousands=,']),
            ('visitors', lambda i: f'{1 + i % 9},{100 + 7 * i % 900}', ['type=integer', 'decimal=.', 'thousands=,']),
            ('betrag', lambda i: f"{1 + i % 9}'{100 + 7 * i % 900}.00", ['type=decimal', 'decimal=.', "thousands='"])]:
        problem, _ = suggest([f'{name};sex'] + [f'{value(i)};{"FM"[i % 2]}' for i in range(80)], '--delimiter', ';')
        has(section(problem, name), *[f'\n{part}\n' for part in parts])
    problem, _ = suggest(['amount;sex'] + [f'{1 + i % 9}.{100 + 7 * i % 900};{"FM"[i % 2]}' for i in range(80)], '--delimiter', ';')
    has(section(problem, 'amount'), 'if it separates thousands')
    for name, value, doubt in (('hommes', lambda i: f'{1 + i % 9},{100 + 7 * i % 900}', True), ('visits', lambda i: f'{1 + i % 9},{100 + i % 900}', True),
                               ('Wert', lambda i: f'{1 + i % 9},{100 + 7 * i % 900}', True), ('people', lambda i: f'1,{100 + i},{100 + 7 * i}', False)):
        problem, _ = suggest([f'{name};sex'] + [f'{value(i)};{"FM"[i % 2]}' for i in range(80)], '--delimiter', ';')
        (has if doubt else lacks)(section(problem, name), 'if it is the decimal mark, write decimal=,')
    problem, _ = suggest(['ward;sex'] + [f'EUR{100 + i % 30};{"FM"[i % 2]}' for i in range(80)], '--delimiter', ';')
    has(section(problem, 'ward'), 'type=text')
    problem, _ = suggest(['zip;sex'] + [f'{110 + i % 30} {100 + i % 7};{"FM"[i % 2]}' for i in range(80)], '--delimiter', ';')
    has(section(problem, 'zip'), 'type=text')
    lacks(section(problem, 'zip'), 'thousands=')
    problem, _ = suggest(['income;sex'] + [f'{"none known" if i == 5 else 1000 + 3 * i};{"FM"[i % 2]}' for i in range(80)], '--delimiter', ';')
    has(section(problem, 'income'), 'unparsable=missing', '1 is not, in 1 record')


def test_ranges():
    """Open ranges among numbers have labels of their own, in one notation."""
    for name, others, rule in [('age', ['90+'], 'top=90;same=90+:>= 90'), ('age', ['>= 90', '90+'], 'top=90;same=90+:>= 90'),
                               ('Alter', ['90 und älter'], 'top=90;same=90 und älter:>= 90'), ('visits', ['<1'], 'same=<1:0'),
                               ('score', ['<5', '80+'], 'bottom=5;top=80;same=<5:< 5,80+:>= 80')]:
        first = 5 if name == 'score' else 0
        problem, _ = suggest([f'{name};sex'] + [f'{others[i // 9 % len(others)] if i % 9 == 4 else first + i % 75};{"FM"[i % 2]}' for i in range(300)],
                             '--delimiter', ';')
        has(section(problem, name).replace('\\\\', ''), 'type=text', rule)


    for name, values, rule in [('children', ['0', '1', '2', '3', '4+', '>=4'], 'suppress;same=4+:>= 4,>=4:>= 4'),
                               ('stay', ['0', '1', '2', '<1'], 'suppress;same=<1:0'),
                               ('Kinder', ['1', '2', '3 und mehr', '3+'], 'suppress;same=3 und mehr:>= 3,3+:>= 3')]:
        problem, _ = suggest([f'{name};sex'] + [f'{values[i % len(values)]};{"FM"[i % 2]}' for i in range(120)], '--delimiter', ';')
        has(section(problem, name).replace('\\\\', ''), 'several notations', rule)
    problem, _ = suggest(['agegroup,sex'] + rows(120, ['0-4', '5-9', '10-14', '85+', '85 and over'], 'FM'))
    has(section(problem, 'agegroup'), 'suppress;same=85+:>= 85,85 and over:>= 85')
    for values in (['1', '2', '3+'], ['1', '2', '<1', 'x'], ['0', '1', '4+', '5+']):
        lacks(suggest(['n;sex'] + [f'{values[i % len(values)]};{"FM"[i % 2]}' for i in range(120)], '--delimiter', ';')[0], 'same=')


def test_case():
    """Values that differ in case alone are noticed."""
    for values, said in ((['Berlin', 'berlin', 'BERLIN', 'Bonn'], '2 values differ'), (['M', 'm', 'F'], '1 value differs'),
                         (['Köln', 'KÖLN', 'Ulm'], '1 value differs'), (['Unknown', 'unknown', 'a'], None), (['M', 'F', 'Mm'], None)):
        problem, _ = suggest(['x;n'] + [f'{values[i % len(values)]};{i % 3}' for i in range(90)], '--delimiter', ';')
        (has if said else lacks)(section(problem, 'x'), f'{said or "differ"} from another in case alone')


def test_missing_words():
    """Words that mean that there is no value, in any case: several of them in a column, or one among numbers."""
    for name, values, codes in [('Raucher', ['ja', 'nein', 'k.A.', 'K. A.', 'keine Angabe'], {'k.A.', 'K. A.', 'keine Angabe'}),
                                ('Wohnort', ['Bonn', 'Ulm', 'Unbekannt', 'unbekannt'], {'Unbekannt', 'unbekannt'}),
                                ('smoker', ['yes', 'no', 'Unknown', 'NA', 'n/a'], {'Unknown', 'NA', 'n/a'}),
                                ('sexe', ['M', 'F', 'Non renseigné', 'non renseigné'], {'Non renseigné', 'non renseigné'}),
                                ('Alter', ['12', '15', '19', 'k.A.'], {'k.A.'}), ('age', ['12', '15', '19', 'UnKnown'], {'UnKnown'})]:
        problem, _ = suggest([f'{name},n'] + rows(120, values, '12345'))
        assert set(re.search('\nmissing=(.*)\n', section(problem, name))[1].split(';')) == codes, problem
    for values, word in ((['a', 'b', 'NA'], 'NA'), (['yes', 'no', 'k.A.'], 'k.A.'), (['EU', 'AS', 'NA', 'unknown'], None),
                         (['none', 'refused', 'flu', 'cold'], None)):
        problem, _ = suggest(['x,n'] + rows(120, values, '12345'))
        lacks(section(problem, 'x'), '\nmissing=')
        if word:
            has(section(problem, 'x'), f"Add missing={word} if '{word}' means")


def test_forms_of_programs():
    """Dates as SAS writes them, names of weights and Polish names."""
    for value, format in [(lambda i: f'{1 + i % 28:02}{["JAN", "FEB", "DEC"][i % 3]}{1950 + i % 40}', 'DDMMMYYYY'),
                          (lambda i: f'{1 + i % 28:02}mar{1950 + i % 40}:08:30:{i % 60:02}', 'DDMMMYYYY:hh:mm[:ss]')]:
        problem, _ = suggest(['BRTHDTC,sex'] + rows(80, value, 'FM'))
        has(section(problem, 'BRTHDTC'), 'role=quasi-identifying', 'type=date', f'\nformat={format}\n')
    problem, _ = suggest(['created,sex'] + rows(80, lambda i: f'{1 + i % 12}/{1 + i % 28}/2021 {1 + i % 12}:{i % 60:02}:00 {"AP"[i % 2]}M', 'FM'))
    has(section(problem, 'created'), 'type=date', 'M/D/YYYY h:mm[:ss] AM')
    for name, codes, shown in (('AGS', ['1001', '9162', '11000', '5315'], 'prefix:3,2;pad=5'), ('fips', ['1001', '48201', '6037'], 'prefix:3,2;pad=5'),
                               ('Gemeinde', ['1001000', '11000000', '9162000'], 'prefix:6,2;pad=8')):
        problem, _ = suggest([f'{name},sex'] + rows(80, codes, 'FM'))
        has(section(problem, name), 'lost a zero at the start', 'type=text', f'rule={shown}')
    problem, _ = suggest(['w;sex;poids'] + [f'{i % 5};{"FM"[i % 2]};{1 + i % 3},{10 + 7 * i % 80}' for i in range(90)], '--delimiter', ';')
    has(section(problem, 'poids'), 'role=survey-weight', 'decimal=,')
    problem, _ = suggest(['birth,sex'] + rows(80, lambda i: f'{1 + i % 28:02}JAN{50 + i % 40}', 'FM'))
    has(section(problem, 'birth'), 'of which century', 'format=DMMMYY(1930)')
    for name in ('pw', 'PERWGT', 'WTMEC2YR', 'wtint2yr'):
        problem, _ = suggest([f'sex,edu,{name}'] + rows(90, 'FM', '123', lambda i: f'{i * 37 % 400 / 100 + 0.1234:.4f}'))
        has(section(problem, name), 'role=survey-weight')
    problem, _ = suggest(['Płeć;Wiek;Kod pocztowy;Rozpoznanie'] + [f'{"KM"[i % 2]};{20 + i % 60};{i % 9:02}-{i % 7:03};{["grypa", "angina"][i % 2]}' for i in range(90)],
                         '--delimiter', ';')
    has(section(problem, 'Płeć'), 'sex or gender')
    has(section(problem, 'Wiek'), 'rule=intervals:')
    has(section(problem, 'Kod pocztowy'), 'rule=prefix:')
    has(section(problem, 'Rozpoznanie'), 'role=sensitive')


def test_cells():
    """Several values in a cell are noticed, and texts with the same signs are not."""
    sets = lambda sign: lambda i: '"' + sign.join(['I10', 'E11.9', 'J45', 'K21'][j] for j in range(4) if (i % 15 + 1) >> j & 1) + '"'
    for name, sign, shown in (('dx', ', ', ','), ('codes', '|', '|'), ('hobbies', '; ', '\\;'), ('drugs', '+', '+')):
        problem, _ = suggest([f'{name},sex'] + rows(150, sets(sign), 'FM'), '--delimiter', ',')
        has(section(problem, name), f'several values, in any order: separator={shown} reads')
    for values in (['Paris, France', 'Lyon, France', 'Bonn, Germany', 'Ulm, Germany', 'Rome, Italy', 'Pisa, Italy', 'Paris, Texas'],
                   ['120/80', '130/85', '140/90', '110/70', '125/80', '135/85'], ['a', 'b', 'a/b', 'c', 'd', 'e', 'f'],
                   ['18-24', '25-34', '65+', '75+', '85+', '90+', 'x']):
        problem, _ = suggest(['x;sex'] + [f'{values[i % len(values)]};{"FM"[i % 2]}' for i in range(150)], '--delimiter', ';')
        lacks(problem, 'several values')


def test_notes_below():
    for note, line in (('Stand: 31.12.2020;;', 42), ('(c) Office of Statistics;;', 42), ('Source: census;;', 42)):
        problem, _ = suggest(['Kreis;m;w'] + [f'K{i % 9};{i % 7};{i % 5}' for i in range(40)] + [note], '--delimiter', ';')
        has(problem, f'The last row, line {line}, has a value in its first column alone', 'drop=')
    for last in ('K1;;3', ';1;2', 'K1;2;3'):
        lacks(suggest(['Kreis;m;w'] + [f'K{i % 9};{i % 7};{i % 5}' for i in range(40)] + [last], '--delimiter', ';')[0], 'drop=')


def test_titles():
    """Lines above the names or below the table are told from records."""
    records = [f'{"AB"[i % 2]};{"mw"[i % 2]};{20 + i % 40}' for i in range(60)]
    for titles in (['Tabelle 12: Faelle 2020', 'Quelle: Amt', ''], ['Report'], ['Cases, 2020', '']):
        write(titles + ['Kreis;Geschlecht;Alter'] + records)
        problem = run('suggest', 't.csv')
        if titles[0] != 'Cases, 2020':
            has(join_comments(problem.stdout), "is the delimiter ';'?", 'delete titles above the line of names')
        refused = run('suggest', '--delimiter', ';', 't.csv')
        assert refused.returncode == 2
        has(refused.stderr, 'expected 1 as in the first line', 'delete titles')
    write(['Kreis;Geschlecht;Alter'] + records + ['Stand: 2020'])
    refused = run('suggest', 't.csv')
    has(refused.stderr, 'line 62: 1 field, expected 3', 'notes below the table')
    write(['Report;;', ';;', 'Kreis;Geschlecht;Alter'] + records)
    has(run('suggest', 't.csv').stderr, 'delete titles above the line of names')
    for values in ('1 2 3', 'a;b', 'x'):
        write(['value'] + [values if i % 3 == 0 else 'y' for i in range(40)])
        lacks(run('suggest', '--delimiter', 'tab', 't.csv').stdout, 'delete titles')


def test_persons_by_name():
    """Names, or birth and place, that repeat say that rows may be visits; the advised joint column makes k count persons."""
    for names, person, joint in (
            ('Name;Ward', lambda p: f'Muster{p} Kim;{"AB"[p % 2]}', None),
            ('Vorname;Nachname;Geburtsdatum', lambda p: f'Kim{p % 7};Muster{p % 20};{german_day(p)}', 'Vorname;Nachname;Geburtsdatum'),
            ('date of birth;birthplace', lambda p: f'{day(p)};{["Bonn", "Ulm"][p % 2]}', 'date of birth;birthplace')):
        lines = [f'{names};visit;bp'] + [f'{person(i // 3)};{i % 3};{100 + i * 7 % 50}' for i in range(180)]
        problem, _ = suggest(lines, '--delimiter', ';')
        has(problem, '180 rows have 60 different ', 'rows may be visits', f'joint={joint}.' if joint else 'role=entity makes k count persons')
        if joint:
            (FOLDER / 't.ini').write_text(f'{problem}\n[column person]\nrole=entity\njoint={joint}\n')
            made = run('run', '--model', 'k:2', '--suppression-limit', '40%', '--output', 'out.csv', 't.ini')
            assert made.returncode == 0, made.stderr
            has(' '.join(made.stdout.split()), 'other persons')
    for lines in (['Name;Ward'] + [f'Muster{i};{"AB"[i % 2]}' for i in range(180)],
                  ['geburtsdatum;wohnort;x'] + [f'{day(i)};{["Bonn", "Ulm", "Kiel"][i * 7 % 3]};{i % 4}' for i in range(120)]):
        lacks(suggest(lines, '--delimiter', ';')[0], 'rows may be visits')


def test_names_in_advice():
    """Advice quotes words of a command line as a shell needs it, and the advised command runs."""
    for name in ('RR syst.', "Patient's choice", 'a{b}c', '$x', 'plain'):
        write([f'age,{name}'] + rows(40, lambda i: i % 2, lambda i: i % 3))
        made = run('run', '--qi', 'age', '--sensitive', name, '--model', 'k:2', '--rule', 'age=suppress', '--levels', 'age=1', 't.csv')
        words = shlex.split(' '.join(made.stdout.split()).partition('such as ')[2].partition(', or do not')[0])
        assert words == ['--model', f'dl:2@{name}'], made.stdout
        role = shlex.split(' '.join(made.stdout.split()).partition('Leave the column out (')[2].partition(')')[0])
        assert role == ['--role', 'age=identifying'], made.stdout
        assert run('run', '--qi', 'age', '--sensitive', name, '--rule', 'age=suppress', *words, 't.csv').returncode == 0


def test_wrong_commands():
    """A wrong condition and a wrong option are refused with the way out."""
    write(['sex,age'] + rows(40, 'FM', '1234'))
    for condition in ('(age > 1 or sex = F) and age < 4', 'age > 1 and (sex = F or age < 4)'):
        refused = run('run', '--type', 'age=integer', '--qi', 'sex', '--rule', 'sex=suppress', '--model', 'k:2', '--keep', condition, 't.csv')
        assert refused.returncode == 2
        has(refused.stderr, 'brackets stand only around lists')
    has(run('suggest', 't.csv', '--header', 'no').stderr, 'as in --header=no')
    write(['age,sex,age'] + rows(9, '123', 'FM', '456'))
    refused = run('suggest', 't.csv', '--output', 'refused.ini')
    has(refused.stderr, 'columns 1 and 3 have the same name', 'rename one in the file')
    assert refused.returncode == 2 and not (FOLDER / 'refused.ini').exists()
    write(['age,,sex'] + rows(9, '123', 'xyz', 'FM'))
    has(run('suggest', 't.csv').stderr, 'the name of column 2 is empty, expected a name in the file')


# What reading changed, left out or doubted: the code of its warning, what it says, and settings and files that cause it.
NOTED = [
    ('delimiter-line', 'names the delimiter', '', 'sep=,\na,b\nx,1\n'),
    ('empty-rows', '3 lines', '', 'a,b\nx,1\n,\n\n"",""\n'),
    ('formulas-read', '2 fields of', '', 'a,b\n="02107",1\n02107,"="\n="0,3","x"\n'),
    ('blanks-left-out', '2 fields', '', 'a,b\nx , 1\n'),
    ('repeated-names', '1 row of', '', 'a,b\nx,1\na,b\ny,2\n'),
    ('columns-left-out', '1 column without name', '', 'a,b,\nx,1,\n'),
    ('columns-left-out', 'numbers or names the rows', '', ',a,b\n0,x,1\n1,y,2\n'),
    ('columns-left-out', 'line 1 of ./t.csv has 2 names, and the rows have 3 fields: the names were given to the last 2', '', 'a,b\n1,x,1\n2,y,2\n'),
    ('rows-in-quotes', '1 record of ./t.csv, first at line 3, spans several lines', '', 'a,b,c\nx,1,2\ny,2,"s\nz,3,t\nz,4,u"\n'),
    ('one-column', 'fixed width', '', 'name  age\nsmith  34\njones  35\nli     36\n'),
    ('values-filled', '2 of 3 rows', 'missing-policy=above', 'a,b\nx,1\n,2\n,3\n'),
    ('merged-cells', "6 of 9 rows lack a value below one that has it in columns 'a', 'b'", '',
     'a,b,c\n' + ''.join(f'w{i},n{i},1\n,,2\n,,3\n' for i in range(3))),
    ('merged-cells', None, 'missing-policy=above', 'a,c\n' + ''.join(f'w{i},1\n,2\n,3\n' for i in range(3))),
    ('title-row', "line 2 is unlike all rows below, also in column 'b'", '', 'a,b\n,kg\n' + ''.join(f'x,{50 + i}\n' for i in range(9))),
    ('title-row', None, 'drop=b = kg', 'a,b\n,kg\n' + ''.join(f'x,{50 + i}\n' for i in range(9))),
    ('total-rows', 'the last row, line 6, seems to sum the others up', '', 'a,b\nx,1\ny,2\nx,3\ny,3\nTotal,9\n'),
    ('total-rows', "2 rows seem to sum others up by column 'a', first in line 4", '', 'a,b,c\nx,1,1\nx,2,1\nSum x,3,\ny,2,1\nSum y,2,\nz,2,1\n'),
    ('total-rows', None, 'drop=a = Total', 'a,b\nx,1\ny,2\nx,3\ny,3\nTotal,9\n'),
    ('note-row', 'the last row, line 4', '', 'a,b,c\nx,1,2\ny,2,3\nSource,,\n'),
    ('persons-in-texts', "2 released records have a text in column 'b' that seems to have a telephone number, or an e-mail address:",
     '[column b]\nrole=insensitive', 'a,b\nx,call 0171 2345678\nx,ann@example.org\nx,12 eggs\n'),
    ('persons-in-texts', 'seems to have a telephone number:', '[column b]\nrole=sensitive', f'a,b\nx,"{"0" * 50000}"\nx,y\n'),
    ('persons-in-texts', "1 released record has a text in column 'a' that seems to have a name behind a title:", 'levels=0', 'a,b\nseen by Dr. Maier,1\ny,2\n'),
    ('persons-in-texts', None, 'levels=1', 'a,b\nseen by Dr. Maier,1\ny,2\n'),
    ('persons-in-texts', 'the name or number that the record has', '[column b]\nrole=sensitive', 'a,b,name\nx,Ann fell at home,Ann-Kathrin\nx,told Zoller to rest,"Zoller, Kim"\n'),
    ('persons-in-texts', None, '[column b]\nrole=sensitive', 'a,b,name\nx,on 01.03.2020 10:15 fell,Ann\nx,"zip 02139-1234, 2020-03-01 08:15",Bob\nx,M. Crohn since 12/1999,Kim\n'),
    ('names-like-values', '2 of 2 column names', '', '1990-01-01,2139\n1991-02-03,2140\n1992-03-04,2141\n'),
    ('unparsable', '1 value in 2 rows', 'type=integer\nunparsable=missing', 'a,b\n1,1\nx,2\nx,3\n'),
    ('number-forms', '1 number is written in two ways', 'type=integer\nthousands=,', 'a,b\n1200,1\n"1,200",2\n'),
    ('values-sorted', '1 row', 'separator=|', 'a,b\ny|x,1\nx|y,2\n'),
    ('values-missing', '1 row', 'separator=|\nmissing=NA', 'a,b\nx|NA,1\nx|y,2\n'),
    ('rows-left-out', '1 of 2 rows', 'drop=b = 1', 'a,b\nx,1\ny,2\n'),
    ('values-coarser', 'level 1', '[column b]\nrole=sensitive\nrule=prefix:1\nlevels=1', 'a,b\nx,12\ny,13\n'),
    ('rows-filled', '2 rows of', 'uneven=repeat', 'a,b\nx,1\ny,2\n', 'x;A;*\ny;B\nz;C\n'),
    ('rows-filled', '1 row of', 'uneven=repeat', 'a,b\nx,1\ny,2\n', 'x;A\ny;B;*\n'),
    ('encoding', 'windows-1252', '', 'a,b\nx,1\nKöln,2\n', 'x;A\nK\udcf6ln;A\n'),
    ('rows-repeated', '1 row of', '', 'a,b\nx,1\ny,2\n', 'x;A;*\ny;B;*\nx;A;*\n'),
    ('header-row', 'line 1', '', 'a,b\n1,1\n2,2\n', 'value;group;all\n1;A;*\n2;B;*\n3;B;*\n'),
    ('letters', '1 value', 'rule=prefix:1', 'a,b\nCafe\u0301,1\nCaf\u00e9,2\n'),
    ('letters', '1 value', '', 'a,b\nCafe\u0301,1\nCaf\u00e9,2\n', 'Caf\u00e9;*\n'),
    ('notations', '1 value', 'rule=suppress;same=m:M', 'a,b\nm,1\nM,2\n'),
    ('notations', '1 value', 'rule=prefix:3;pad=5', 'a,b\n2139,1\n02139,2\n'),
    ('prefix-lengths', '4 to 5 digits', 'rule=prefix:3', 'a,b\n2139,1\n10027,2\n'),
    ('prefix-lengths', 'pad=5 in the rule', 'rule=prefix:3;rest=*', 'a,b\n1067,1\n01067,2\n50123-0001,3\n'),
    ('prefix-lengths', 'pad=5 in the rule', 'rule=prefix:3;rest=*', 'a,b\n1067,1\n01067,2\n501230001,3\n'),
    ('prefix-lengths', 'pad=8 in the rule', 'rule=prefix:6', 'a,b\n1001000,1\n11000000,2\n'),
    ('prefix-lengths', None, 'rule=prefix:2;pad=5', 'a,b\n1000,1\n01100,2\n2A004,3\n10115,4\n'),
    ('prefix-lengths', '4 to 5 digits', 'rule=mask:1', 'a,b\n2139,1\n10027,2\n'),
    ('prefix-lengths', 'rest=*', 'rule=prefix:5', 'a,b\n02139,1\n02139-0001,2\n'),
    ('prefix-lengths', 'rest=*', 'rule=prefix:5', 'a,b\n02139,1\n021390001,2\n'),
    ('prefix-lengths', None, 'rule=prefix:5;rest=*', 'a,b\n02139,1\n021390001,2\n02140-0001,3\n'),
    ('prefix-lengths', None, 'rule=prefix:3;rest=*;pad=5', 'a,b\n1067,1\n01067,2\n50123-0001,3\n'),
    ('prefix-lengths', 'write such codes as 02139-1234', 'rule=prefix:5;pad=5;rest=*', 'a,b\n2139,1\n10027,2\n21391234,3\n'),
    ('prefix-lengths', 'write such codes as 02139-1234', 'rule=prefix:3', 'a,b\n02139,1\n10027,2\n21391234,3\n100271234,4\n'),
    ('prefix-lengths', 'pad=8 in the rule adds them', 'rule=prefix:2', 'a,b\n1001000,1\n11000000,2\n'),
    ('rounded-numbers', '2 values', '[column b]\nrole=entity', 'a,b\nx,1.23457E+12\ny,"1,23458E+12"\nx,17\n'),
    ('blanks', 'same= in the rule', '', 'a,b\n"x ",1\nx,2\n'),
    ('blanks', 'same= in a rule', '[column b]\nrole=sensitive', 'a,b\nx,pos\nx,POS\n'),
    ('blanks', None, '[column b]\nrole=sensitive\nrule=suppress;same=POS:pos', 'a,b\nx,pos\nx,POS\n'),
    ('notations', '1 value', '[column b]\nrole=judged\nrule=suppress;same=POS:pos', 'a,b\nx,pos\nx,POS\n'),
    ('blanks', '1 value', '[column b]\nrole=sensitive', 'a,b\nx,Cafe\u0301\nx,Caf\u00e9\n'),
    ('blanks', '1 value', '[column b]\nrole=sensitive', 'a,b\nx,pos\nx,POS\nx,1\nx,01\n'),
    ('blanks', '4 values', '[column b]\nrole=entity', 'a,b\nx,L1\nx,l1\nx,"L1 "\nx,007\nx,7\nx,7.0\nx,7.5\n'),
    ('blanks', None, '', 'a,b\nx,1\nX,2\n'),
    ('blanks', '1 value', '[column b]\nrole=sensitive', 'a,b\nx,E11.9\nx,E119\n'),
    ('blanks', '2 values', '[column b]\nrole=judged', 'a,b\nx,C-50\nx,c50\nx,C50\n'),
    ('blanks', '1 value', '[column b]\nrole=entity', 'a,b\nx,P-017\nx,P017\n'),
    ('blanks', None, '[column b]\nrole=sensitive', 'a,b\nx,HIV+\nx,HIV-\nx,1.5\nx,15\nx,A1+\nx,A1-\n'),
    ('repeated-names', '1 row', '', 'Ab,Cd\nx,1\nab,CD\ny,2\n'),
    ('repeated-names', '2 rows', '', 'Größe,b\nx,1\nGRÖSSE,B\ngröße,b\ny,2\n'),
    ('repeated-names', None, '', 'a,b\nA,1\nA,2\n'),
    ('thousands', 'as in 1.250 beside 850', 'rule=intervals:500', 'a,b\n1.250,1\n850,2\n1.100,2\n'),
    ('thousands', None, 'rule=intervals:500', 'a,b\n1e5,1\n2e6,2\n1e5,2\n'),
    ('thousands', 'thousands=', '[column b]\nrole=sensitive\ntype=decimal', 'a,b\nx,1.250\nx,2.300\nx,12.500\n'),
    ('thousands', 'thousands=', '[column b]\nrole=insensitive\ntype=decimal\ndecimal=,', 'a,b\nx,"1,250"\nx,850\nx,"2,300"\n'),
    ('thousands', 'as in 1.250: it is', 'rule=intervals:500', 'a,b\n1.234,1\n2.345,2\n1.101,2\n'),
    ('thousands', None, 'rule=intervals:500', 'a,b\n1.234,1\n2.345,2\n1.1,2\n'),
    ('thousands', None, 'rule=intervals:500', 'a,b\n0.250,1\n850,2\n1.100,2\n'),
    ('thousands', None, 'rule=intervals:500\ntype=integer\nthousands=.', 'a,b\n1.250,1\n850,2\n1.100,2\n'),
    ('births-in-future', '2 records', 'rule=date:year;format=DD.MM.YY(1960)', 'birth,b\n01.02.59,1\n01.02.58,2\n01.02.60,2\n'),
    ('births-in-future', '1 record', 'rule=date:year\ntype=date\nformat=YYYY-MM-DD', 'dob,b\n2941-02-01,1\n1941-02-01,2\n'),
    ('births-in-future', '1 record', '[column geboren]\nrole=insensitive\ntype=date\nformat=DD.MM.YY(1960)', 'a,geboren\nx,01.02.59\nx,01.02.99\n'),
    ('births-in-future', None, 'rule=date:year;format=DD.MM.YY(1930)', 'birth,b\n01.02.59,1\n01.02.25,2\n'),
    ('births-in-future', None, 'rule=date:year\ntype=date', 'due,b\n2941-02-01,1\n1941-02-01,2\n'),
    ('one-household', "1 released class is of one 'hh' each", 'levels=0', 'a,hh\n' + ''.join(f'{i // 10},{1000 + (i if i > 9 else 0)}\n' for i in range(40))),
    ('one-household', "10 released classes are of one 'haushalt' each", 'levels=0', 'a,haushalt\n' + ''.join(f'{i // 4},H{i // 4}\n' for i in range(40))),
    ('one-household', "2 released classes are of one 'menage' each", 'levels=0', 'a,menage\n' + ''.join(f'{i // 4},M{i // 4 if i < 8 else i}\n' for i in range(40))),
    ('one-household', None, 'levels=1', 'a,hh\n' + ''.join(f'{i // 10},{1000 + i // 10}\n' for i in range(40))),
]


def test_notes():
    """Nothing is changed silently: each leniency of reading has a warning, which counts it."""
    for code, said, settings, table, *hierarchy in NOTED:
        (FOLDER / 't.csv').write_text(table, encoding='utf-8')
        (FOLDER / 'h.csv').write_bytes(''.join(hierarchy).encode('utf-8', 'surrogateescape'))
        name = re.search(r'^(?!sep=),*([^,\n]+)', table, re.MULTILINE)[1]
        rule = 'hierarchy=h.csv' if hierarchy else '' if settings.startswith('rule=') else 'rule=suppress'
        column = f'[column {name}]\nrole=quasi-identifying\n{rule}\n'
        begin, end = (f'{column}[input]\n', '') if settings.startswith('drop=') else ('[input]\n', column)
        (FOLDER / 't.ini').write_text(f'[models]\nmodel=k:1\n{begin}input=t.csv\nheader=yes\n{end}{settings}\n', encoding='utf-8')
        made = run('run', '--json', '--output', 'out.csv', 't.ini')
        assert made.returncode == 0, (code, made.stderr, made.stdout)
        warnings = [w['text'] for w in json.loads(made.stdout)['warnings'] if w['code'] == code]
        assert any(said in text for text in warnings) if said else not warnings, (code, said, json.loads(made.stdout)['warnings'])
    header = (Path(__file__).parents[2] / 'include/deid/deid-report.h').read_text(encoding='utf-8')
    listed = re.search(r'`header-row`.*?`empty-rows`.*?For the custodian', header, re.DOTALL)[0]
    documented = set(re.findall(r'(?:\* - |, )`([a-z-]+)`', listed)) | {'header-row', 'blanks', 'unparsable', 'rounded-numbers'}
    left = documented - {code for code, *_ in NOTED}
    assert left == {'leftovers', 'rows-capped', 'dates-shifted', 'dates-relative'}, left  # other tests look for these


def test_encoding_by_all_rows():
    """A run looks at as many rows as suggestions do to tell an encoding, also where one letter in the line of names is all that is not ASCII."""
    for encoding, name, words in (('windows-1254', 'yaş', ['İzmir', 'Şanlıurfa', 'Muğla', 'Ağrı']),
                                  ('windows-1250', 'wiek', ['Łódź', 'Gdańsk', 'Wrocław', 'Białystok']),
                                  ('windows-1257', 'dzīve', ['Rīga', 'Ķekava', 'Cēsis', 'Liepāja']),
                                  ('ibm850', 'größe', ['München', 'Köln', 'Lübeck', 'Gießen']),
                                  ('shift_jis', '都市', ['東京', '大阪', 'なごや', 'サッポロ']),
                                  ('gb18030', '城市', ['北京', '上海', '广州', '成都'])):
        for n in (40, 20_000):
            table = f'{name},n\n' + ''.join(f'{words[i % 4]},{i}\n' for i in range(n))
            (FOLDER / 't.csv').write_bytes(table.encode({'ibm850': 'cp850'}.get(encoding, encoding)))
            suggested = run('suggest', 't.csv')
            has(suggested.stdout, f'\nencoding={encoding}\n')
            made = run('run', '--qi', 'n', '--model', 'k:2', 't.csv')
            assert made.returncode > 1, made
            has(made.stderr, f'the bytes look like {encoding} (encoding={encoding})')


def test_encoding_of_hierarchies():
    """A hierarchy file has an encoding of its own: what suggestions write for the table is enough for both."""
    table, rows_of = 'city,n\nKöln,1\nZürich,2\nKöln,3\n', 'Köln;Deutschland;*\nZürich;Österreich;*\n'
    for of_table in ('utf-8', 'latin1', 'utf-16'):
        for of_hierarchy in ('utf-8', 'latin1', 'utf-16'):
            (FOLDER / 't.csv').write_bytes(table.encode(of_table))
            (FOLDER / 'h.csv').write_bytes(rows_of.encode(of_hierarchy))
            suggested = run('suggest', 't.csv').stdout
            encoding = ''.join(re.findall('\nencoding=.*', suggested))
            assert bool(encoding) == (of_table != 'utf-8'), suggested
            (FOLDER / 't.ini').write_text(f'[input]\ninput=t.csv{encoding}\n[models]\nmodel=k:2\n[limits]\nsuppression-limit=40%\n'
                                          '[column city]\nrole=quasi-identifying\nhierarchy=h.csv\nlevels=1\n')
            made = run('run', '--json', '--output', 'out.csv', 't.ini')
            assert made.returncode == 0, made.stdout
            has((FOLDER / 'out.csv').read_text(encoding='utf-8'), 'Deutschland')
            (has if of_hierarchy == 'utf-16' or of_hierarchy == 'latin1' != of_table else lacks)(made.stdout, '"encoding",')


# Words in encodings that few letters tell; where two encodings have the same letters, either is right.
ENCODED = [
    ('latin1', 'windows-1252', ['Österreich', 'Évreux', 'Köln Gießen', 'España', 'São Paulo', 'Tromsø', '37°', 'Malmö Växjö Åre', 'ÉCOLE', 'n° 5', 'Þór í Reykjavík']),
    ('iso8859-2', 'iso-8859-2', ['Łódź', 'Śląsk Świdnica', 'Žďár Plzeň Třebíč', 'Šťastný']),
    ('cp1250', 'windows-1250', ['Łódź Gdańsk', 'Śląsk Świdnica', 'Plzeň Třebíč Žďár']),
    ('iso8859-9', 'windows-1254', ['İstanbul Muğla Şırnak', 'Iğdır', 'Şanlıurfa']),
    ('cp850', 'ibm850', ['Köln München Gießen', 'Orléans Besançon', 'Málaga Coruña']),
    ('mac_roman', 'macintosh', ['Köln München', 'Orléans Besançon', 'Málaga Coruña']),
    ('cp1257', 'windows-1257', ['Šiauliai Kėdainiai', 'Rēzekne Jūrmala Ķegums', 'Panevėžys Ūla']),
    ('koi8-r', 'koi8-r', ['Москва Тула', 'Рязань', 'Орёл']),
]


def test_encodings_of_few_letters():
    for encoding, name, texts in ENCODED:
        for text in texts:
            (FOLDER / 't.csv').write_bytes(('place;age\n' + ''.join(f'{text if i == 7 else "Bonn"};{20 + i}\n' for i in range(40))).encode(encoding))
            suggested = run('suggest', 't.csv')
            assert f'\nencoding={name}\n' in suggested.stdout, (encoding, text, re.findall('\nencoding=.*', suggested.stdout), suggested.stderr)
    for byte in (b'\xa3', b'\xb9', b'\xe6'):  # no language tells them
        (FOLDER / 't.csv').write_bytes(b'place;age\nX' + byte + b'Y;1\nB;2\n')
        has(run('suggest', 't.csv').stderr, 'few letters tell the encoding')


def test_kept_rows():
    """Suggestions are about the rows that stay, and the problem file states the conditions."""
    lines = ['pid;year;los;cost'] + [f'{i};{2012 + i % 9};{1 + i % 7 if i % 9 > 2 else "old"};{i % 50},50' for i in range(270)] + ['Total;;;9']
    for condition in ('year >= 2015', 'year in (2015, 2016, 2017)', 'year != 2013 and year < 2019'):
        problem, _ = suggest(lines, '--delimiter', ';', '--keep', condition, '--keep', 'los != old')
        has(problem, f'\nkeep={condition};los != old\n')
        has(section(problem, 'los'), 'type=integer')
        lacks(problem, 'Total', 'drop=')
    lacks(section(suggest(lines, '--delimiter', ';')[0], 'los'), 'type=integer')
    problem, _ = suggest(lines, '--delimiter', ';', '--drop', 'los = old', '--drop', 'pid = 4')
    has(problem, '\ndrop=los = old;pid = 4;"pid" = "Total"\n')
    made = run('run', '--delimiter', ';', '--drop', 'los = old', '--qi', 'los', '--model', 'k:2', '--output', 'out.csv', 't.csv')
    has(made.stderr, "'los' has the suggested rule suppress")
    assert made.returncode == 0, made.stderr


# Values that are no type, or of a form of its own, and what is said of them: a name, values in turn, parts, and parts that are not there.
FORMS = [
    ('patient_id', ['1.23457E+12', '1.23458E+12', '1.23461E+12', '1234'], ['3 of 4 different values are numbers that a spreadsheet has rounded', 'role=identifying'], []),
    ('viral_load', ['1.2E+05', '2.5E+04', '3E+06'], ['type=decimal'], ['rounded']),
    ('size', ['1.2', '8,1', '70.5', '65,0', '7'], ['2 of 5 different values have a decimal comma, others a decimal point'], []),
    ('cost', ['€5', '$5', '€7', '$12'], ['amounts with a currency sign, but no numbers of one currency'], []),
    ('cost', ['$5', '$7.50', '$12'], ['type=decimal', 'decimal=.'], ['one currency']),
    ('balance', ['(3.50)', '12.25', '(1,200.00)'], ['type=decimal', 'thousands=,'], []),
    ('age', ['5m', '40y', '3 mo', '61y', '7'], ['4 of 5 different values are numbers with a unit'], []),
    ('class', ['5a', '5b', '6a', '7c'], ['type=text'], ['with a unit']),
    ('income', ['-1', '-2', '-8', '1200', '1500', '90'], ['missing=-1;-2;-8'], []),
    ('income', ['-1', '-2', '1200', '1500', '90'], ['missing=-1;-2\n'], []),
    ('change', ['-3', '-2', '-1', '0', '1', '2', '3'], [], ['missing=']),
    ('Einwohner', ['/', 'x', '-', '.', '…', '100', '250', '375'], ['missing=/;x;-;.;…', 'type=integer'], []),
    ('smokes', ['x', '-', 'y'], ['missing=-\n'], []),
    ('job', ['[-1] keine Angabe', '[-2] trifft nicht zu', '[1] Arbeiter', '[2] Angestellte'], ['missing=[-1] keine Angabe;[-2] trifft nicht zu\n'], []),
    ('ward', ['1-Jan', '2-3', '7-9', 'Feb-90', '3. Mrz', '4-5'], ['3 of 6 different values look like the dates that a spreadsheet makes of codes'], []),
    ('ward', ['1-A', '2-B', '3-Janssen'], ['type=text'], ['spreadsheet']),
    ('arrival', [f'{i % 24:02}:{7 * i % 60:02}' for i in range(96)], ['times of day', 'role=quasi-identifying', 'rule=time:hour,6hours;format=h:mm[:ss]'], []),
    ('seen', ['6:30', '14:05:59'], ['rule=time:'], []),
    ('birth_date', [str(20000 + 37 * i) for i in range(96)], ['days as spreadsheets count them', 'role=quasi-identifying'], []),
    ('admission', [str(42000 + 37 * i) for i in range(96)], ['days as spreadsheets count them', 'role=quasi-identifying'], []),
    ('visit_no', [str(42000 + 37 * i) for i in range(96)], ['role=identifying'], ['spreadsheets']),
    ('tijd', [f'{1 + i % 12}:{7 * i % 60:02} {"ap"[i % 2]}m' for i in range(96)], ['times of day', 'rule=time:hour,6hours;format=h:mm[:ss][ ]AM'], []),
    ('seen', [f'{1 + i % 12}:{7 * i % 60:02}:30PM' for i in range(96)], ['rule=time:hour,6hours;format=h:mm[:ss][ ]AM'], []),
    ('uur', [f'{i % 24}h{7 * i % 60:02}' for i in range(96)], ['times of day: rules read them as 15:37', 'role=quasi-identifying'], []),
    ('dag', [f'{1 + i % 28}-{["Jan", "Feb"][i % 2]}-{20 + i % 4}' for i in range(96)], ['of which century', 'role=quasi-identifying'], ['spreadsheet']),
    ('x1', [[f'{1 + i % 28:02}.{1 + i % 12:02}.{1950 + i}', f'{1950 + i}-{1 + i % 12:02}-{1 + i % 28:02}', f'{1 + i % 28}/{1 + i % 12}/{1950 + i}'][i % 3] for i in range(48)],
     ['look like dates, in several notations', 'role=quasi-identifying'], ['telephone']),
    ('BRTHDTC', [f'{1980 + i % 5}-{1 + i % 12:02}-{"UN" if i % 4 == 0 else f"{1 + i % 28:02}"}' for i in range(96)],
     ['role=quasi-identifying'], ['telephone']),
    ('redcap_event_name', ['baseline_arm_1', 'month_6_arm_1'], ['role=quasi-identifying'], ['names']),
    ('geboorteplaats', ['Gouda', 'Delft'], ['places smaller than a state'], ['dates of birth']),
    ('satisfied_overall', ['1', '2', '3', '4', '5'], ['opinions', 'role=sensitive'], ['health']),
    ('Gewicht', [f'{2 + i / 40:.1f}' for i in range(96)], ['role=sensitive'], ['survey']),
    ('leeftijd', [str(20 + i) for i in range(48)], ['ages', 'rule=intervals:'], []),
    ('gesl.', ['m', 'v'], ['sex or gender'], []),
    ('PC4', [str(1000 + 37 * i) for i in range(96)], ['postal codes', 'role=quasi-identifying'], []),
    ('icpc', ['A01', 'K86', 'T90'], ['role=sensitive'], []),
    ('DP', ['A01', 'K86', 'T90'], ['role=sensitive'], []),
    ('voorletters', [f'{"ABCDEFGH"[i % 8]}.{"KLMNOPQR"[i // 8 % 8]}.' for i in range(64)], ['names', 'role=identifying'], []),
    ('straat', [f'Kade {i}' for i in range(96)], ['addresses', 'role=identifying'], []),
    ('Inkomst', [str(20000 + 7 * i) for i in range(96)], ['money', 'role=sensitive'], []),
    ('Sjukdagar', ['0', '2', '7', '14'], ['health', 'role=sensitive'], []),
    ('postcode', ['1000', '01100', '2A004', '75001'], ['pad=5 puts them back', 'rule=prefix:4,3,2;pad=5'], []),
    ('x2', ['.A', '.B', '.Z', '12', '15', '17.5', '19'], ['missing=.A;.B;.Z\n', 'missing= has guesses'], []),
    ('x3', ['<0.5'] + [f'{0.5 + i / 8:.3f}' for i in range(47)], ['type=text', ';same=<0.5:0.5', 'reads each as its end'], []),
    ('crp', ['<0.5'] + [f'{0.5 + i / 8:.3f}' for i in range(47)], ['type=text', '# rule=capacity:', ';same=<0.5:0.5'], []),
    ('RR', [f'{110 + 5 * (i % 9)}/{70 + 5 * (i % 6)}' for i in range(54)] + ['110', '70', '75'], ['role='], ['several values']),
    ('x4', ['75,9', '80,1', '90,0', '75', '80', '90', '9', '1', '0', '1,9', 'x'], ['role='], ['several values']),
    ('ZIP', ['2139.0', '10027.0', '60615.0', '94110.0', '73301.0', '33101.0', '98101.0', '80202.0'],
     ['postal codes', 'role=quasi-identifying', 'type=text', 'end in .0, as codes that a program has read as numbers'], []),
    ('weegfactor', [f'{0.3 + i / 50:.4f}' for i in range(96)], ['role=survey-weight'], []),
    ('Observation', ['RAS', 'en ville', 'va bien'], ['free text', 'role=identifying'], []),
    ('V1', ['1', '2', '3', '4', '5', 'weet niet'], ['missing=weet niet'], []),
    ('Klinik', ['A', 'B'], ['role=quasi-identifying'], []),
    ('ZIP', ['02139', '10027-1234', '21391234'], ['1 of 3 codes have eight digits', 'as 02139-1234'], []),
    ('PLZ', ['10115', '20095'], ['postal codes'], ['eight digits']),
    ('zip', ['21391234', '100271234', '606151111'], ['1 of 3 codes have eight digits'], []),
    ('edad', [str(20 + i) for i in range(47)] + ['90 y más'], ['rule=intervals:5,10,20,40;top=90;same=90 y más:>= 90'], []),
    ('age', [str(20 + i) for i in range(47)] + ['>90'], ['rule=intervals:5,10,20,40;top=91;same=>90:>= 91'], []),
    ('Alter', [str(20 + i) for i in range(46)] + ['unter 18', 'über 80'], ['bottom=18;top=81;same=unter 18:< 18,über 80:>= 81'], []),
    ('YoB', [f'{1930 + i}.0' for i in range(48)], ['dates of birth', 'role=quasi-identifying', 'rule=intervals:'], []),
    ('Geburtsjahr', [f'{1930 + i}.0' for i in range(48)], ['rule=intervals:'], []),
    ('year_of_birth', [f'{1930 + i}.0' for i in range(30)], ['role=quasi-identifying', 'rule=intervals:'], []),
    ('x_date', [f'{42000 + 37 * i}.5' for i in range(96)], ['days as spreadsheets count them'], []),
    ('household', [f'H{i // 3:03}' for i in range(96)], ['numbers of households', 'role=identifying'], []),
    ('hogar', [str(1000 + i // 3) for i in range(96)], ['numbers of households', 'role=identifying'], []),
    ('Haushalt', [f'{i // 4}-{7 * i // 4 % 10}' for i in range(96)], ['numbers of households', 'role=identifying'], []),
    ('household_size', [str(1 + i % 7) for i in range(96)], ['family', 'role=quasi-identifying'], []),
    ('N°', [str(i + 1) for i in range(96)], ['role=identifying'], []),
    ('Nº', [str(3 * i + 100) for i in range(96)], ['role=identifying'], []),
    ('obs', [str(i) for i in range(96)], ['role=identifying'], []),
    ('obs', ['tos', 'fiebre alta', 'sin novedad'], ['free text', 'role=identifying'], []),
    ('pers', [str(100 + i // 2) for i in range(96)], ['numbers of persons', 'role=identifying'], []),
    ('Miete', ['1.250', '850', '1.100', '790', '2.300'], ['type=integer', 'decimal=,', 'thousands=.', 'if it is the decimal mark'], []),
    ('rent', ['1.250', '2.300', '1.900', '3.500'], ['type=integer', 'thousands=.'], []),
    ('dose', ['1.125', '2.250', '3.375', '0.500'], ['type=decimal'], ['thousands']),
    ('zip', ['1067', '01067', '50123-0001', '20095'], ['rule=prefix:5,4,3,2;pad=5;rest=*'], []),
]


def test_forms_of_values():
    for name, values, parts, others in FORMS:
        problem, _ = suggest([f'{name};sex;n1'] + [f'{values[i % len(values)]};{"FM"[i % 2]};{i % 3}' for i in range(96)], '--delimiter', ';')
        has(section(problem, name), *parts)
        lacks(section(problem, name), *others)


def test_counts():
    """In a table of groups, a column of counts is a weight; rows that stand for nobody are left out."""
    groups = [f'R{r};{s};{a};' for r in range(6) for s in 'FM' for a in ('0-17', '18-64', '65+')]
    for name in ('n', 'count', 'freq', 'cnt', 'Anzahl', 'N_cases', 'Häufigkeit'):
        for first in (0, 1):
            problem, released = suggest([f'region;sex;ageband;{name}'] + [g + str(first + 5 * i % 17) for i, g in enumerate(groups)], '--delimiter', ';')
            has(section(problem, name), 'role=weight')
            (lacks if first else has)(problem, f'drop="{name}" = "0"\n')
            has(released, 'Released:')
    marks = [g + ['-', '/', '12', '.', '40', '7'][i % 6] for i, g in enumerate(groups)]
    problem, released = suggest(['Kreis;Geschlecht;Altersgruppe;Anzahl'] + marks + ['Insgesamt;;;354'], '--delimiter', ';')
    has(section(problem, 'Anzahl'), 'role=weight', 'missing=-;/;.')
    has(problem, 'drop="Kreis" = "Insgesamt";"Anzahl" is missing\n')
    has(released, 'of 354 records')
    for lines in (['id;sex;n'] + [f'{i};{"FM"[i % 2]};{i % 5}' for i in range(40)], ['ward;sex;n'] + [f'{i % 3};{"FM"[i % 2]};{i % 5}' for i in range(40)],
                  ['region;sex;n_children'] + [f'R{i % 9};{"FM"[i % 2]};{1 + i % 5}' for i in range(18)]):
        lacks(suggest(lines, '--delimiter', ';')[0], 'role=weight')


def test_panels():
    """Survey weights that change within a person are no survey weights of persons."""
    for wave, role in ((lambda i: i % 3, 'identifying'), (lambda i: 0, 'survey-weight')):
        lines = ['pid,syear,sex,gebjahr,satisf,phrf'] + [f'{i // 3},{2018 + i % 3},{(i // 3) % 2},{1930 + i // 3 % 70},{[-1, -2, 0, 3, 7, 10][i % 6]},'
                                                         f'{1.25 + i // 3 + 0.5 * wave(i)}' for i in range(300)]
        problem, _ = suggest(lines)
        has(section(problem, 'phrf'), f'role={role}\n')
        has(section(problem, 'pid'), 'role=entity')
        has(section(problem, 'satisf'), 'missing=-1;-2\n')


def visits(n_persons, n_visits, make_code, names, others=lambda p, v: ''):
    """A table of persons whose sex and year of birth are the same in all of their rows, in no order."""
    lines = [f'{make_code(p)};{v};{"mwmmw"[p % 5]};{1931 + 17 * p % 71};{100 + 37 * (p + 3 * v) % 90}{others(p, v)}'
             for p in range(n_persons) for v in range(n_visits(p))]
    return [names] + sorted(lines, key=lambda line: line[::-1])


# Codes of persons under any name: the column, how many persons, how many visits, what codes look like.
CODES = [
    ('Kuerzel;Welle;Geschlecht;Geburtsjahr;Einkommen', 10, lambda p: 3, lambda p: f'A{p + 17}'),
    ('chiffre;visite;sexe;année de naissance;tension', 100, lambda p: 1 + p % 6, lambda p: f'{chr(65 + p % 26)}{chr(70 + p // 26)}X'),
    ('klucz;fala;plec;rok urodzenia;wynik', 200, lambda p: 1 + 5 * p % 8, lambda p: 20417 + 31 * p),
    ('ref;wave;sex;yob;score', 40, lambda p: 4, lambda p: p + 1),
    ('dossier;visita;sesso;anno nascita;peso', 60, lambda p: 1 + p % 4, lambda p: f'D-{900 + p}'),
]


def test_codes_of_persons():
    """Codes are persons where sex and birth stay the same, whatever they are called; a run without an entity says so."""
    for names, n_persons, n_visits, make_code in CODES:
        code, _, sex, birth, _ = names.split(';')
        lines = visits(n_persons, n_visits, make_code, names)
        problem, released = suggest(lines, '--delimiter', ';')
        has(section(problem, code), f'{len(lines) - 1} records have {n_persons} different values', f'{sex} and {birth} are the same', 'role=entity')
        assert problem.count('role=entity\n') == 1, problem
        lacks(released, 'may mark persons')
        for others in ((), ('--insensitive', code), ('--sensitive', code), ('--qi', code, '--rule', f'{code}=suppress')):
            made = run('run', '--delimiter', ';', '--qi', sex, *others, '--model', 'k:5', '--suppression-limit', '90%', '--output', 'out.csv', 't.csv')
            assert made.returncode == 0, made.stderr
            assert '--qi' in others or f'have only {n_persons} values' in ' '.join(made.stdout.split()), made.stdout
            has(' '.join(made.stdout.split()), f"'{code}' may mark persons who have several records", f'set --entity {code}.')
    lines = visits(80, lambda p: 3, lambda p: f'Q{p}', 'code;wave;x;age;score')
    lines = [lines[0]] + [f'{c};{v};{"ab"[int(v) % 2]};{20 + 17 * int(c[1:]) % 47 + int(v)};{s}' for c, v, _, _, s in (line.split(';') for line in lines[1:])]
    has(section(suggest(lines, '--delimiter', ';')[0], 'code'), 'the age nearly stays the same in all records of a value', 'role=entity')


def test_warnings_of_later_tables():
    """A stored policy on a later table warns of what a run warns of, but advises no options that it lacks."""
    lines = ['code;name;sex;text'] + [f'{i};Mr{i} Brown{i};{"mf"[i % 2]};well' for i in range(40)]
    write(lines)
    made = run('run', '--delimiter', ';', '--qi', 'sex', '--insensitive', 'text', '--model', 'k:3', '--policy', 'p.json', '--output', 'out.csv', 't.csv')
    assert made.returncode == 0, made.stderr
    lacks(made.stdout, 'persons who', 'sum the others', 'seems to have')
    for name, warning in ((lines + ['Total;;m;'], 'he last row, line 42, seems to sum the others up'),
                          (lines[:1] + [f'{i // 2};;{"mf"[i // 2 % 2]};well' for i in range(80)], "'code' may mark persons who have several records: 80 released records have only 40"),
                          (lines[:-1] + ['39;Mr39 Brown39;f;seen with Mrs Smith'], 'seems to have a name behind a title'),
                          (lines[:-1] + ['39;Mr39 Brown39;f;call 030 1234 5678'], 'seems to have a telephone number')):
        write(name)
        for arguments in ((), ('--json',)):
            applied = run('apply', '--delimiter', ';', *arguments, 'p.json', 't.csv', '--output', 'later.csv')
            assert applied.returncode == 0, applied.stderr
            has(' '.join(applied.stdout.split()), warning)
            lacks(applied.stdout, '--entity', '--role')


def test_things_are_no_persons():
    """What things have in common, as a town its ZIP code, makes no persons of them."""
    for names, make in (
            ('town;zip;county;sex;age;dx', lambda i, t: (f'T{t}', 10000 + t, f'C{t % 5}', 'mf'[i % 2], 18 + 7 * i % 70, ['I10', 'E11', 'J45'][i % 3])),
            ('gkz;urban;canton;sex;income', lambda i, t: (100 + t, 'yn'[t % 2], t // 10, 'mf'[i % 2], 1000 + 13 * i)),
            ('class;teacher;school;level;pupil;mark', lambda i, t: (f'{t % 9}a', f'Mrs {t % 9}', f'S{t % 3}', t % 9, i, i % 6)),
            ('article;category;price;customer_age;qty', lambda i, t: (500 + t, f'C{t % 4}', 3 * t, 18 + 11 * i % 60, i % 4)),
            ('station;month;beds;building;n_adm', lambda i, t: (f'W{t}', i % 12, 20 + t, f'B{t % 3}', 31 * i % 80)),
            ('dx;chapter;drg;sex;age', lambda i, t: (f'{"ABC"[t % 3]}{10 + t}', 'ABC'[t % 3], 400 + t, 'mf'[i % 2], 7 * i % 90))):
        write([names] + [';'.join(map(str, make(i, (i * i + i // 7) % 53))) for i in range(600)])
        problem = run('suggest', '--delimiter', ';', 't.csv')
        lacks(join_comments(problem.stdout), 'mark persons', 'role=entity')
        made = run('run', '--delimiter', ';', '--qi', names.split(';')[3], '--model', 'k:2', '--suppression-limit', '90%', '--output', 'out.csv', 't.csv')
        assert made.returncode == 0, made.stderr
        lacks(' '.join(made.stdout.split()), 'may mark persons')


def test_keys_of_two_columns():
    """A person may be numbered within a household, a centre or a school: the two columns are the entity together."""
    for names, n, first in (('hid;pnr;year;sex;gebjahr;inc', 4, lambda h: 3001 + 7 * h), ('centre;patient;visit;sex;birth year;bp', 25, lambda c: 'ABCDE'[c % 5]),
                            ('school;pupil;term;gender;yob;mark', 30, lambda s: 101 + s % 4)):
        group, member, _, sex, birth, _ = names.split(';')
        people = [(first(p // n), p % n + 1, 'mwmmw'[p % 5], 1931 + 17 * p % 71) for p in range(100)]
        lines = [f'{g};{m};{v};{s};{b};{100 + (7 * i + v) % 60}' for v in range(3) for i, (g, m, s, b) in enumerate(people)]
        problem, released = suggest([names] + lines, '--delimiter', ';')
        has(problem, f'[column {group}+{member}]\n', f'role=entity\njoint={group};{member}\n', 'together they seem to mark persons')
        assert problem.count('role=entity\n') == 1, problem
        lacks(released, 'may mark persons')
        qi = ('run', '--delimiter', ';', '--qi', f'{sex},{birth}', '--rule', f'{birth}=intervals:20,40', '--model', 'k:3', '--suppression-limit', '90%', '--output', 'out.csv', 't.csv')
        has(' '.join(run(*qi).stdout.split()), f"'{group}' and '{member}' together may mark persons", '300 released records have only 100 combinations',
            f'set --entity {group}+{member}.')
        counted = run(*qi, '--entity', f'{group}+{member}')
        assert counted.returncode == 0, counted.stderr
        has(counted.stdout, 'persons')
        has(run(*qi, '--entity', f'{group},{member}').stderr, f'write --entity {group}+{member}', 'role=entity and joint=')
    write(['"hid, x",sex', '1,f', '1,f', '2,m'])
    has(run('run', '--qi', 'sex', '--sensitive', 'hid, x', '--model', 'k:1', 't.csv').stderr, "no column called 'hid'", 'a comma within a name is written \\,')
    assert run('run', '--qi', 'sex', '--entity', 'hid\\, x', '--model', 'k:1', 't.csv').returncode == 0


def test_slots():
    """Columns that hold the values of one set are named, with what makes them one; items of a survey are none."""
    codes = ['I10', 'E11', 'J45', 'K21']
    for names in (['dx1', 'dx2', 'dx3'], ['icd_1', 'icd_2', 'icd_3'], ['med_a', 'med_b', 'med_c']):
        lines = [','.join(['sex', *names])] + [','.join(['FM'[i % 2], codes[i % 4], codes[(i + 1) % 4] if i % 3 else '', codes[i % 3] if i % 5 == 0 else ''])
                                               for i in range(60)]
        problem, _ = suggest(lines)
        has(section(problem, names[0]), f'joint={";".join(names)},')
        for name in names:
            problem = re.sub(rf'(\[column {name}\]\n(?:#.*\n)*)role=[a-z-]*', r'\1role=identifying', problem)
        stem = names[0].rstrip('_1a')
        (FOLDER / 't.ini').write_text(f'{problem}\n[column {stem}]\nrole=quasi-identifying\njoint={";".join(names)}\nseparator=|\nrule=suppress\n')
        made = run('run', '--model', 'k:2', '--suppression-limit', '40%', '--output', 'out.csv', 't.ini')
        assert made.returncode == 0, made.stderr
    lines = ['sex,dx1,dx2,dx3,dx4'] + [f'{"FM"[i % 2]},{codes[i % 4]},{codes[i % 3] if i % 3 else ""},,' for i in range(60)]
    has(section(suggest(lines)[0], 'dx1'), 'joint=dx1;dx2;dx3;dx4,')
    lines = ['sex,dx1,dx2'] + [f'{"FM"[i % 2]},{codes[i % 4]},' for i in range(60)]
    lacks(suggest(lines)[0], 'joint=')
    for lines in (['q1,q2,q3'] + rows(60, '12345', lambda i: i % 5 if i % 7 else '', lambda i: i % 4 if i % 3 else ''),
                  ['sex,name1,name2'] + rows(60, 'FM', ['Ann', 'Bob'], ['Ann', 'Bob'])):
        lacks(suggest(lines)[0], 'slots')


def test_values_in_common():
    """A value that all records of a class have is told, whatever slot it is in; models of columns, or of whole sets, do not see it."""
    others = ['E11', 'J45', 'K21', 'M54', 'C50']
    for names, models, cell in (('dx1,dx2', ('dl:2@dx1', 'dl:2@dx2'), lambda values: ','.join(values[:2])),
                                ('icd_1,icd_2,icd_3', ('dl:2@icd_1', 'dl:2@icd_2'), lambda values: ','.join([*values, ''][:3])),
                                ('dx', ('dl:2@dx',), '|'.join)):
        for shift in range(4):
            table = []
            for i in range(60):
                first, second = others[i * 7 // 3 % 5], others[(i + i // 5 + 1) % 5]
                values = [first, 'I10' if i % 3 < shift else second] if i % 2 else ['I10' if i % 3 < shift else second, first]
                table.append((i // 10, values))
            groups = [[set(values) for age, values in table if age == group] for group in range(6)]
            shared = [group for group in groups if set.intersection(*group)]
            write([f'age,{names}'] + [f'{20 + age},{cell(values)}' for age, values in table])
            arguments = ['--separator', 'dx=|'] if names == 'dx' else []
            for model in models:
                arguments += ['--model', model]
            made = run('run', '--qi', 'age', '--rule', 'age=suppress', '--levels', 'age=0', '--sensitive', names, '--model', 'k:2', *arguments, '--json', 't.csv')
            assert made.returncode == 0, made.stderr
            told = [warning for warning in json.loads(made.stdout)['warnings'] if warning['code'] == 'shared-value']
            assert len(told) == (1 if shared else 0), made.stdout
            assert shared or shift < 3
            if shared:
                assert told[0]['records'] == sum(map(len, shared)), told
                has(told[0]['text'], f'in {len(shared)} released class')
    write(['age,dx', '70,I10|E11'] + [f'20,{others[i % 5]}' for i in range(60)])
    made = run('run', '--qi', 'age', '--rule', 'age=suppress', '--levels', 'age=0', '--sensitive', 'dx', '--separator', 'dx=|', '--model', 'k:5',
               '--model', 'dl:2', '--suppression-limit', '5%', 't.csv')
    assert (made.returncode, made.stderr) == (0, ''), made
    write(['age,q1,q2'] + [f'{20 + i // 10},{["yes", "no"][i % 2]},{["no", "yes", "yes"][i % 3]}' for i in range(60)])
    lacks(run('run', '--qi', 'age', '--sensitive', 'q1,q2', '--model', 'dl:2@q1', '--model', 'dl:2@q2', 't.csv').stdout, 'in common')


def test_values_of_sets():
    """A message names the values of sets that a hierarchy lacks; the page shows what stands for a suppressed cell."""
    write(['id,dx', '1,I10|X99', '2,I10', '3,E11|I10', '4,Y88|I10', '5,I10'])
    (FOLDER / 'h.csv').write_text('I10;I;*\nE11;E;*\n')
    (FOLDER / 't.ini').write_text('[input]\ninput=t.csv\n[models]\nmodel=k:5\n[column dx]\nrole=quasi-identifying\nseparator=|\n'
                                  'hierarchy=h.csv\nsuppressed=withheld\n')
    lacks(run('run', 't.ini').stderr, 'X99', 'unknown in them')
    has(run('run', '--show-values', 't.ini').stderr, "; unknown in them: 'X99', 'Y88'")
    (FOLDER / 'h.csv').write_text('I10;I;*\nE11;E;*\nX99;X;*\nY88;Y;*\n')
    made = run('run', '--page', 'page.html', '--output', 'out.csv', 't.ini')
    assert made.returncode == 0, made.stderr
    assert set((FOLDER / 'out.csv').read_text().split()) == {'dx', 'withheld'}
    has((FOLDER / 'page.html').read_text(encoding='utf-8'), '<bdi>withheld</bdi>')
    lacks((FOLDER / 'page.html').read_text(encoding='utf-8'), '<bdi>*</bdi>')


def test_delimiter_line():
    """A table that names its delimiter is released with it, also by a stored policy."""
    write(['sep=;', 'a;b'] + [f'{"xy"[i % 2]};{i % 3}' for i in range(12)])
    qi = ('--qi', 'a,b', '--rule', 'a=suppress', '--rule', 'b=suppress', '--model', 'k:2')
    assert run('run', *qi, '--policy', 'p.json', '--output', 'out.csv', 't.csv').returncode == 0
    for arguments, expected in ((), 'a;b'), (('--delimiter', ';'), 'a;b'):
        applied = run('apply', *arguments, 'p.json', 't.csv', '--output', 'later.csv')
        assert applied.returncode == 0, applied.stderr
        assert (FOLDER / 'later.csv').read_text().startswith(expected + '\n')


def test_hierarchy_headers():
    """A header row that is shorter than all others is told from rows of uneven length."""
    write(['a'] + list('xyxyz'))
    problem = '[input]\ninput=t.csv\n[models]\nmodel=k:1\n[column a]\nrole=quasi-identifying\nhierarchy=h.csv\n'
    for rows_of, advice in (['City;Land', 'x;A;*', 'y;A;*', 'z;B;*'], 'hierarchy-header=yes'), (['x;A', 'y;B;*', 'z;C'], 'uneven=repeat'):
        (FOLDER / 'h.csv').write_text('\n'.join(rows_of) + '\n')
        (FOLDER / 't.ini').write_text(problem)
        has(run('run', 't.ini').stderr, advice)
        (FOLDER / 't.ini').write_text(f'{problem}{advice}\n')
        assert run('run', '--output', 'out.csv', 't.ini').returncode == 0


def test_two_encodings():
    """A file of UTF-8 with a few other bytes is not taken for one in another encoding."""
    for others, word in ((1, 'Köln'), (2, 'Zürich'), (3, 'Málaga')):
        lines = [f'{word if i % 2 else "Bonn"},{20 + i % 30}'.encode() for i in range(60)]
        for i in range(others):
            lines[10 * i + 1] = f'{word},30'.encode('latin1')
        (FOLDER / 't.csv').write_bytes(b'city,age\n' + b'\n'.join(lines) + b'\n')
        refused = run('suggest', 't.csv')
        assert refused.returncode == 2, refused.stdout
        has(refused.stderr, 'line 3', 'not valid UTF-8')
        for encoding in ('latin1', 'windows-1252', 'macintosh'):
            refused = run('suggest', '--encoding', encoding, 't.csv')
            assert refused.returncode == 2, refused.stdout
            has(refused.stderr, 'in two encodings', f'{30 - others} characters', f'{others} byte')


def main():
    for name, test in sorted(globals().items()):
        if name.startswith('test_'):
            print(name)
            test()


if __name__ == '__main__':
    main()
