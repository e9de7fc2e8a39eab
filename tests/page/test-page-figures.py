# SPDX-License-Identifier: LGPL-2.1-or-later
"""What pages say: every figure is that of the JSON report, the markup is valid, hostile names and
values stay texts, and 40 columns are no large file.

    test-page-figures.py TOOL DATA_DIRECTORY
"""
import json
import random
import re
import subprocess
import sys
import tempfile
from html import escape, unescape
from pathlib import Path

import pages

# Sections by their anchors; those of the public are fewer.
CUSTODIAN = {'answer', 'promise', 'request', 'columns', 'risk', 'tests', 'withheld', 'data', 'proof', 'limits',
             'approval', 'words', 'repeat'}
PUBLIC = CUSTODIAN - {'withheld', 'proof', 'approval'}
LIMIT = 1000000


def resolve(report, path):
    """The value at a path such as risks.after.records."""
    for name in path.split('.'):
        report = report[int(name)] if isinstance(report, list) else report[name]
    return report


def check_figures(page, report):
    """Compares all figures that have a path. Returns their paths."""
    figures = re.findall(r'data-figure="([^"]+)" data-value="([^"]+)">([^<]+)', page)
    assert len(figures) == page.count('data-figure='), 'a figure without a value'
    for path, value, shown in figures:
        expected = resolve(report, path)
        assert float(value) == expected, (path, value, expected)
        digits = shown.replace(',', '')
        if re.fullmatch(r'\d+', digits):
            assert int(digits) == round(expected), (path, shown, expected)
    return {path for path, _, _ in figures}


def run(tool, *options):
    return subprocess.run([tool, *options], capture_output=True, check=True, text=True,
                          encoding='utf-8', env=pages.ENVIRONMENT)


def write_page(tool, folder, *options, audience='custodian'):
    """The page, and the report in JSON."""
    page = folder / 'page.html'
    done = run(tool, 'run', '--threads', '1', *options, '--json', '--page', page, '--audience', audience)
    assert page.stat().st_mode & 0o777 == 0o600
    return page.read_text(encoding='utf-8'), json.loads(done.stdout)


def check_sections(page, expected):
    sections = set(re.findall(r'<section id="(\w+)"', page))
    assert sections == expected, sections ^ expected
    assert set(re.findall(r'href="#(\w+)"', page)) == expected


def check_sample(tool, folder, data):
    """The problem of the quickstart, by a search and for both audiences."""
    options = ['--problem', data / 'discharges.ini', '--distortion', '--left-out', 'values',
               '--output', folder / 'release.csv', '--certificate', folder / 'proof.jsonl']
    page, report = write_page(tool, folder, *options)
    paths = check_figures(page, report)
    for path in ('loss', 'suppressed', 'evaluated', 'risks.before.prosecutor.highest',
                 'risks.after.prosecutor.mean', 'risks.after.journalist.highest',
                 'risks.after.marketer.mean', 'columns.1.loss', 'columns.1.distinct.before', 'columns.1.distinct.after',
                 'distortion.columns.0.distance', 'left_out.groups.0.share'):
        assert path in paths, path
    check_sections(page, CUSTODIAN)
    pages.check_markup(page)
    check_order(page, report)
    assert report['release_sha256'] in page and 'deid verify' in page
    assert 'at least 5 persons' in page and 'at least 3 different values of diagnosis' in page
    # No value of fewer persons than the minimum cell, though many stays and zips have fewer.
    assert report['left_out']['minimum'] == 10 and report['left_out']['rare_values'] > 100
    assert min(group['records'] for group in report['left_out']['groups']) >= 10
    for label in report['columns'][1]['labels']:
        assert f'<bdi>{label}</bdi>' in page, label

    plain, _ = write_page(tool, folder, *options[:2])
    assert '[limits]' in plain and 'proof.jsonl' not in plain
    public, _ = write_page(tool, folder, *options, audience='public')
    for path, value in re.findall(r'data-figure="(risks[^"]+)" data-value="([^"]+)"', public):
        if 'unique_by_release' in path:  # rounded down, of records where the custodian counts persons
            assert int(value) % 24 == 0 and 0 < int(value) <= resolve(report, path), path
        else:
            assert float(value) == resolve(report, path), path
    check_sections(public, PUBLIC)
    pages.check_markup(public)
    for secret in ('risks.before', '"suppressed"', '"loss"', '[limits]', 'patient', 'proof.jsonl',
                   'discharges.csv'):
        assert secret not in public, secret


def check_order(page, report):
    """Labels in their natural order, before above after, the columns first that lose most, and no pair of
    columns that goes together by chance."""
    sections = dict(re.findall(r'<section id="([\w-]+)">(.*?)</section>', page, re.DOTALL))
    shares = [float(share) for share in re.findall(r'<i style="width:([\d.]+)', sections['columns'])]
    assert len(shares) > 2 and shares == sorted(shares, reverse=True)
    tables = re.findall(r'<th>Value or label</th>.*?</table>', sections['data'], re.DOTALL)
    assert len(tables) > 4
    for table in tables:
        labels = [unescape(label) for label in re.findall(r'<th scope="row" class="word"><\w+>(.*?)<', table)]
        numbers = [int(label.split('-')[0]) for label in labels if re.fullmatch(r'\d+(-\d+)?', label)]
        assert labels and numbers == sorted(numbers), labels
    for figure in re.findall(r'<figure.*?</figure>', page, re.DOTALL):
        names = [name for name in re.findall(r'>([\w ]+)</text>', figure) if name in ('before', 'after')]
        assert not names or names[:2] == ['before', 'after'], names
    distortion = report['distortion']
    columns = {column['column']: column for column in distortion['columns']}
    told = set(re.findall(r'distortion\.pairs\.(\d+)\.', sections['data']))
    n_chance = 0
    for i, pair in enumerate(distortion['pairs']):
        def is_above(side, pair=pair):
            n = [columns[name]['distinct'][side] for name in pair['columns']]
            numeric = [columns[name]['kind'] == 'numbers' for name in pair['columns']]
            c = max(10 if is_numeric and n > 20 else n for n, is_numeric in zip(n, numeric))
            if all(numeric):
                return abs(pair['pearson'][side] or 0) > (pair['records'][side] - 1) ** -0.5
            return (pair['cramers_v'][side] or 0) ** 2 > (c - 1) / (pair['records'][side] - 1)
        if not is_above('before') and not is_above('after'):
            n_chance += 1
            assert str(i) not in told, pair
    assert n_chance > 0 and f'Left out: {n_chance} pairs' in sections['data'], n_chance
    assert len(told) == min(8, len(distortion['pairs']) - n_chance), told


def check_other_problems(tool, folder):
    """Numbers, persons, a population, cuts with alternatives, and a policy that is stated."""
    rows = [(random.randrange(20, 60), random.choice('ab'), random.randrange(1000)) for _ in range(300)]
    table, people = folder / 'table.csv', folder / 'people.csv'
    table.write_text('age,sex,cost\n' + ''.join(f'{a},{s},{c}\n' for a, s, c in rows))
    people.write_text('age,sex\n' + ''.join(f'{a},{s}\n' for a, s, _ in rows * 3))
    stated = ['--input', table, '--insensitive', 'cost', '--model', 'k:3', '--suppression-limit', '0',
              '--set', 'column cost.type=integer', '--set', 'column age.type=integer']
    hierarchies = ['--qi', 'age,sex', '--rule', 'age=intervals:5,20', '--rule', 'sex=suppress']
    for options, expected in (
            ([*hierarchies, '--suppression-limit', '100%', '--evaluate', 'age:0,sex:0'],
             ['distortion.columns.0.mean.before', 'left_out.groups.0.ratio']),
            ([*hierarchies, '--population', people], ['risks.after.journalist.mean']),
            ([*hierarchies, '--evaluate', 'age:2,sex:1'],
             ['loss', 'distortion.columns.0.distinct.after']),
            (['--qi', 'age,sex', '--generalize-by', 'cuts', '--algorithm', 'bisecting', '--iterations', '5'],
             ['alternatives.0.population_risk_sum', 'alternatives.0.loss']),
            ([*hierarchies, '--algorithm', 'datafly', '--quality', 'dm'], ['loss', 'lower_bound'])):
        page, report = write_page(tool, folder, *stated, *options, '--distortion', '--left-out',
                                  'values')
        paths = check_figures(page, report)
        for path in expected:
            assert path in paths, (path, options)
        pages.check_markup(page)


def check_baseline(tool, folder, data):
    """What Safe Harbor would have done stands beside the release, for the custodian alone."""
    options = ['--problem', data / 'discharges.ini', '--baseline', 'safe-harbor', '--zip-populations',
               'census-2000', '--distortion', '--left-out', 'values']
    page, report = write_page(tool, folder, *options)
    paths = check_figures(page, report)
    assert paths >= {'baseline.' + name for name in ('population_risk_sum', 'highest_risk', 'average_risk',
                                                     'records', 'unique', 'loss')}
    assert 'baseline.release.population_risk_sum' in paths
    check_sections(page, CUSTODIAN | {'baseline'})
    pages.check_markup(page)
    baseline = re.search(r'<section id="baseline">(.*?)</section>', page, re.DOTALL)[1]
    after = report['risks']['after']['population_risk']['sum']
    assert report['baseline']['population_risk_sum'] > after and 'add up to <strong>less</strong>' in baseline
    assert report['baseline']['loss'] < report['loss'] and 'more detail' in baseline
    assert len(re.findall(r'<th scope="row" class="word">', baseline)) == len(report['baseline']['columns'])
    for found in report['baseline']['identifiers']['identifiers']:
        for sentence in found['evidence']:
            assert sentence in unescape(baseline), sentence
    for words in ('whole numbers, and one group from 90 on', 'the first 3 digits', 'removed'):
        assert words in baseline, words
    for column in report['baseline']['columns']:
        assert f"<td class=\"word\">{column['note']}</td></tr>" in baseline, column
    assert re.search(r'of these columns than the rule would: <bdi>admission</bdi>\.', baseline)
    page, _ = write_page(tool, folder, *options, '--insensitive', 'patient', '--set',
                         'column diagnosis.role=insensitive', '--set', 'models.model=k:2')
    assert re.search(r'than the rule would: <bdi>patient</bdi>, <bdi>admission</bdi>\.', page)
    public, _ = write_page(tool, folder, *options, audience='public')
    assert public == write_page(tool, folder, *options[:2], audience='public')[0]


def check_groups(tool, folder, data):
    """Alternatives no riskier than Safe Harbor: each medoid in words, as its difference from the rule."""
    for options, n_groups in (['--groups', '3'], 3), ([], None):
        page, report = write_page(tool, folder, *pages.write_choices_problem(folder, data), '--distortion',
                                  '--left-out', 'values', *options)
        paths = check_figures(page, report)
        pages.check_markup(page)
        choices = re.search(r'<section id="choices">(.*?)</section>', page, re.DOTALL)[1]
        first = [int(i) for i in re.findall(r'<strong>Number (\d+)', choices)]
        if n_groups is not None:
            assert first == [group['medoid'] for group in report['alternative_groups']['groups']] and len(first) == 3
        assert 2 <= len(first) <= 5
        for i in first:
            for name in ('population_risk_sum', 'highest_population_risk', 'loss', 'suppressed'):
                assert f'alternatives.{i}.{name}' in paths, (i, name)
        for i, box in zip(first, re.findall(r'<div class="box"><p><strong>Number .*?</div>', choices, re.DOTALL)):
            check_words(report, i, [unescape(text) for text in re.findall(r'<p class="words">(.*?)</p>', box)])
        check_rows(choices, report['alternatives'])


def check_tables(tool, folder, data):
    """What --sweep and --frontier tell stands beside the release of the problem as it is asked."""
    options = ['--problem', data / 'discharges.ini', '--distortion', '--left-out', 'values']
    for tables, expected in (
            (['--sweep', 'k=3,5,5001', '--sweep', 'suppression-limit=1%,5%', '--frontier', 'at-risk=0,0.02',
              '--report-threshold', '0.1'],
             ['tradeoff.cells.0.loss', 'tradeoff.cells.3.suppressed', 'tradeoff.cells.3.highest_risk',
              'risk_frontier.above', 'risk_frontier.points.1.threshold', 'risk_frontier.points.2.risk',
              'risk_frontier.points.6.loss']),
            (['--frontier', 'k=2..12'], ['frontier.steps.0.loss', 'frontier.steps.1.suppressed']),
            (['--frontier', 'suppression-limit'], ['frontier.steps.0.loss']),
            (['--sweep', 'column age.levels=0..1;2..'], ['tradeoff.cells.1.loss'])):
        page, report = write_page(tool, folder, *options, *tables)
        paths = check_figures(page, report)
        for path in expected:
            assert path in paths, (path, tables)
        pages.check_markup(page)
        known = {'answer', 'choices'} if 'risk_frontier' not in report else {'answer', 'choices', 'risk-frontier'}
        assert known <= set(re.findall(r'<section id="([\w-]+)"', page)), tables
        assert page.count('this release') == (1 if any('5%' in option for option in tables) else 0), tables
        if 'risk_frontier' in report:
            assert page.count('<strong>This release</strong>') == 1
            assert re.search(r'With <bdi>k</bdi> = <bdi>3</bdi>, <bdi>suppression-limit</bdi> = <bdi>5%</bdi>', page)
        public, _ = write_page(tool, folder, *options, *tables, audience='public')
        assert public == write_page(tool, folder, *options, *[o for o in tables[-2:] if 'threshold' in tables[-2]],
                                    audience='public')[0], tables


def check_unproven_tables(tool, folder, data):
    """Where no optimum is searched, none is claimed."""
    options = ['--problem', data / 'discharges.ini', '--sweep', 'k=3,5']
    for extra, words in ([], 'The least loss for each combination'), (['--algorithm', 'datafly'], 'may not be the least'):
        page, report = write_page(tool, folder, *options, *extra)
        assert words in page and any(cell['proven'] for cell in report['tradeoff']['cells']) == (not extra), extra


def check_risk_of_alternatives(tool, folder, data):
    """Alternatives are points of risk and loss, in their order behind the release."""
    options = [*pages.write_choices_problem(folder, data), '--frontier', 'population-risk']
    page, report = write_page(tool, folder, *options, '--distortion', '--left-out', 'values')
    assert 'risk_frontier.points.1.risk' in check_figures(page, report)
    pages.check_markup(page)
    release, *points = report['risk_frontier']['points']
    assert release['source'] == 'result' and release['loss'] == report['loss']
    assert [point['loss'] for point in points] == [found['loss'] for found in report['alternatives']]
    for point, found in zip(points, report['alternatives']):
        n_found = point['risk'] * (report['risk_frontier']['records'] - point['suppressed'])
        assert abs(n_found - found['population_risk_sum']) < 1e-6 * found['population_risk_sum'], (point, found)


def check_words(report, i, words):
    """The differences of the report, whose best policy is the one released and whose baseline is the rule."""
    own = report['alternatives'][i]
    best = next(j for j, other in enumerate(report['alternatives']) if other['from_best'] is None)
    assert report['alternatives'][best]['policy'] == report['optimum']
    expected = ('<strong>From the original data:</strong> ' + own['description'] if i == best else
                '<strong>From this release:</strong> ' + own['from_best'].replace(f'number {best}', 'this release'))
    assert words == [expected, '<strong>From the rule:</strong> '
                     + own['from_baseline'].replace('the baseline', 'the rule')], (words, own)


def check_rows(choices, alternatives):
    """By the definition: another one is nowhere worse, and somewhere better."""
    rows = re.findall(r'<tr><th scope="row" class="n">(\d+)</th>(.*?)</tr>', choices)
    assert len(rows) == min(20, len(alternatives))
    for number, row in rows:
        own = alternatives[int(number)]
        bettered = [other for other in alternatives
                    if other['population_risk_sum'] <= own['population_risk_sum'] and other['loss'] <= own['loss']
                    and (other['population_risk_sum'], other['loss'])
                    != (own['population_risk_sum'], own['loss'])]
        assert ('beaten by' in row) == bool(bettered) or 'this release' in row, number


def check_hostile(tool, folder):
    for audience in ('custodian', 'public'):
        page, _ = write_page(tool, folder, *pages.write_hostile_problem(folder), '--baseline',
                             'safe-harbor', '--sweep', f'column {pages.NAMES[0]}.levels=0..1;1..',
                             '--sweep', f'column {pages.NAMES[3]}.levels=0..1;1..', '--frontier', 'risk',
                             audience=audience)
        pages.check_markup(page)
        assert '<script' not in page and '<img' not in page and '" onload' not in page, audience
        assert not set('\u202e\u2066\u200b\x01') & set(page), audience
        assert '&lt;script&gt;' in page
        assert '\\u{202E}' in page


def check_fields(tool, folder, data):
    """What the problem file says of the release stands at the top of both pages, and not too much of it."""
    texts = {'title': 'Discharges & stays', 'purpose': '<i>research</i>', 'recipient': 'Ærøskøbing', 'custodian': 'us',
             'release-date': '2026-11-29', 'legal-basis': 'Article 89', 'release-number': '7'}
    fields = [o for key, text in texts.items() for o in ('--set', f'page.{key}={text}')]
    problem = ['--problem', data / 'discharges.ini']
    for audience in 'custodian', 'public':
        page, _ = write_page(tool, folder, *problem, *fields, audience=audience)
        head = re.search(r'<header>(.*?)</header>', page, re.DOTALL)[1]
        assert re.findall(r'<bdi>(.*?)</bdi></dd>', head) == [escape(texts[key]) for key in (
            'purpose', 'recipient', 'legal-basis', 'custodian', 'release-date', 'release-number')], head
        assert '<h1>Discharges &amp; stays</h1>' in head
        pages.check_markup(page)
    failed = subprocess.run([tool, 'run', *problem, '--set', 'page.purpose=' + 501 * 'x'], capture_output=True, check=False,
                            text=True)
    assert failed.returncode == 2 and 'at most 500 characters' in failed.stderr


def check_size(tool, folder):
    names = [f'column_{i}' for i in range(40)]
    table = folder / 'wide.csv'
    table.write_text(','.join(names) + '\n' + ''.join(
        ','.join(f'value_{i}_{random.randrange(60)}' for i in range(40)) + '\n' for _ in range(600)))
    settings = folder / 'wide.ini'
    settings.write_text(f'[input]\ninput={table}\n[models]\nmodel=k:2\n[limits]\nsuppression-limit=100%\n'
                        '[search]\nalgorithm=datafly\n[column column_*]\nrole=insensitive\n'
                        '[column column_?]\nrole=quasi-identifying\nrule=prefix:7,6\n')
    page, _ = write_page(tool, folder, '--problem', settings)
    assert len(page.encode()) < LIMIT, len(page)
    pages.check_markup(page)


def check_files(tool, folder, data):
    """The page appears together with the others, or not at all."""
    problem = ['--problem', data / 'discharges.ini', '--threads', '1', '--quiet']
    done = run(tool, 'run', *problem, '--page', '-')
    assert done.stdout.startswith('<!DOCTYPE html>') and done.stdout.endswith('</html>\n')
    for wrong in (['--page', folder / 'no' / 'page.html', '--output', folder / 'new.csv'],
                  ['--page', folder / 'new.csv', '--output', folder / 'new.csv'],
                  ['--page', data / 'discharges.csv'],
                  ['--page', folder / 'a.html', '--audience', 'all', '--output', folder / 'new.csv']):
        failed = subprocess.run([tool, 'run', *problem, *wrong], capture_output=True, check=False)
        assert failed.returncode == 2 and not (folder / 'new.csv').exists(), wrong


def check_one_reading(tool, folder):
    """Missing values on neither side, limits as they were set, thousands with commas, and 1/11 for 0.09."""
    table = folder / 'reading.csv'
    table.write_text('age,sex\n' + ''.join(f'{20 + i % 101},{("m", "f", "")[i % 3]}\n' for i in range(1111)))
    stated = ['--input', table, '--qi', 'age,sex', '--rule', 'age=intervals:10', '--rule', 'sex=suppress',
              '--suppression-limit', '3%', '--report-threshold', '0.09876']
    page, report = write_page(tool, folder, *stated, '--model', 'k:11', '--distortion', '--left-out', 'values')
    paths = dict(re.findall(r'data-figure="([^"]+)" data-value="([^"]+)"', page))
    check_figures(page, report)
    assert report['columns'][1]['level'] == 0 and report['columns'][1]['n_labels'] == 3
    for place in 'columns.1', 'distortion.columns.1':
        assert [paths[f'{place}.distinct.{side}'] for side in ('before', 'after')] == ['2', '2'], place
    text = unescape(re.sub(r'<(script|style|svg|code|pre).*?</\1>|<[^>]*>', '', page, flags=re.DOTALL))
    assert 'At most 33 of 1,111 records, a limit of 3\xa0%, could be withheld' in text
    assert 'The threshold of this page is 9.876\xa0%.' in text
    assert re.search(r'1/11 \(0\.09\)</th>.*?<strong>met</strong>', page)
    found = json.loads(run(tool, 'explore', *stated, '--model', 'k:2', '--frontier', 'risk=0.09', '--json').stdout)
    assert found['points'][0]['risk'] <= 1 / 12
    text = unescape(re.sub(r'<(script|style|svg|code|pre).*?</\1>|<[^>]*>', ' ', page, flags=re.DOTALL))
    assert not re.search(r'\b\d{4,} (of|records|persons|values)\b', text), text
    page, _ = write_page(tool, folder, *stated, '--model', 'k:1100')
    assert 'at least 1,100 records' in page


def main(tool, data):
    random.seed(1)
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        check_sample(tool, folder, data)
        check_other_problems(tool, folder)
        check_baseline(tool, folder, data)
        check_groups(tool, folder, data)
        check_tables(tool, folder, data)
        check_unproven_tables(tool, folder, data)
        check_risk_of_alternatives(tool, folder, data)
        check_hostile(tool, folder)
        check_fields(tool, folder, data)
        check_size(tool, folder)
        check_one_reading(tool, folder)
        check_files(tool, folder, data)


if __name__ == '__main__':
    main(sys.argv[1], Path(sys.argv[2]))
