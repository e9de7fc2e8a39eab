# SPDX-License-Identifier: LGPL-2.1-or-later
"""Figures of one name are one figure: every report, table and page of small problems is walked, and
the main figures are counted again from the released table.

    test-figures.py TOOL
"""
import csv
import io
import json
import math
import random
import re
import subprocess
import sys
import tempfile
from collections import defaultdict
from fractions import Fraction
from pathlib import Path

THRESHOLD = Fraction(1, 5)
MEASURES = {'risk': 'highest_risk', 'average-risk': 'average_risk', 'at-risk': 'at_risk',
            'population-risk': 'population_risk_mean'}

# Where the figures of the released table stand in the JSON report of a run, by their name.
RELEASE = {
    'records': ['risks.after.records', 'distortion.records.after'],
    'persons': ['risks.after.persons'],
    'persons_in_classes': ['risks.after.by_person.persons_in_classes'],
    'classes': ['risks.after.classes.number', 'tradeoff.cells.0.classes'],
    'smallest': ['risks.after.classes.smallest'],
    'largest': ['risks.after.classes.largest'],
    'mean_size': ['risks.after.classes.mean'],
    'highest_risk': ['risks.after.prosecutor.highest', 'tradeoff.cells.0.highest_risk'],
    'lowest_risk': ['risks.after.prosecutor.lowest'],
    'mean_of_records': ['risks.after.prosecutor.mean'],
    'records_above': ['risks.after.prosecutor.records_above_threshold'],
    'records_at_highest': ['risks.after.prosecutor.records_at_highest'],
    'unique': ['risks.after.unique'],
    'average_risk': ['risks.after.by_person.average_risk', 'tradeoff.cells.0.average_risk'],
    'at_risk': ['risks.after.by_person.at_risk', 'tradeoff.cells.0.at_risk'],
    'persons_above': ['risks.after.by_person.persons_above_threshold'],
    'unique_persons': ['risks.after.by_person.unique_persons'],
    'population_risk_mean': ['risks.after.population_risk.mean', 'tradeoff.cells.0.population_risk_mean'],
    'population_risk_sum': ['risks.after.population_risk.sum'],
    'suppressed': ['suppressed', 'tradeoff.cells.0.suppressed', 'left_out.suppressed'],
    'input_records': ['risks.before.records', 'distortion.records.before', 'left_out.records',
                      'tradeoff.records', 'risk_frontier.records'],
    'loss': ['loss', 'tradeoff.cells.0.loss'],
    'unit': ['risks.after.classes.sizes_count', 'risks.before.classes.sizes_count',
             'tradeoff.sizes_count', 'risk_frontier.sizes_count'],
}
# Their lines in the text of a run, whose last number is that of the release.
LINES = {
    'Highest risk of a record': 'highest_risk',
    'Average risk of a record': 'mean_of_records',
    'Records with a risk above 20 %': 'records_above',
    'Records unique by the quasi-identifiers': 'unique',
    'Average risk of a person in a class': 'average_risk',
    'Persons in a class with a risk above 20 %': 'persons_above',
    'Persons alone in a class': 'unique_persons',
}


def write_problems(folder):
    """Tables of 90 rows with a missing value here and there. Yields names, options and k."""
    random.seed(7)
    rows = [(i, random.choice(['21', '24', '29', '33', '37', '']), random.choice('mf'),
             f'p{random.randrange(40)}', random.randrange(1, 4)) for i in range(90)]
    rows += [(90 + i, '60', 'm', f'p{i % 2}', 1) for i in range(6)]
    (folder / 'table.csv').write_text('id,age,sex,who,n\n' + ''.join(
        ','.join(str(cell) for cell in row) + '\n' for row in rows))
    (folder / 'people.csv').write_text('age,sex\n' + ''.join(f'{a},{s}\n' for _, a, s, _, _ in rows * 2))
    for name, k, more in (
            ('plain', 2, ''),
            ('persons', 2, '[column who]\nrole=entity\n'),
            ('weights', 4, '[column n]\nrole=weight\n'),
            ('suppression', 8, '[limits]\nsuppression-limit=20%\n'),
            ('persons suppressed', 7, '[limits]\nsuppression-limit=20%\n[column who]\nrole=entity\n'),
            ('local', 3, '[search]\nrecoding=local\niterations=200\n[column who]\nrole=entity\n'),
            ('population', 3, '[population]\npopulation=people.csv\n[column who]\nrole=entity\n')):
        path = folder / f'{name}.ini'
        path.write_text('[input]\ninput=table.csv\n[column id]\nrole=insensitive\n[column age]\n'
                        'role=quasi-identifying\nrule=intervals:10,20\n[column sex]\nrole=quasi-identifying\n'
                        f'rule=suppress\n[models]\nmodel=k:{k}\n{more}')
        yield name, k, ['--problem', path, '--threads', '1']


def run(tool, *options):
    done = subprocess.run([tool, *options], capture_output=True, check=False, text=True, encoding='utf-8')
    assert done.returncode == 0, (options, done.stderr)
    return done.stdout


def resolve(report, path):
    """The value at a path, or None: what is not told, or not there, is no figure."""
    for name in path.split('.'):
        if report is None:
            return None
        report = report[int(name)] if isinstance(report, list) else report.get(name)
    return report


def count_again(folder, report):
    """The definitions, from the released rows, whose persons and weights are those of the input."""
    roles = {column['name']: column['role'] for column in report['columns']}
    own = {row['id']: row for row in csv.DictReader(open(folder / 'table.csv', encoding='utf-8'))}
    classes = defaultdict(list)
    for row in csv.DictReader(open(folder / 'released.csv', encoding='utf-8')):
        classes[row['age'], row['sex']].append(own[row['id']])
    weigh = (lambda row: int(row['n'])) if roles['n'] == 'weight' else lambda row: 1
    has_persons = roles['who'] == 'entity'
    records = [sum(map(weigh, rows)) for rows in classes.values()]
    sizes = [len({row['who'] for row in rows}) for rows in classes.values()] if has_persons else records
    pairs, n, total = list(zip(sizes, records)), sum(records), sum(sizes)
    n_input = sum(map(weigh, own.values()))
    figures = {
        'records': n, 'classes': len(sizes), 'smallest': min(sizes), 'largest': max(sizes),
        'mean_size': Fraction(total, len(sizes)), 'highest_risk': Fraction(1, min(sizes)),
        'lowest_risk': Fraction(1, max(sizes)),
        'mean_of_records': sum(Fraction(r, s) for s, r in pairs) / n,
        'records_above': sum(r for s, r in pairs if Fraction(1, s) > THRESHOLD),
        'records_at_highest': sum(r for s, r in pairs if s == min(sizes)),
        'unique': sum(r for s, r in pairs if s == 1), 'average_risk': Fraction(len(sizes), total),
        'at_risk': Fraction(sum(s for s in sizes if Fraction(1, s) > THRESHOLD), total),
        'suppressed': n_input - n, 'input_records': n_input, 'unit': 'persons' if has_persons else 'records'}
    if has_persons:
        figures |= {'persons': len({row['who'] for rows in classes.values() for row in rows}),
                    'persons_in_classes': total, 'unique_persons': sizes.count(1),
                    'persons_above': figures['at_risk'] * total}
    return figures


def is_equal(value, other):
    return value == other if isinstance(value, str) else math.isclose(value, other, rel_tol=1e-12)


def walk_json(report, measure):
    """Every place with its name and value."""
    for name, paths in RELEASE.items():
        for path in paths:
            value = resolve(report, path)
            if value is not None:
                yield name, f'{measure}: {path}', value
    for i, point in enumerate(report['risk_frontier']['points']):
        if point['source'] in ('result', 'cell'):
            for name, key in (MEASURES[measure], 'risk'), ('loss', 'loss'), ('suppressed', 'suppressed'):
                yield name, f'{measure}: risk_frontier.points.{i}.{key}', point[key]


def walk_csv(text):
    rows = list(csv.DictReader(io.StringIO(text)))
    for name in ('loss', 'suppressed', 'classes', 'highest_risk', 'average_risk', 'at_risk',
                 'population_risk_mean'):
        if rows[0][name]:
            yield name, f'CSV: {name}', float(rows[0][name])


def compare(known, places):
    """Compares places with what is known of their names, and adds names that are new."""
    for name, place, value in places:
        expected = known.setdefault(name, value)
        assert is_equal(value, float(expected) if not isinstance(expected, str) else expected), (
            name, place, value, expected)


def check_text(text, known):
    """Each figure, rounded to three digits, shares in per cent."""
    seen = set()
    released = int(known['input_records']) - int(known['suppressed'])
    assert text.startswith(f"Released:  {released} of {known['input_records']} records, "), text
    for line in text.splitlines():
        label, *cells = re.split('  +', line)
        name = LINES.get(label)
        if name is None or name not in known:
            continue
        value = float(known[name])
        expected = f'{100 * value:.3g} %' if cells[-1].endswith(' %') else str(int(value))
        assert cells[-1] == expected, (line, name, known[name])
        seen.add(name)
    return seen


def check_tables_text(text, known):
    """The sizes that risks count, and the cell, whose header has several lines."""
    assert re.search(rf"\nsizes count: +{known['unit']}\nat risk above: +0.2\n", text), text
    line = text.splitlines()[-1].replace(' %', '').split()
    assert line[3] == f"{float(known['loss']):.3g}", line
    assert int(line[4]) == known['suppressed'] and int(line[6]) == known['classes'], line
    for name, scale in ('highest_risk', 1), ('average_risk', 1), ('at_risk', 100):
        assert f'{scale * float(known[name]):.3g}' in line, (line, name, known[name])


def check_page(page, report):
    """What the page says is what the report says, to the last digit, in words of the right unit."""
    figures = re.findall(r'data-figure="([^"]+)" data-value="([^"]+)">([^<]+)', page)
    assert len(figures) == page.count('data-figure=')
    for path, value, shown in figures:
        assert float(value) == resolve(report, path), (path, value)
        if re.fullmatch(r'[\d,]+', shown):
            assert shown == f'{int(float(value)):,}', (path, shown)
    has_persons = report['tradeoff']['sizes_count'] == 'persons'
    paths = {path for path, _, _ in figures}
    assert has_persons == ('risks.after.by_person.average_risk' in paths) == ('Average risk of a person' in page)
    return paths


def check_verdicts(tool, options, policy, known):
    """Models of the table pass at the figure itself and fail just below, so that both are one."""
    for name, spell in ('average_risk', 'avg:{}'), ('at_risk', 'atrisk:0.2:{}'):
        exact = Fraction(known[name])
        for digits, passes in (math.ceil(exact * 10 ** 9), True), (math.floor(exact * 10 ** 9) - 1, False):
            if digits <= 0:
                continue
            model = spell.format(f'{digits / 10 ** 9:.9f}')
            done = subprocess.run([tool, 'run', *options, '--set', 'limits.suppression-limit=0', '--quiet', '--model', model,
                                   '--evaluate', policy], capture_output=True, check=False)
            assert done.returncode == (0 if passes else 1), (model, done)


def check_problem(tool, folder, name, k, options):
    known = {}
    tables = ['--sweep', f'k={k}', '--distortion', '--left-out', 'values', '--output', folder / 'released.csv']
    for measure in MEASURES:
        page = folder / 'page.html'
        asked = [*tables, '--frontier', measure, '--page', page]
        report = json.loads(run(tool, 'run', *options, *asked, '--json'))
        if not known:
            known = count_again(folder, report)
        compare(known, walk_json(report, measure))
        paths = check_page(page.read_text(encoding='utf-8'), report)
        assert {'risks.after.prosecutor.mean', 'risk_frontier.points.0.loss'} & paths, paths
    sweep = run(tool, 'explore', *options, '--sweep', f'k={k}', '--csv')
    compare(known, walk_csv(sweep))
    check_tables_text(run(tool, 'explore', *options, '--sweep', f'k={k}'), known)
    known.setdefault('mean_of_journalist', report['risks']['after']['journalist']['mean'])
    seen = check_text(run(tool, 'run', *options), known)
    assert seen >= {'mean_of_records', 'records_above', 'unique'}, (name, seen)
    if known['unit'] == 'persons':
        assert seen >= {'average_risk', 'persons_above', 'unique_persons'}, (name, seen)
    if report['recoding'] == 'global' and known['suppressed'] == 0:
        policy = ','.join(f'{column}:{level}' for column, level in report['optimum'].items())
        check_verdicts(tool, options, policy, known)
    return known, list(walk_json(report, measure)) + list(walk_csv(sweep))


def check_itself(known, places):
    """A figure that is changed in one place is found."""
    for i, (name, place, value) in enumerate(places):
        changed = [*places]
        changed[i] = (name, place, value + 'x' if isinstance(value, str) else value + 0.01)
        try:
            compare(dict(known), changed)
        except AssertionError:
            continue
        raise AssertionError(f'{place} may be changed')


def main(tool):
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        for problem, k, options in write_problems(folder):
            known, places = check_problem(tool, folder, problem, k, options)
            check_itself(known, places)
            if known['unit'] == 'persons':
                assert not is_equal(float(known['average_risk']), float(known['mean_of_records'])), problem


if __name__ == '__main__':
    main(sys.argv[1])
