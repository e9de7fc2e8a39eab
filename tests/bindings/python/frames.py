# SPDX-License-Identifier: LGPL-2.1-or-later
"""Data frames of pandas, polars and pyarrow go into the Python package and come back in their kind. Those that are
not installed are skipped.

usage: frames.py SOURCE
"""
import contextlib
import datetime
import decimal
import io
import os
import sys
import unittest
from pathlib import Path

from gate import find_python

try:
    import pandas
except ImportError:
    python = find_python('pandas, cffi')
    if sys.executable == python or os.environ.get('DEID_FRAMES_PYTHON'):
        raise
    os.environ['DEID_FRAMES_PYTHON'] = python
    os.execv(python, [python, *sys.argv])

import deid
import numpy

source = sys.argv[1]
N = 40


def release(frame, names, **settings):
    return deid.anonymize(frame, {'g': 'suppress'}, models='k:2', insensitive=names, keep_order=True, **settings)


def make_columns():
    """Columns of each kind that pandas has."""
    times = pandas.date_range('2024-01-30 06:00', periods=N, freq='7h')
    texts = [('a', 'b', 'ö')[i % 3] for i in range(N)]
    columns = {
        'int64': numpy.arange(N) * 3, 'int8': numpy.arange(N).astype('int8'), 'uint64': numpy.arange(N).astype('u8'),
        'float64': numpy.arange(N) / 7, 'float32': (numpy.arange(N) / 7).astype('f4'),
        'bool': numpy.arange(N) % 2 == 0, 'text': texts, 'category': pandas.Categorical(texts),
        'ordered': pandas.Categorical(texts, ['ö', 'b', 'a'], ordered=True),
        'time': times, 'day': times.normalize(), 'zone': times.tz_localize('Europe/Berlin'),
        'Int64': pandas.array([None if i % 5 == 0 else i for i in range(N)], 'Int64'),
        'boolean': pandas.array([None if i % 5 == 0 else i % 2 == 0 for i in range(N)], 'boolean'),
        'string': pandas.array([None if i % 5 == 0 else f's{i}' for i in range(N)], 'string'),
        'NaN': [float('nan') if i % 5 == 0 else i / 4 for i in range(N)],
        'NaT': [pandas.NaT if i % 5 == 0 else times[i] for i in range(N)],
        'None': [None if i % 5 == 0 else f's{i}' for i in range(N)],
        'dates': [time.date() for time in times], 'decimals': [decimal.Decimal(i) / 4 for i in range(N)],
        'period': pandas.period_range('2024-01', periods=N, freq='M'),
        'interval': pandas.cut(numpy.arange(N), 4), 'empty': [None] * N, 'all NaN': numpy.full(N, numpy.nan),
        'all NaT': pandas.DatetimeIndex([pandas.NaT] * N),
    }
    return pandas.DataFrame({'g': ['x'] * N, **columns})


class Pandas(unittest.TestCase):
    def test_kinds_come_back(self):
        frame = make_columns()
        done = release(frame, [name for name in frame if name != 'g'])
        self.assertIsInstance(done.frame, pandas.DataFrame)
        for name in frame:
            with self.subTest(name):
                pandas.testing.assert_series_equal(done.frame[name], frame[name])

    def test_mixed_columns(self):
        frame = pandas.DataFrame({'g': ['x'] * 4, 'v': [True, 1, 'a', None], 'w': [1, '1', 2.5, datetime.date.max]})
        done = release(frame, ['v', 'w']).frame
        self.assertEqual(done['v'].tolist()[:3], ['true', '1', 'a'])
        self.assertEqual(done['w'].tolist(), ['1', '1', '2.5', '9999-12-31'])

    def test_index_is_not_released(self):
        frame = pandas.DataFrame({'g': ['x'] * 3, 'v': [1, 2, 3]}, index=['Ann', 'Bob', 'Cid'])
        for index in frame.index, pandas.MultiIndex.from_tuples([(1, 2), (3, 4), (5, 6)]), [7, 7, 7]:
            done = release(frame.set_axis(index), ['v']).frame
            self.assertEqual(done.index.tolist(), [0, 1, 2])
            self.assertEqual(done.columns.tolist(), ['g', 'v'])

    def test_names(self):
        frame = pandas.DataFrame({'g': ['x'] * 2, 7: [1, 2], ('a', 'b'): [3, 4]})
        done = deid.anonymize(frame, {'g': 'suppress'}, models='k:2', insensitive=[7, ('a', 'b')], keep_order=True)
        self.assertEqual(list(done.frame), ['g', 7, ('a', 'b')])
        with self.assertRaises(deid.DuplicateColumnError):
            release(pandas.DataFrame([[1, 2]], columns=['g', 'g']), [])

    def test_labels_and_suppressed_records(self):
        frame = pandas.DataFrame({'age': [31, 34, 47, 42, 99], 'n': [1, 2, 3, 4, 5],
                                  'c': pandas.Categorical(list('abcde'))})
        done = deid.anonymize(frame, {'age': 'intervals:10'}, models='k:2', insensitive='n', sensitive='c',
                              suppression=0.2, keep_order=True, keep_suppressed=True).frame
        self.assertEqual(done['age'].tolist(), ['30-39', '30-39', '40-49', '40-49', '*'])
        self.assertEqual(done['n'].dtype, frame['n'].dtype)
        self.assertTrue(pandas.isna(done['c'][4]))
        self.assertEqual(done['c'].tolist()[:4], list('abcd'))

    def test_categories_of_suppressed_records_are_not_released(self):
        illness = pandas.Categorical(['flu', 'cold', 'flu', 'cold', 'plague'],
                                     ['plague', 'flu', 'cold', 'gout'], ordered=True)
        frame = pandas.DataFrame({'age': [31, 34, 47, 42, 99], 'c': illness})
        done = deid.anonymize(frame, {'age': 'intervals:10'}, models='k:2', sensitive='c', suppression=0.2).frame
        self.assertEqual(done['c'].cat.categories.tolist(), ['flu', 'cold'])
        self.assertTrue(done['c'].cat.ordered)

    def test_numbers_that_the_library_computes(self):
        frame = pandas.DataFrame({'age': [31, 34, 36, 47, 42, 45], 'n': [1, 2, 4, 8, 9, 10]})
        done = deid.anonymize(frame, {'age': 'intervals:10', 'n': 'suppress'}, models='k:3', minimum_bin=3,
                              columns={'n': {'microaggregate': 'mean'}}, keep_order=True).frame
        self.assertEqual(done['n'].tolist(), [7 / 3] * 3 + [9.0] * 3)

    def test_sample_table(self):
        path = Path(source, 'examples/data/discharges.csv')
        frame = pandas.read_csv(path, sep=';', dtype={'zip': str, 'sex': 'category'}, parse_dates=['admission'])
        done = deid.anonymize(frame, ['age', 'zip', 'admission'], sensitive='diagnosis', insensitive=['sex', 'charge'],
                              models='k:5', suppression=0.05)
        texts = pandas.read_csv(path, sep=';', dtype=str)
        same = deid.anonymize(texts.to_dict('list'), ['age', 'zip', 'admission'], sensitive='diagnosis',
                              insensitive=['sex', 'charge'], models='k:5', suppression=0.05)
        self.assertEqual((done.loss, done.policy, done.suppressed), (same.loss, same.policy, same.suppressed))
        self.assertEqual(done.frame.astype(str).values.tolist(),
                         pandas.DataFrame(same.frame).astype(str).values.tolist())
        self.assertEqual(str(done.frame['sex'].dtype), 'category')

    def test_nullable_types(self):
        frame = pandas.DataFrame({'age': pandas.array([31, 32, 41, None], 'Int64'),
                                  'b': pandas.array([True, False, True, True], 'boolean')})
        done = deid.anonymize(frame, {'age': 'intervals:10'}, models='k:1', insensitive='b', keep='age > 31',
                              keep_order=True)
        pandas.testing.assert_frame_equal(done.frame, frame[1:3].reset_index(drop=True))
        self.assertEqual(deid.anonymize(frame, {'b': 'groups:true=any,false=any'}, models='k:4').policy, 'b:1')

    def test_suppressed_beside_missing(self):
        frame = pandas.DataFrame({'n': [31, 31, 99, 99, 45], 'b': [True, True, False, False, True],
                                  'i': [2 ** 60 + 1] * 2 + [2 ** 60 + 3] * 3})
        rule = {'rule': 'suppress', 'levels': '0', 'suppressed': 'empty'}
        done = deid.anonymize(frame, {'n': rule, 'b': rule}, models='k:2', suppression=0.5, keep_suppressed=True,
                              keep_order=True, missing=['false', 99.0], sensitive='i')
        self.assertEqual(done.frame['b'][:2].tolist(), [True, True])
        self.assertTrue(done.frame['b'][2:].isna().all())
        self.assertTrue(done.frame['n'][2:].isna().all())
        self.assertEqual(done.frame['i'][:4].tolist(), frame['i'][:4].tolist())

    def test_messages_without_values(self):
        frame = pandas.DataFrame({'age': [31, 32], 'name': ['Ann', 'Bob']})
        for arguments in ({'entity': frame['name']}, {'sensitive': frame.set_index('name')['age']},
                          {'sensitive': frame[['name']]}, {'population': frame}, {'title': frame['name']}):
            with self.subTest(list(arguments)), self.assertRaisesRegex(TypeError, 'expected') as caught:
                deid.anonymize(frame, {'age': 'intervals:10'}, models='k:2', **arguments)
            self.assertNotRegex(str(caught.exception), 'Ann|Bob')

    def test_arguments_of_pandas(self):
        frame = pandas.DataFrame({'a': list('xyxy'), 'b': [1, 1, 2, 2]})
        done = deid.anonymize(frame, {'a': 'suppress'}, models='k:2', insensitive=frame.columns[1:])
        self.assertEqual(list(done.frame), ['a', 'b'])
        self.assertEqual(deid.anonymize(frame, pandas.Index(['a']), models='k:2').policy, 'a:0')

    def test_arrays_in_a_dict(self):
        days = numpy.array(['2024-01-01', 'NaT', '2024-01-03'], 'M8[ns]')
        done = release({'g': numpy.array(['x'] * 3), 'n': numpy.arange(3), 's': pandas.Series([0.5, None, 2]),
                        'd': days}, ['n', 's', 'd'])
        self.assertEqual(done.frame, {'g': ['x'] * 3, 'n': [0, 1, 2], 's': [0.5, None, 2.0], 'd': [
            datetime.datetime(2024, 1, 1), None, datetime.datetime(2024, 1, 3)]})

    def test_empty_frame(self):
        with self.assertRaises(deid.EmptyError):
            release(make_columns()[:0], [])


class Bar(unittest.TestCase):
    def test_tqdm(self):
        try:
            import tqdm  # noqa: F401
        except ImportError:
            self.skipTest('tqdm is not installed')
        shown = io.StringIO()
        with contextlib.redirect_stderr(shown):
            deid.anonymize({'a': [1, 1, 2, 2]}, {'a': 'suppress'}, models='k:2', progress=True)
        self.assertIn('100%', shown.getvalue())


class Others(unittest.TestCase):
    """By the Arrow PyCapsule protocol."""

    COLUMNS = {'g': ['x'] * 4, 'text': ['a', None, 'b', 'a'], 'n': [1, 2, None, 3], 'x': [0.5, None, 2.0, 1.0],
               'day': [datetime.date(2024, 2, 29), None, datetime.date(1999, 1, 1), datetime.date(2024, 2, 29)]}

    def check(self, frame, kind, to_dict):
        done = release(frame, ['text', 'n', 'x', 'day'])
        self.assertIsInstance(done.frame, kind)
        self.assertEqual(to_dict(done.frame), self.COLUMNS)

    def test_polars(self):
        try:
            import polars
        except ImportError:
            self.skipTest('polars is not installed')
        self.check(polars.DataFrame(self.COLUMNS), polars.DataFrame, lambda frame: frame.to_dict(as_series=False))

    def test_pyarrow(self):
        try:
            import pyarrow
        except ImportError:
            self.skipTest('pyarrow is not installed')
        self.check(pyarrow.table(self.COLUMNS), pyarrow.Table, lambda table: table.to_pydict())


if __name__ == '__main__':
    unittest.main(argv=sys.argv[:1], verbosity=2)
