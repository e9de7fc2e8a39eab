# SPDX-License-Identifier: LGPL-2.1-or-later
"""What pages say of local recodings, of numbers in place of labels, of weights and of time limits: figures
are counted in the released table, and the public reads words alone.

    test-page-local.py TOOL DATA_DIRECTORY
"""
import csv
import json
import re
import subprocess
import sys
import tempfile
from collections import Counter
from html import unescape
from pathlib import Path

import pages

LOCAL = ['--recoding', 'local', '--iterations', '500']
CELLS = ['--recoding', 'cells', '--iterations', '500']
WITHHELD = ['--quality', 'loss:arith:0.1', '--model', 'k:100']
SHIFTED = 'Records to change'


class Run:
    """A page by its sections, as plain text and as markup, with the report and both tables."""

    def __init__(self, tool, folder, data, *options, audience='custodian'):
        page, release = folder / 'page.html', folder / 'release.csv'
        done = subprocess.run(
            [tool, 'run', '--input', data / 'discharges.csv', '--delimiter', ';', '--hierarchies', data / 'hierarchy_',
             '--qi', 'age,sex,zip', '--sensitive', 'diagnosis', '--insensitive', 'charge', '--model', 'k:5',
             '--set', 'column age.type=integer', '--set', 'column charge.type=decimal', '--output', release,
             '--keep-order', '--distortion', '--json', '--page', page, '--audience', audience, *options],
            capture_output=True, check=True, env=pages.ENVIRONMENT)
        self.report = json.loads(done.stdout)
        self.page = page.read_text(encoding='utf-8')
        self.sections = dict(re.findall(r'<section id="([\w-]+)">(.*?)</section>', self.page, re.DOTALL))
        self.rows, self.before = (list(csv.DictReader(open(path, encoding='utf-8'), delimiter=';'))
                                  for path in (release, data / 'discharges.csv'))
        pages.check_markup(self.page)

    def says(self, section):
        """The words of a section."""
        return unescape(re.sub(r'<[^>]+>', '', self.sections[section]))

    def describes(self, column):
        """The cells of a column in the section on columns."""
        row = re.search(rf'<bdi>{column}</bdi></th>(.*?)</tr>', self.sections['columns'])[1]
        return [unescape(re.sub(r'<[^>]+>', '', cell)) for cell in re.findall(r'<td.*?</td>', row)]


def show(share):
    """A share as pages show it."""
    return f'{100 * share:.3g}\xa0%'


def check_shares(run_with):
    """Shares before and after are the same where nothing is withheld, and are not shown."""
    for options in (LOCAL, CELLS):
        run = run_with(*options)
        assert run.report['suppressed'] == 0
        data = run.says('data')
        assert SHIFTED not in data and 'Shares of the values' not in data
        assert 'shares are not compared: each group of records that look alike has labels of its own' in data
        assert 'distortion.columns.0.mean.after' in run.page and 'distortion.pairs.0' in run.page
        assert 'look more strongly associated' in data
    run = run_with(*LOCAL, *WITHHELD, '--set', 'limits.suppression-limit=5%')
    assert run.report['suppressed'] > 0
    assert SHIFTED in run.says('data') and 'They do not show what the labels hide' in run.says('data')
    data = run_with('--set', 'limits.suppression-limit=5%').says('data')
    assert SHIFTED in data and 'labels of its own' not in data and 'strongly' not in data


def get_share_of_variance(run, column):
    """The squared differences of the released numbers, over those of the mean."""
    pairs = [(float(old[column]), float(new[column])) for old, new in zip(run.before, run.rows) if new[column]]
    mean = sum(old for old, _ in pairs) / len(pairs)
    return sum((old - new) ** 2 for old, new in pairs) / sum((old - mean) ** 2 for old, _ in pairs)


def check_class_numbers(run_with):
    """A column without labels is described by its numbers, of policies and local recodings."""
    for options in (LOCAL, []):
        for method in 'mean', 'median':
            run = run_with(*options, '--microaggregate', f'age={method}', '--set',
                           f'column charge.microaggregate={method}')
            words = f'the {method} of each group of records that look alike; '
            became, values, distinct = run.describes('age')[:3]
            lost = f"{show(get_share_of_variance(run, 'age'))} of the variance is lost"
            assert became.startswith(words + lost), (became, lost)
            assert values == 'numbers in place of labels' and distinct == '100'
            lost = f"{show(get_share_of_variance(run, 'charge'))} of the variance is lost"
            assert f'charge: released with one number for each group: {words}{lost}' in run.says('columns')
            for path, value in re.findall(r'data-figure="microaggregation.(\d).share_of_variance" '
                                          r'data-value="([^"]+)"', run.page):
                assert run.report['microaggregation'][int(path)]['share_of_variance'] == float(value)
            assert 'For a range, the figures use its middle.' not in run.says('data')
            assert run.says('data').count(f'Each record has the {method} of its group.') == 2
    assert 'For a range, the figures use its middle.' in run_with(*LOCAL).says('data')
    public = run_with(*LOCAL, '--microaggregate', 'age=mean', audience='public')
    assert 'age: released with one number for each group: the mean of each group' in public.says('columns')
    assert 'variance' not in public.page and 'microaggregation' not in public.page


def check_empty_numbers(run_with):
    """Classes of fewer records than the minimum have no number."""
    run = run_with(*LOCAL, '--microaggregate', 'age=mean', '--set', 'release.minimum-bin=6')
    n = sum(row['age'] == '' for row in run.rows)
    assert n > 0 and f'{n:,} released records have an empty cell' in run.says('data'), n


def check_bin_means(run_with):
    """The page names the column of means, and says what they stand for."""
    for audience in 'custodian', 'public':
        for scope, words in ('table', 'the mean of all released records with the same label'), \
                            ('class', 'the mean of each group'):
            run = run_with(*LOCAL, '--set', f'column age.bin-mean={scope}', audience=audience)
            assert 'age_mean' in run.rows[0]
            assert f'the column age_mean next to it has {words}' in run.says('columns')
            assert 'For a label with a mean next to it, the figures use this mean' in run.says('data')
        assert 'next to it' not in run_with(*LOCAL, audience=audience).says('columns')


def check_weights(run_with):
    """Weights of columns are told, and what the mean is of."""
    request = run_with('--set', 'column zip.loss-weight=10').says('request')
    assert 'the loss is the weighted mean over the columns' in request
    assert 'The weights of the columns are age 1, sex 1, zip 10:' in request
    request = run_with('--set', 'column zip.loss-weight=10', '--quality', 'precision:geo').says('request')
    assert 'the weighted geometric mean over the columns' in request
    request = run_with().says('request')
    assert 'the loss is the mean over the columns' in request and 'weight' not in request


def check_public(run_with):
    """The public reads how to count, and the same whatever was withheld."""
    for audience in 'custodian', 'public':
        columns = run_with(*LOCAL, audience=audience).says('columns')
        for words in ('has labels of its own', 'labels of several levels', 'ranges can overlap', '*',
                      'not missing at random'):
            assert words in columns, words
        columns = run_with(*CELLS, audience=audience).says('columns')
        assert 'then it reads *' in columns and 'not missing at random' in columns
        assert 'missing at random' not in run_with(audience=audience).says('columns')
    assert len({run_with(*LOCAL, *WITHHELD, '--set', f'limits.suppression-limit={limit}',
                         audience='public').sections['columns'] for limit in ('0', '5%')}) == 1


def check_steps(run_with):
    """A search by steps could take more of them."""
    run = run_with(*LOCAL)
    assert 'The search took the 500 steps that were asked for. More steps may lose less.' in run.says('proof')
    assert 'The search finished.' not in run.page
    assert 'its limit of steps' in run_with(*LOCAL, '--set', 'search.step-limit=50').says('proof')
    for options in ['--recoding', 'local', '--algorithm', 'mondrian'], []:
        assert 'The search finished.' in run_with(*options).says('proof')


def check_repetition(run_with):
    """How many steps there is time for depends on the machine, and which are taken as well."""
    for limit, options in ('60', ['--iterations', '500']), ('0.1', ['--iterations', 'auto']):
        run = run_with('--recoding', 'local', '--time-limit', limit, *options)
        assert 'A run with a time limit does not repeat exactly' in run.says('repeat')
        assert '<code>iterations=' not in run.page
    assert 'ended at its time limit' in run.says('proof')
    for options in LOCAL, [*LOCAL, '--set', 'search.step-limit=50'], ['--time-limit', '60']:
        assert 'does not repeat' not in run_with(*options).page


def check_runs(run_with):
    """Of a column with cuts, the share of the records that keep their number."""
    run = run_with(*LOCAL, '--set', 'column age.generalize-by=cuts')
    n = sum(row['age'].isdigit() for row in run.rows)
    column = next(column for column in run.report['columns'] if column['name'] == 'age')
    assert 0 < n == column['records_by_level'][0]
    assert run.describes('age')[0] == f'group by group: {show(n / 5000)} of the records keep their value'


def check_labels(run_with):
    """Of a local recoding the labels that most records have come first, with their shares."""
    run = run_with(*LOCAL, *WITHHELD, '--set', 'limits.suppression-limit=5%')
    for column in 'age', 'sex', 'zip':
        counts = sorted(Counter(row[column] for row in run.rows).items(), key=lambda item: (-item[1], item[0]))
        shown = ', '.join(f'{label} ({show(n / len(run.rows))})' for label, n in counts[:10])
        more = f' and {len(counts) - 10} more' if len(counts) > 10 else ''
        assert run.describes(column)[1] == shown + more, (run.describes(column), shown, more)


def check_words(run_with):
    """A certificate may prove a bound; dl looks at other columns than the quasi-identifiers."""
    words = run_with('--model', 'dl:2').says('words')
    assert 'no choice loses less than the bound' in words
    assert 'these columns alone' not in words


def check_forced(run_with):
    """A person can have several values: two persons then need not have one of two finer labels each."""
    for unit, options in ('records', []), ('persons', ['--entity', 'patient']):
        limits = run_with(*LOCAL, *options).says('limits')
        assert f'two {unit}, each with a single value in a column' in limits, limits


def main(tool, data):
    with tempfile.TemporaryDirectory() as name:
        def run_with(*options, audience='custodian'):
            return Run(tool, Path(name), data, *options, audience=audience)

        for check in (check_shares, check_class_numbers, check_empty_numbers, check_bin_means, check_weights,
                      check_public, check_steps, check_repetition, check_runs, check_labels, check_words,
                      check_forced):
            check(run_with)


if __name__ == '__main__':
    main(sys.argv[1], Path(sys.argv[2]))
