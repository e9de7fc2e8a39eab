# SPDX-License-Identifier: LGPL-2.1-or-later
"""Tables of Python to datasets of the library, and back into the kind of table that came in."""
import datetime
import decimal
import itertools
from array import array
from collections.abc import Iterable, Mapping

from . import _arrow
from ._errors import EncodingError, InvalidArgumentError, ParseError
from ._library import NULL, call, decode, encode, ffi, lib, work


def _read_time(text):
    """A date or a time as the library writes it."""
    whole, point, fraction = text.rstrip('Z').partition('.')
    return datetime.datetime.fromisoformat(
        whole + point + (fraction.ljust(6, '0') if point else '') + ('+00:00' if text.endswith('Z') else ''))


_READERS = {0: None, 1: int, 2: float, 3: _read_time}
_REFUSED = (bytes, bytearray, list, tuple, set, frozenset, dict, datetime.timedelta, complex)


def float_text(value):
    """As the library writes floats: whole numbers have no exponent and no point."""
    return str(int(value)) if value == int(value) and abs(value) < 2 ** 53 else repr(value)


def _time_text(value):
    """A time without trailing zeros, in UTC if it has a time zone."""
    if isinstance(value, datetime.datetime) and value.tzinfo is not None:
        return _time_text(value.astimezone(datetime.timezone.utc).replace(tzinfo=None)) + 'Z'
    text = value.isoformat()
    return text.rstrip('0') if '.' in text else text


def _as_text(value):
    """The text of a value as the library makes it from Arrow."""
    if isinstance(value, str):
        return str.__str__(value)
    if isinstance(value, bool):
        return 'true' if value else 'false'
    if isinstance(value, int):
        return str(int(value))
    if isinstance(value, float):
        return float_text(float(value)) if abs(value) < float('inf') else str(value)
    if isinstance(value, (datetime.datetime, datetime.time)):
        return _time_text(value)
    if isinstance(value, datetime.date):
        return value.isoformat()
    if isinstance(value, decimal.Decimal):
        return format(value, 'f')
    has_text = type(value).__str__ is not object.__str__ or type(value).__repr__ is not object.__repr__
    if isinstance(value, _REFUSED) or not has_text:
        raise TypeError
    return str(value)


def _as_texts(values):
    """Timestamps of days alone are written as days, as pandas has no other dates."""
    values = list(values)
    if values and all(isinstance(value, datetime.datetime) and value.tzinfo is None
                      and value.time() == datetime.time() and not getattr(value, 'nanosecond', 0) for value in values):
        return [value.date().isoformat() for value in values]
    if all(type(value) is str for value in values):
        return values
    return [_as_text(value) for value in values]


def _find_type(values):
    """The library's type of a column of these values, as a number."""
    kinds = {type(value) for value in values}
    if not kinds or any(issubclass(kind, bool) for kind in kinds):
        return 0
    for number, members in (1, int), (2, (int, float, decimal.Decimal)), (3, datetime.date):
        if all(issubclass(kind, members) for kind in kinds):
            return number
    return 0


def _plain(value):
    """A scalar of numpy as a value of Python."""
    if str(getattr(value, 'dtype', '')).startswith('datetime64'):
        value = value.astype('datetime64[us]')
    return value.item() if hasattr(value, 'item') and hasattr(value, 'dtype') else value


def _is_missing(value):
    return value is None or type(value).__name__ in ('NaTType', 'NAType') or (
        isinstance(value, (float, decimal.Decimal)) and value != value)


class Column:
    """A column on its way in: for each row the number of its value, and the values with their texts."""

    def __init__(self, name, codes, values):
        self.codes, self.values = codes, values
        try:
            self.texts = _as_texts(values)
        except TypeError:
            kinds = ', '.join(sorted({type(value).__name__ for value in values}))
            raise InvalidArgumentError(f'column {name!r} has values of the type {kinds}, expected texts, numbers, '
                                       'dates, times or booleans') from None
        if len(set(self.texts)) < len(self.texts):
            # Values of several types, such as 1 and '1', that the library does not tell apart.
            self.values = self.texts
        self.type = _find_type(self.values)


def _from_list(name, values):
    if isinstance(values, (str, bytes)) or not isinstance(values, Iterable):
        raise InvalidArgumentError(f'column {name!r} is one value, expected a list of values')
    values = values.tolist() if hasattr(values, 'tolist') and 'datetime64' not in str(
        getattr(values, 'dtype', '')) else list(values)
    kinds = {type(value) for value in values}
    if any(hasattr(kind, 'dtype') for kind in kinds):
        values = [_plain(value) for value in values]
        kinds = {type(value) for value in values}
    if not kinds <= {str, int, bool, datetime.date}:
        values = [None if _is_missing(value) else value for value in values]
    if bool in kinds and len(kinds - {bool, type(None)}) > 0:
        # True equals 1, but is another value.
        values = [value if value is None else _as_text(value) for value in values]
    index = {}
    try:
        codes = array('I', [index.setdefault(value, len(index)) for value in values])
    except TypeError:
        # Without codes the constructor refuses the values.
        return Column(name, None, [value for value in values if type(value).__hash__ is None])
    return Column(name, *_set_missing_apart(codes, list(index)))


def _set_missing_apart(codes, values):
    """Moves the missing value behind the others, where its code is the number of values."""
    if None not in values:
        return codes, values
    at, last = values.index(None), len(values) - 1
    moved = [code - (code > at) for code in range(len(values))]
    moved[at] = last
    return array('I', [moved[code] for code in codes]), values[:at] + values[at + 1:]


def _from_series(pandas, name, series):
    if series.dtype == object and pandas.api.types.infer_dtype(series).startswith('mixed'):
        return _from_list(name, series)
    codes, values = pandas.factorize(series)
    codes = codes.astype('uint32')
    codes[codes == 0xffffffff] = len(values)
    return Column(name, codes, [_plain(value) for value in values.tolist()])


def _merge_equal(column):
    """The texts of the values, then that of the missing one; and codes without those of texts that occur twice."""
    texts = column.texts + ['']
    if len(set(texts)) == len(texts):
        return texts, column.codes
    index = {}
    moved = [index.setdefault(text, len(index)) for text in texts]
    return list(index), array('I', [moved[code] for code in column.codes])


def _make_texts(texts):
    """The texts as an array of pointers, and what keeps their memory."""
    try:
        data = '\0'.join(texts).encode() + b'\0'
    except UnicodeEncodeError as error:
        raise EncodingError(f'a text is not valid Unicode: {error.reason}') from None
    if data.count(0) != len(texts):
        raise EncodingError('a text has a NUL byte')
    is_short = len(data) == sum(map(len, texts)) + len(texts)
    lengths = map(len, texts if is_short else [text.encode() for text in texts])
    memory = ffi.from_buffer('char[]', data)
    start = int(ffi.cast('uintptr_t', memory))
    pointers = array('Q', list(itertools.accumulate((length + 1 for length in lengths), initial=start))[:-1])
    return ffi.cast('const char **', ffi.from_buffer(pointers)), (memory, data, pointers)


def _add_column(dataset, name, column):
    texts, codes = _merge_equal(column)
    values, kept = _make_texts(texts)
    data = ffi.from_buffer(codes)
    work(lib.deid_dataset_add_coded_column, dataset, encode(name), values, len(texts),
         data if len(codes) else NULL, 4 * len(codes), 4)
    del kept
    try:
        if column.type:
            call(lib.deid_dataset_set_column_type, dataset, encode(name), column.type, NULL)
    except ParseError:
        pass  # numbers that the library cannot hold, such as infinity, are texts


class Source:
    """A table that came in: its dataset, its kind, and the values behind the texts."""

    def __init__(self, frame, kind, dataset, columns, names, dtypes=()):
        self.frame_type, self.kind, self.dataset, self.dtypes = type(frame), kind, dataset, dict(dtypes)
        self.originals = {name: (column.values, column.texts) for name, column in columns.items()}
        self.names = names

    @staticmethod
    def from_columns(frame, kind, names, originals, is_needed, make, dtypes=()):
        """Columns by name, which @make makes one by one. A column that nobody needs is left out if its values are no
        texts, numbers, dates, times or booleans, or no valid Unicode."""
        dataset = ffi.gc(lib.deid_dataset_new(b'table'), lib.deid_dataset_unref)
        kept, length = {}, None
        for position, name in enumerate(names):
            try:
                column = make(position, name)
            except InvalidArgumentError:
                if is_needed(name):
                    raise
                continue
            if length not in (None, len(column.codes)):
                raise InvalidArgumentError(f'column {name!r} has {len(column.codes)} rows, expected {length} '
                                           'as the first column')
            length = len(column.codes)
            try:
                _add_column(dataset, name, column)
            except EncodingError as error:
                if is_needed(name):
                    raise EncodingError(f'column {name!r}: {error}') from None
                continue
            kept[name] = column
        return Source(frame, kind, dataset, kept, dict(zip(names, originals)), dtypes)


def _is_pandas(frame):
    return any(kind.__module__.split('.')[0] == 'pandas' and kind.__name__ == 'DataFrame'
               for kind in type(frame).__mro__)


def _read_pandas(frame, is_needed):
    import pandas

    names = [str(name) for name in frame.columns]
    return Source.from_columns(frame, 'pandas', names, frame.columns, is_needed, (
        lambda i, name: _from_series(pandas, name, frame.iloc[:, i])), zip(names, frame.dtypes))


def _read_mapping(frame, is_needed):
    return Source.from_columns(frame, 'dict', [str(name) for name in frame], list(frame), is_needed, (
        lambda i, name: _from_list(name, list(frame.values())[i])))


def _read_rows(frame, is_needed):
    rows = list(frame)
    if not all(isinstance(row, Mapping) for row in rows):
        raise TypeError('expected a data frame, a dict of lists or a list of dicts')
    names = list(dict.fromkeys(name for row in rows for name in row))
    return Source.from_columns(rows, 'rows', [str(name) for name in names], names, is_needed, (
        lambda i, name: _from_list(name, [row.get(names[i]) for row in rows])))


def read(frame, is_needed=lambda name: False):
    """A table as a Source."""
    if _is_pandas(frame):
        return _read_pandas(frame, is_needed)
    if hasattr(frame, '__arrow_c_stream__'):
        return Source(frame, 'arrow', _arrow.read(frame), {}, {})
    if isinstance(frame, Mapping):
        return _read_mapping(frame, is_needed)
    if isinstance(frame, Iterable) and not isinstance(frame, (str, bytes)):
        return _read_rows(frame, is_needed)
    raise TypeError(f'expected a data frame, a dict of lists or a list of dicts, not {type(frame).__name__}')


class Table:
    """A released table. It has the Arrow PyCapsule protocol: columns are dictionaries of texts there.

    >>> from deid import anonymize
    >>> table = anonymize({'age': [31, 34]}, {'age': 'intervals:10'}, models='k:2').table
    >>> table, table.to_dict(), table.to_rows()
    (<deid.Table of 2 rows: age>, {'age': ['30-39', '30-39']}, [{'age': '30-39'}, {'age': '30-39'}])
    """

    def __init__(self, dataset, source=None, lists=()):
        self._dataset, self._source, self._lists = dataset, source, lists
        self.columns = [decode(lib.deid_dataset_get_column_name(dataset, i))
                        for i in range(lib.deid_dataset_get_n_columns(dataset))]

    def __len__(self):
        return int(lib.deid_dataset_get_n_rows(self._dataset))

    def __repr__(self):
        return f'<deid.Table of {len(self)} rows: {", ".join(self.columns)}>'

    def __arrow_c_stream__(self, requested_schema=None):
        return _arrow.export(self._dataset, self._lists)

    def with_lists(self, *columns):
        """The same table, in which these columns are lists of values in Arrow: the values of a set, or one value.
        Elsewhere they stay texts."""
        return Table(self._dataset, self._source, columns)

    def _read(self, i):
        """For each row the number of its value, as bytes with the width of a number; and the texts."""
        width, n_bytes, n_values = ffi.new('guint *'), ffi.new('gsize *'), ffi.new('gsize *')
        codes = lib.deid_dataset_get_codes(self._dataset, i, width, n_bytes)
        values = ffi.gc(call(lib.deid_dataset_list_distinct, self._dataset, i, n_values), lib.deid_free)
        texts = [ffi.string(values[v]).decode() for v in range(n_values[0])]
        written = decode(lib.deid_dataset_get_suppressed_text(self._dataset, i))
        texts = [written if text == '*' else text for text in texts]
        data = ffi.buffer(codes, n_bytes[0]) if n_bytes[0] else b''
        return data, width[0], texts

    def _restore(self, i, texts):
        """The values of texts, and whether they are those that came in: all of them are, or they are made by the
        type of the column."""
        given = self._source.originals.get(self.columns[i]) if self._source else None
        if given is not None:
            known = dict(zip(given[1], given[0]))
            if all(text in known for text in texts if text):
                return [known[text] if text else None for text in texts], True
        make = _READERS[lib.deid_dataset_get_column_type(self._dataset, i)]
        if make is _read_time and lib.deid_dataset_get_column_format(self._dataset, i) != NULL:
            make = None  # not ISO
        try:
            values = [make(text) if text else None for text in texts] if make else None
        except ValueError:
            values = None
        if values is None:
            return [text or None for text in texts], False
        if make is _read_time and not any('T' in text for text in texts):
            return [value and value.date() for value in values], False
        return values, False

    def _list(self, i):
        data, width, texts = self._read(i)
        values, _ = self._restore(i, texts)
        return [values[code] for code in memoryview(data).cast('BHxI'[width - 1])]

    def to_dict(self):
        """The table as a dict of lists."""
        return {self._name(name): self._list(i) for i, name in enumerate(self.columns)}

    def to_rows(self):
        """The table as a list of dicts."""
        columns = self.to_dict()
        return [dict(zip(columns, row)) for row in zip(*columns.values())]

    def _name(self, name):
        return self._source.names.get(name, name) if self._source else name

    def _make_series(self, pandas, i):
        import numpy

        data, width, texts = self._read(i)
        kept = [number for number, text in enumerate(texts) if text]
        index = numpy.full(len(texts), -1)
        index[kept] = range(len(kept))
        codes, texts = index[numpy.frombuffer(data, dtype=f'u{width}')], [texts[number] for number in kept]
        values, is_original = self._restore(i, texts)
        dtype = self._source.dtypes.get(self.columns[i]) if self._source and is_original else None
        if dtype is None and not values:
            dtype = object
        if -1 in codes and any(isinstance(value, int) and abs(value) > 2 ** 53 for value in values):
            dtype = object  # floats would be other numbers
        # A code of -1 is in no index, and becomes the missing value of the type.
        series = pandas.Series(values, dtype=dtype).reindex(codes).reset_index(drop=True)
        # Other categories may be values of suppressed records.
        return series.cat.remove_unused_categories() if hasattr(series, 'cat') else series

    def to_pandas(self):
        """The table as a data frame of pandas."""
        import pandas

        columns = {self._name(name): self._make_series(pandas, i) for i, name in enumerate(self.columns)}
        return pandas.DataFrame(columns)

    def to_source_kind(self):
        """The table in the kind that came in."""
        kind = self._source.kind if self._source else 'dict'
        if kind == 'pandas':
            return self.to_pandas()
        if kind == 'rows':
            return self.to_rows()
        if kind == 'dict':
            return self.to_dict()
        return self._make_arrow_kind()

    def _make_arrow_kind(self):
        module = self._source.frame_type.__module__.split('.')[0]
        if module == 'polars':
            import polars

            return polars.DataFrame(self.to_dict())
        if module == 'pyarrow':
            import pyarrow

            return pyarrow.table(self.to_dict())
        return self
