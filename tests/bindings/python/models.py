# SPDX-License-Identifier: LGPL-2.1-or-later
"""Privacy models in Python judge as those of the library and of the tutorial, and their exceptions end the call.

usage: models.py SOURCE
"""
import csv
import functools
import gc
import os
import re
import signal
import subprocess
import sys
import tempfile
import unittest
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import deid
import deid._model

source = sys.argv[1]
DATA = Path(source, 'examples/data')
PERSONS = {'age': [31, 34, 36, 47, 42, 45], 'illness': ['flu', 'cold', 'flu', 'flu', 'flu', 'flu'],
           'cost': [3, 4, 5, None, 7, 7]}
RULES = {'age': 'intervals:10,20'}


@functools.lru_cache()
def read_table():
    with open(DATA / 'discharges.csv', encoding='utf-8', newline='') as file:
        rows = list(csv.DictReader(file, delimiter=';'))
    return {name: [row[name] for row in rows] for name in rows[0]}


def release_sample(models, **settings):
    return deid.anonymize(read_table(), {'age': 'intervals:5,10,20', 'zip': 'prefix:4,3'}, models=models,
                          suppression=0.05, **settings)


def release(accept, **settings):
    arguments = {'sensitive': 'illness', 'insensitive': 'cost', 'suppression': 0.5, **settings}
    names = [arguments['sensitive']] if arguments['sensitive'] else []
    return deid.anonymize(PERSONS, RULES, models=deid.Model('own:1', accept, sensitive=names), **arguments)


def outsiders(eq_class):
    """The model of examples/06-your-own-model.c."""
    counts = eq_class.counts()
    known = [n for insurer, n in counts.items() if insurer is not None]
    return eq_class.records - counts.get(None, 0) - max(known, default=0) >= 5


class Verdicts(unittest.TestCase):
    def compare(self, own, models, **settings):
        ours, theirs = release_sample([own], **settings), release_sample(models, **settings)
        self.assertEqual((ours.policy, ours.loss, ours.suppressed, ours.lower_bound),
                         (theirs.policy, theirs.loss, theirs.suppressed, theirs.lower_bound))
        self.assertGreater(ours.suppressed, 0)

    def test_sizes(self):
        for size_only in False, True:
            self.compare(deid.Model('own-k:5', lambda eq_class: eq_class.records >= 5, closure='superset',
                                    size_only=size_only), ['k:5'])

    def test_persons(self):
        self.compare(deid.Model('own-k:5', lambda eq_class: eq_class.persons >= 5), ['k:5'], entity='patient')

    def test_values(self):
        self.compare(deid.Model('own-dl:4', lambda eq_class: len(eq_class.counts('diagnosis')) >= 4,
                                sensitive=['diagnosis']), ['dl:4'], sensitive='diagnosis')

    def test_distances(self):
        """t-closeness with equal distances, by its definition."""
        def accept(eq_class):
            counts, table = eq_class.counts(), eq_class.table_counts()
            n, all_records = eq_class.records, sum(table.values())
            distance = sum(abs(counts.get(value, 0) * all_records - table[value] * n) for value in table)
            return 10 * distance <= 2 * 6 * n * all_records

        self.compare(deid.Model('own-te:0.6', accept, sensitive='diagnosis'), ['te:0.6'], sensitive='diagnosis')

    def test_tutorial(self):
        expected = re.search(r'^with 5 outsiders\n  policy (.*), loss (.*), (\d+) records',
                             Path(source, 'examples/06-your-own-model.out').read_text(), re.MULTILINE)
        for closure in 'superset', 'none':
            done = deid.anonymize(
                read_table(), {name: {'hierarchy': DATA / f'hierarchy_{name}.csv'}
                               for name in ('age', 'sex', 'zip', 'admission')},
                models=['k:5', deid.Model('outsiders:5', outsiders, sensitive='insurance', closure=closure)],
                sensitive='insurance', suppression=0.05)
            self.assertEqual((done.policy, f'{done.loss:.6f}', str(done.suppressed)), expected.groups())


class Classes(unittest.TestCase):
    def test_what_a_class_has(self):
        seen = {}

        def accept(eq_class):
            seen.setdefault(eq_class.labels['age'], (eq_class.records, eq_class.persons, eq_class.population,
                                                     eq_class.counts(), eq_class.counts('cost')))
            self.assertEqual(eq_class.table_counts('cost'), {3: 1, 4: 1, 5: 1, 7: 2, None: 1})
            self.assertEqual(repr(eq_class), f'<deid.EquivalenceClass of {eq_class.records}>')
            return True

        deid.anonymize(PERSONS, {'age': {'rule': 'intervals:10,20', 'levels': '1..2'}},
                       models=[deid.Model('own', accept, sensitive=['illness', 'cost'])],
                       sensitive=['illness', 'cost'], algorithm='exhaustive')
        self.assertEqual(seen['40-49'], (3, 3, None, {'flu': 3}, {7: 2, None: 1}))
        self.assertEqual(seen['30-39'], (3, 3, None, {'flu': 2, 'cold': 1}, {3: 1, 4: 1, 5: 1}))

    def test_population(self):
        with tempfile.TemporaryDirectory() as folder:
            path = Path(folder, 'population.csv')
            path.write_text('age\n' + '\n'.join('31 34 36 38 47 42 45'.split()) + '\n')
            done = release(lambda eq_class: eq_class.population >= 4, sensitive=None, population=path)
        self.assertEqual(set(done.frame['age']), {'30-39'})

    def test_class_of_the_past(self):
        kept = []
        release(lambda eq_class: not kept.append(eq_class))
        self.assertEqual(repr(kept[0]), '<deid.EquivalenceClass>')
        for ask in (lambda: kept[0].records, lambda: kept[0].labels, kept[0].counts, kept[0].table_counts):
            with self.assertRaises(ReferenceError):
                ask()

    def test_what_a_model_may_not_ask(self):
        with self.assertRaisesRegex(ValueError, "expected a sensitive column of the model, not 'age'"):
            release(lambda eq_class: eq_class.counts('age'))
        own = deid.Model('own', lambda eq_class: eq_class.labels, size_only=True)
        with self.assertRaisesRegex(ValueError, 'of sizes only'):
            deid.anonymize(PERSONS, RULES, models=own)
        sizes = deid.Model('own', lambda eq_class: eq_class.counts(), sensitive='illness', size_only=True)
        with self.assertRaisesRegex(ValueError, 'of sizes only'):
            deid.anonymize(PERSONS, RULES, models=sizes, sensitive='illness')

    def test_what_is_no_model(self):
        for error, arguments in ((TypeError, (None, bool)), (TypeError, ('own', 5)), (ValueError, ('k:5', bool)),
                                 (TypeError, ('own', bool, 5))):
            with self.subTest(arguments), self.assertRaises(error):
                deid.Model(*arguments[:2], recheck=arguments[2] if len(arguments) > 2 else None)


class Calls(unittest.TestCase):
    def test_verification(self):
        """The second function judges the release."""
        own = deid.Model('own', lambda eq_class: True, recheck=lambda eq_class: eq_class.records > 3)
        with self.assertRaises(deid.VerificationError):
            deid.anonymize(PERSONS, RULES, models=['k:3', own])

    def test_exceptions(self):
        class Own(Exception):
            pass

        def fail(eq_class):
            raise Own

        def fail_late(eq_class):
            raise SystemExit

        for threads in 1, 2:
            with self.assertRaises(Own):
                release(fail, threads=threads)
            with self.assertRaises(ZeroDivisionError):
                release(lambda eq_class: 1 // 0, evaluate='age:1')
        with self.assertRaises(SystemExit):
            deid.anonymize(PERSONS, RULES, models=deid.Model('own', lambda eq_class: True, recheck=fail_late))
        with ThreadPoolExecutor(2) as pool, self.assertRaises(Own):
            list(pool.map(lambda i: release(fail), range(2)))
        self.assertEqual(release(lambda eq_class: True).policy, 'age:0')

    def test_interrupt(self):
        def accept(eq_class):
            os.kill(os.getpid(), signal.SIGINT)
            return True

        with self.assertRaises(KeyboardInterrupt):
            deid.anonymize({'age': list(range(1000)) * 2}, {'age': {'type': 'integer'}}, generalize_by='cuts',
                           models=['k:5', deid.Model('own', accept)], time_limit='none')

    def test_threads(self):
        """Threads judge different tables by one model at a time."""
        own = deid.Model('own', lambda eq_class: len(eq_class.counts()) >= 2, sensitive='s')

        def run(n):
            done = deid.anonymize({'q': ['a'] * n + ['b'] * 3, 's': list(range(n)) + [1] * 3}, {'q': 'suppress'},
                                  models=own, sensitive='s', suppression=0.9)
            return len(done.table)

        with ThreadPoolExecutor(4) as pool:
            self.assertEqual(list(pool.map(run, range(2, 22))), list(range(2, 22)))

    def test_mistakes(self):
        def accept(eq_class):
            return True

        for error, make in ((ValueError, lambda: deid.Model('own', accept, closure='all')),
                            (deid.InvalidArgumentError, lambda: release_sample(deid.Model('', accept))),
                            (deid.InvalidArgumentError, lambda: release_sample(deid.Model('own@x', accept))),
                            (deid.UnknownColumnError,
                             lambda: release_sample(deid.Model('own', accept, sensitive='nosuch'))),
                            (TypeError, lambda: deid.run(DATA / 'discharges.ini', models=['k:5']))):
            with self.subTest(error), self.assertRaises(error):
                make()

    def test_stored_policy_file_and_proof(self):
        mixed = deid.Model('mixed:1', lambda eq_class: len(eq_class.counts()) > 1, sensitive='illness')
        done = deid.anonymize(PERSONS, RULES, models=['k:2', mixed], sensitive='illness', suppression=0.5)
        self.assertEqual(done.frame['age'], ['30-39'] * 3)
        self.assertIn('mixed:1@illness', done.page())
        with self.assertRaisesRegex(deid.ParseError, "model 2, 'mixed'"):
            deid.apply(done.stored_policy, PERSONS)
        later = {'age': [51, 58, 41, 48], 'illness': ['flu', 'flu', 'flu', 'cold']}
        self.assertEqual(deid.apply(done.stored_policy, later, models=[mixed]).frame['age'], ['40-49'] * 2)
        again = deid.run(done.problem, PERSONS, models=[mixed])
        self.assertEqual((again.policy, again.loss), (done.policy, done.loss))
        with tempfile.TemporaryDirectory() as folder:
            path = Path(folder, 'proof.jsonl')
            done.certify(path)
            self.assertEqual(deid.verify(done.problem, path, PERSONS, models=[mixed]).loss, done.loss)
            with self.assertRaises(deid.CertificateError):
                deid.verify(done.problem, path, PERSONS)

    def test_nothing_is_left(self):
        for _ in range(3):
            release(lambda eq_class: True).report['risks']
            with self.assertRaises(ZeroDivisionError):
                release(lambda eq_class: 1 // 0)
        gc.collect()
        self.assertEqual(deid._model._made, {})

    def test_end_of_python(self):
        """A release that lives to the end of the process is freed then."""
        done = subprocess.run([sys.executable, '-c', 'import deid\n'
                               'own = deid.Model("own", lambda eq_class: True)\n'
                               'deid.kept = deid.anonymize({"a": [1, 1]}, {"a": "suppress"}, models=own)'],
                              stdout=subprocess.PIPE, stderr=subprocess.STDOUT, check=True)
        self.assertEqual(done.stdout, b'')


if __name__ == '__main__':
    unittest.main(argv=sys.argv[:1])
