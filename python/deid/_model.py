# SPDX-License-Identifier: LGPL-2.1-or-later
"""Privacy models in Python: functions that the library calls for each equivalence class."""
from __future__ import annotations

import itertools

from ._library import NULL, call, decode, encode, ffi, keep_failure, lib, libc, take_list

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any, Callable, Dict, Iterable, Optional, Union


class EquivalenceClass:
    """The records that have the same labels in all quasi-identifiers, for the time of a call of a model."""

    def __init__(self, pointer, table, made):
        self._pointer, self._table, self._made = pointer, table, made

    def _ask(self, function, *arguments):
        self._check()
        return function(self._pointer, *arguments)

    def _check(self):
        if self._pointer is None:
            raise ReferenceError('an equivalence class lasts as long as the call of the model that it is passed to')

    def _check_shows(self, what):
        self._check()
        if self._made.model.size_only:
            raise ValueError(f'{self._made.model}: a model of sizes only gets no {what}')

    def __repr__(self):
        return '<deid.EquivalenceClass>' if self._pointer is None else f'<deid.EquivalenceClass of {self.records}>'

    @property
    def records(self) -> int:
        """The number of records."""
        return self._ask(lib.deid_class_get_n_records)

    @property
    def persons(self) -> int:
        """The number of persons: of values of the entity column, or of records if the table has none."""
        return self._ask(lib.deid_class_get_n_persons)

    @property
    def population(self) -> Optional[int]:
        """The number of records of the population with the same labels; None without a population table."""
        self._check_shows('population')
        if not self._ask(lib.deid_class_has_population):
            return None
        return self._ask(lib.deid_class_get_n_population)

    @property
    def labels(self) -> Dict[str, Optional[str]]:
        """The common label of each quasi-identifier."""
        self._check_shows('labels')
        count, name = lib.deid_privacy_input_get_n_attributes, lib.deid_privacy_input_get_attribute_name
        return {decode(name(self._table, i)): decode(self._ask(lib.deid_class_get_label, i))
                for i in range(count(self._table))}

    def _count(self, column, get_counts, get_values=None):
        """Numbers of records by value."""
        self._check_shows('values')
        names = self._made.model.sensitive
        if not names or column not in (None, *names):
            raise ValueError(f'{self._made.model}: expected a sensitive column of the model, not {column!r}')
        which, n_values = names.index(column) if column else 0, ffi.new('guint32 *')
        counts = get_counts(which, n_values)
        numbers = get_values(which, n_values) if get_values else range(n_values[0])
        find = self._made.known[names[which]].get
        texts = [decode(lib.deid_privacy_input_get_value(self._table, which, numbers[i]))
                 for i in range(n_values[0])]
        return {find(text, text): counts[i] for i, text in enumerate(texts)}

    def counts(self, column: Optional[str] = None) -> Dict[Any, int]:
        """For each value of a sensitive column, by default of the first one, how many records have it; None is a
        missing value."""
        return self._count(column, lambda *to: self._ask(lib.deid_class_get_counts, *to),
                           lambda *to: self._ask(lib.deid_class_get_values, *to))

    def table_counts(self, column: Optional[str] = None) -> Dict[Any, int]:
        """The same for the whole table."""
        return self._count(column, lambda *to: lib.deid_privacy_input_get_counts(self._table, *to))


def _list_names():
    """The names of the library's models."""
    return {form.partition(':')[0] for form in take_list(lib.deid_privacy_model_list_specifications(NULL))}


class Model:
    """A privacy model of your own, for the `models` of a call. :func:`anonymize` suppresses the equivalence classes
    that it does not accept.

    :param specification: its name and its parameters, such as `outsiders:5`: reports and stored policies have it. No
        model of the library may have the name
    :param accept: a function of an :class:`EquivalenceClass`, which returns whether the class may be released
    :param sensitive: the sensitive columns whose values the function gets
    :param closure: what holds whenever classes are joined: `'superset'`: one that is accepted still is when any
        records join it; `'union'`: two that are accepted are accepted together; `'none'`. Searches prune by it: a
        promise that is not true makes them miss the optimum
    :param size_only: whether the function gets nothing but numbers of records and persons, which saves time
    :param recheck: a second function of the class, written by the definition as plainly as possible, by which the
        released table is verified; by default `accept`

    An exception of a function ends the call with this exception. One thread at a time calls the functions, and not
    always the one that called the package.

    >>> def accept(eq_class):
    ...     return eq_class.records - max(eq_class.counts().values()) >= 1
    >>> mixed = Model('mixed:1', accept, sensitive='illness', closure='superset')
    >>> patients = {'age': [31, 34, 36, 47, 42, 45], 'illness': ['flu', 'cold', 'flu', 'flu', 'flu', 'flu']}
    >>> from deid import anonymize
    >>> anonymize(patients, {'age': 'intervals:10,20'}, models=['k:2', mixed], sensitive='illness',
    ...           suppression=0.5).frame['age']
    ['30-39', '30-39', '30-39']
    """

    def __init__(self, specification: str, accept: Callable[[EquivalenceClass], Any], *,
                 sensitive: Union[str, Iterable[str]] = (), closure: str = 'none', size_only: bool = False,
                 recheck: Optional[Callable[[EquivalenceClass], Any]] = None):
        if not isinstance(specification, str) or not callable(accept) or not (recheck is None or callable(recheck)):
            raise TypeError("expected a specification such as 'outsiders:5', and functions")
        if specification.partition(':')[0] in _list_names():
            raise ValueError(f'{specification!r} is a model of the library, expected another name')
        number = ffi.typeof('DeidClosure').relements.get(f'DEID_CLOSURE_{str(closure).upper()}')
        if number is None:
            raise ValueError(f"closure is {closure!r}, expected 'none', 'union' or 'superset'")
        self.specification, self.accept, self.recheck = specification, accept, recheck or accept
        self.sensitive = [sensitive] if isinstance(sensitive, str) else [str(name) for name in sensitive]
        self.closure, self.size_only = number, bool(size_only)

    def __repr__(self):
        return f'<deid.Model {self.specification}>'


class _Made:
    """A model for one table: values come back as they came in."""

    def __init__(self, model, originals):
        self.model = model
        self.known = {name: dict(zip(*reversed(originals.get(name, ((), ()))))) for name in model.sensitive}

    def judge(self, function, pointer, table):
        eq_class = EquivalenceClass(pointer, table, self)
        try:
            return bool(function(eq_class))
        finally:
            eq_class._pointer = None


# What the slots of the library's models need, by the number that they get as their data.
_made, _numbers = {}, itertools.count(1)


def _as_number(pointer):
    return int(ffi.cast('uintptr_t', pointer))


def _guard(function):
    """A callback that returns FALSE after an exception, which the call of the library then raises."""
    def run(*arguments):
        try:
            return function(*arguments)
        except BaseException as failure:
            keep_failure(failure)
            return 0
    return run


def _describe(data):
    return libc.strdup(encode(_made[_as_number(data)].model.specification))


def _prepare(table, data, state, error):
    # The other slots need no more than the table, which is valid as long as the state is.
    state[0] = ffi.cast('gpointer', table)
    return 1


def _accept(eq_class, state, data, passes, error):
    made = _made[_as_number(data)]
    passes[0] = made.judge(made.model.accept, eq_class, ffi.cast('DeidPrivacyInput *', state))
    return 1


def _recheck(eq_class, table, data, verdict, error):
    made = _made[_as_number(data)]
    verdict[0] = 1 if made.judge(made.model.recheck, eq_class, table) else -1
    return 1


def _forget(data):
    del _made[_as_number(data)]


# As long as the process: the library may drop a model while Python ends.
_slots = {}


def _make_slots():
    if not _slots:
        _slots.update(describe=ffi.callback('DeidDescribeFunc', _describe, error=NULL),
                      prepare=ffi.callback('DeidPrivacyPrepareFunc', _prepare),
                      accept=ffi.callback('DeidJudgeFunc', _guard(_accept)),
                      recheck=ffi.callback('DeidRecheckFunc', _guard(_recheck)),
                      forget=ffi.callback('GDestroyNotify', _forget))
    return _slots


def make(model, source):
    """A model of the library that calls a model of the host."""
    if not isinstance(model, Model):
        raise TypeError(f'expected a deid.Model, not {type(model).__name__}')
    slots, number = _make_slots(), next(_numbers)
    _made[number] = _Made(model, source.originals if source else {})
    data, funcs = ffi.cast('gpointer', number), ffi.gc(lib.deid_privacy_model_funcs_new(),
                                                       lib.deid_privacy_model_funcs_unref)
    lib.deid_privacy_model_funcs_set_describe(funcs, slots['describe'], data, slots['forget'])
    lib.deid_privacy_model_funcs_set_prepare(funcs, slots['prepare'], data, NULL)
    lib.deid_privacy_model_funcs_set_accept(funcs, slots['accept'], data, NULL)
    lib.deid_privacy_model_funcs_set_recheck(funcs, slots['recheck'], data, NULL)
    names = [ffi.new('char[]', encode(name)) for name in model.sensitive]
    lib.deid_privacy_model_funcs_set_sensitive(funcs, ffi.new('char *[]', [*names, NULL]))
    lib.deid_privacy_model_funcs_set_closure(funcs, model.closure)
    lib.deid_privacy_model_funcs_set_size_only(funcs, model.size_only)
    return call(lib.deid_privacy_model_new, funcs)
