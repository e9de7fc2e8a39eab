# SPDX-License-Identifier: LGPL-2.1-or-later
"""Suggestions for tables of twenty fields: a person would give nearly all columns the same roles, and the problem file
runs as it is.

    test-suggest.py TOOL
"""
import configparser
import csv
import subprocess
import sys
import tempfile
from pathlib import Path

from suggest_tables import make_tables

LETTERS = {'identifying': 'i', 'quasi-identifying': 'q', 'sensitive': 's', 'insensitive': 'n', 'entity': 'e',
           'survey-weight': 'W', 'weight': 'w'}
LEAST_SHARE = 0.99


def run(tool, *arguments):
    return subprocess.run([tool, *arguments], capture_output=True, encoding='utf-8', timeout=120, check=False)


def write(path, delimiter, columns):
    with open(path, 'w', encoding='utf-8', newline='') as file:
        writer = csv.writer(file, delimiter=delimiter, lineterminator='\n')
        writer.writerow([name for name, _, _ in columns])
        writer.writerows(zip(*[values for _, _, values in columns]))


def read_roles(problem):
    parser = configparser.RawConfigParser(interpolation=None, strict=True, delimiters='=', comment_prefixes='#')
    parser.optionxform = str
    parser.read_string(problem)
    return {section[len('column '):]: LETTERS[parser[section]['role']]
            for section in parser.sections() if section.startswith('column ')}


def judge(tool, folder, name, delimiter, columns):
    """Returns how many columns have right roles, and lines to print."""
    table, problem = folder / f'{name}.csv', folder / f'{name}.ini'
    write(table, delimiter, columns)
    suggested = run(tool, 'suggest', '--delimiter', delimiter, str(table))
    assert suggested.returncode == 0, (name, suggested.stderr)
    problem.write_text(suggested.stdout, encoding='utf-8')
    roles = read_roles(suggested.stdout)
    released = run(tool, 'run', '--model', 'k:2', '--suppression-limit', '20%', '--output', str(folder / 'out.csv'), str(problem))
    assert released.returncode in (0, 1), (name, released.stderr)
    marks = [(column, right, roles[column]) for column, right, _ in columns]
    n_right = sum(role in right for _, right, role in marks)
    print(f'{name:14} {n_right:2} of {len(marks):2}, run {"solved" if released.returncode == 0 else "without a solution"}; '
          + ', '.join(f'{column}: {role}, not {right}' for column, right, role in marks if role not in right))
    return n_right, released.returncode == 0


# Names whose words say something else one by one, names of persons other than those of the records, and what grades
# and notes are told by: the values of the column and its role, for each of the names.
HOUSES, CODES, LEVELS = ['St Mary', 'Royal', 'General'], ['4410', '4420', '5100'], ['5', '6', '7']
STAFF = ['Ann Smith', 'J. Meyer', 'Dr. Novak', 'Eva Rossi', 'Kim Weber']
WORDS = [
    (HOUSES, 'q', 'Krankenhaus;Cost centre;Test site;Impfzentrum;Testzentrum;trial_site;Tax office;Kostenstelle;Labour ward;vaccination center;Reha-Klinik'),
    (CODES, 'qn', 'cost_center;CostCode;Kostenstelle;payBranch;test station'),
    (LEVELS, 'q', 'Pay grade;pay_band;Entgeltgruppe;Besoldungsgruppe;salary grade;jobGrade'),
    (['I10', 'E11', 'J45', 'C50'], 's', 'Krankheit;Vorkrankheiten;HIV test;Tumor site;test result;Diagnose'),
    (['100', '250', '310', '470'], 's', 'total cost;pay;Lohn;Kosten;annual wage'),
    (['1', '2', '3', '4'], 's', 'Note;Noten;final mark;exam score'),
    (['needs a reader', 'works in small groups', 'sits at the front', 'takes breaks often'], 'i', 'Note;SEN notes;Notes;teacher note;Notiz'),
    (STAFF, 'i', 'Betreuerin;tutor;Line manager;physician;contact;Hausarzt;teacher name;case worker;médico;opiekun;Ansprechpartner;begeleider;Attending MD;next of kin'),
    (['Yes', 'No', 'Unknown'], 'qsn', 'manager;contact;parent'),
    (['M1', 'M2', 'M3', 'M4', 'M5'], 'qsn', 'tutor group;manager level'),
]


def judge_words(tool, folder):
    """Each column is one of a table of 120 rows with an age."""
    for values, right, names in WORDS:
        columns = [(name, right, [values[(i * 7 + i // 9) % len(values)] for i in range(120)]) for name in names.split(';')]
        write(folder / 'words.csv', ';', [('age', 'q', [str(20 + i % 50) for i in range(120)]), *columns])
        suggested = run(tool, 'suggest', '--delimiter', ';', str(folder / 'words.csv'))
        roles = read_roles(suggested.stdout)
        wrong = {name: roles[name] for name, _, _ in columns if roles[name] not in right}
        assert not wrong, (right, wrong)


def main():
    sys.stdout.reconfigure(encoding='utf-8')
    n_right = n_columns = n_solved = n_tables = 0
    with tempfile.TemporaryDirectory() as folder:
        judge_words(sys.argv[1], Path(folder))
        for name, delimiter, columns in make_tables():
            right, is_solved = judge(sys.argv[1], Path(folder), name, delimiter, columns)
            n_right += right
            n_columns += len(columns)
            n_tables += 1
            n_solved += is_solved
    print(f'{n_right} of {n_columns} columns, {100 * n_right / n_columns:.1f} %; {n_solved} of {n_tables} runs solved')
    assert n_tables >= 20 and n_right >= LEAST_SHARE * n_columns and n_solved == n_tables


if __name__ == '__main__':
    main()
