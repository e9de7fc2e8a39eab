# SPDX-License-Identifier: LGPL-2.1-or-later
"""From arguments to a job and its release."""
import difflib
import os
from collections import namedtuple
from collections.abc import Mapping

from ._errors import Error, InvalidArgumentError, RoleError
from ._library import NULL, Work, call, decode, encode, ffi, lib, own, work
from ._release import _read_json, from_job
from ._tables import read

Progress = namedtuple('Progress', 'share loss lower_bound evaluated seconds')


def _take_list(memory):
    """The texts of a list that the library made, which is freed."""
    texts = []
    while memory[len(texts)] != NULL:
        texts.append(own(memory[len(texts)]))
    lib.deid_free(memory)
    return texts


_sections = {}


def _find_section(key):
    """The section of a key; that of columns last, which has some names again."""
    if not _sections:
        sections = ffi.new('char ***')
        keys = _take_list(lib.deid_job_list_keys(sections, NULL, NULL))
        for name, section in zip(keys, _take_list(sections[0])):
            if not section.startswith('column'):
                _sections.setdefault(name, section)
    if key not in _sections:
        near = difflib.get_close_matches(key, _sections, 1)
        hint = f", did you mean '{near[0].replace('-', '_')}'?" if near else ''
        raise TypeError(f"no setting is called '{key.replace('-', '_')}'{hint}")
    return _sections[key]


def _as_value(value):
    """The text of a setting: of a list its items, with semicolons between them."""
    if isinstance(value, bool):
        return 'yes' if value else 'no'
    if isinstance(value, (list, tuple)):
        return ';'.join(_as_value(item).replace('\\', '\\\\').replace(';', '\\;') for item in value)
    if isinstance(value, float):
        return repr(value)
    return os.fspath(value) if hasattr(value, '__fspath__') else str(value)


def _set(job, section, key, value, origin=None):
    if value is not None:
        call(lib.deid_job_set, job, encode(section), encode(key), encode(_as_value(value)), encode(origin))


def _get_column_section(column):
    return own(lib.deid_job_get_column_section(encode(str(column))))


def _set_columns(job, columns, role, origin, done):
    """Columns by name, or a mapping from a name to a rule or to the keys of the column."""
    if columns is None:
        return
    if isinstance(columns, str):
        columns = [columns]
    for column in columns:
        if column in done:
            raise RoleError(f'column {str(column)!r} is in {done[column]} and in {origin}, expected one role')
        done[column] = origin
        section = _get_column_section(column)
        _set(job, section, 'role', role, origin)
        rule = columns[column] if isinstance(columns, Mapping) else None
        for key, value in (rule.items() if isinstance(rule, Mapping) else [('rule', rule)]):
            _set(job, section, key.replace('_', '-'), value, origin)


def _new_job():
    return own(lib.deid_job_new())


def _get(job, section, key):
    return decode(lib.deid_job_get(job, encode(section), encode(key)))


def _suggest_rules(job, source, columns):
    """Gives quasi-identifiers without a rule those that the library suggests. Returns: these rules."""
    if (_get(job, 'lattice', 'hierarchies') or _get(job, 'search', 'recoding') == 'cells'
            or _get(job, 'lattice', 'generalize-by') == 'cuts'):
        return {}
    left = [column for column in columns if not any(
        _get(job, _get_column_section(column), key) for key in ('rule', 'hierarchy', 'joint', 'generalize-by'))]
    suggested = {}
    if not left:
        return suggested
    found = {row['column']: row for row in _read_json(_suggest(source))['columns']}
    for column in left:
        row = found.get(column)
        if row is None:
            continue
        rule = row['rule'] or row['other_rule']
        if rule is None:
            raise InvalidArgumentError(f'column {column!r}: no rule suits it, expected one')
        suggested[column] = rule
        for key, value in ('rule', rule), ('type', row['type']), ('format', row['format']):
            if not _get(job, _get_column_section(column), key):
                _set(job, _get_column_section(column), key, value, 'the suggestion')
    return suggested


def _suggest(source):
    return work(lib.deid_report_new_suggestions, source.dataset, NULL, NULL)


def _call_progress(progress, handle):
    ffi.from_handle(handle).tell(progress)


class _Watch:
    """Passes the progress of a search on to a function of the caller."""

    callback = None

    def __init__(self, function):
        self.function, self.failure, self.running = function, None, None
        self.handle = ffi.new_handle(self)
        if _Watch.callback is None:
            _Watch.callback = ffi.callback('void (DeidProgress *, gpointer)', _call_progress)

    def tell(self, progress):
        loss = ffi.new('double *')
        has_loss = lib.deid_progress_get_loss(progress, loss)
        try:
            if self.failure is None:
                self.function(Progress(
                    lib.deid_progress_get_share_done(progress), loss[0] if has_loss else None,
                    lib.deid_progress_get_lower_bound(progress), lib.deid_progress_get_n_evaluated(progress),
                    lib.deid_progress_get_seconds(progress)))
        except BaseException as failure:
            self.failure = failure
            self.running.cancel()


def _search(job, progress, interrupt):
    if _get(job, 'search', 'evaluate'):
        return work(lib.deid_job_run, job)
    search = call(lib.deid_job_make_search, job)
    problem = work(lib.deid_job_get_problem, job)
    watch = None
    running = Work(lib.deid_search_run, search, problem)
    if progress is not None:
        watch = _Watch(progress)
        watch.running = running
        call(lib.deid_search_set_progress_func, search, _Watch.callback, watch.handle, NULL)
    try:
        found = running.finish(interrupt == 'best')
    except Error:
        if watch is None or watch.failure is None:
            raise
    if watch is not None and watch.failure is not None:
        raise watch.failure
    return work(lib.deid_job_choose, job, found)


def _finish(job, source, progress, interrupt, suggested=None):
    if interrupt not in ('raise', 'best'):
        raise ValueError(f"interrupt is {interrupt!r}, expected 'raise' or 'best'")
    if not lib.deid_job_is_set(job, b'search', b'threads'):
        _set(job, 'search', 'threads', 'all')
    result = _search(job, progress, interrupt)
    return from_job(job, result, source, suggested)


def anonymize(df, quasi_identifiers, *, models, sensitive=None, insensitive=None, entity=None, suppression=0,
              columns=None, progress=None, interrupt='raise', **settings):
    """Releases a table so that it meets privacy models and loses as little detail as possible.

    >>> import deid
    >>> patients = {'age': [31, 34, 36, 47, 42, 45], 'illness': ['flu', 'cold', 'flu', 'cold', 'flu', 'flu']}
    >>> release = deid.anonymize(patients, {'age': 'intervals:10,20'}, models='k:3', sensitive='illness')
    >>> sorted(set(release.frame['age']))
    ['30-39', '40-49']
    >>> release.suppressed, release.policy
    (0, 'age:1')
    """
    source = read(df)
    job = _new_job()
    done = {}
    _set_columns(job, quasi_identifiers, 'quasi-identifying', 'quasi_identifiers', done)
    _set_columns(job, sensitive, 'sensitive', 'sensitive', done)
    _set_columns(job, insensitive, 'insensitive', 'insensitive', done)
    _set_columns(job, entity, 'entity', 'entity', done)
    for column, keys in (columns or {}).items():
        for key, value in keys.items():
            _set(job, _get_column_section(column), key.replace('_', '-'), value, 'columns')
    _set(job, 'models', 'model', models, 'models')
    _set(job, 'limits', 'suppression-limit', suppression or None, 'suppression')
    for key, value in settings.items():
        _set(job, _find_section(key.replace('_', '-')), key.replace('_', '-'), value, key)
    names = [column for column, origin in done.items() if origin == 'quasi_identifiers']
    suggested = _suggest_rules(job, source, names)
    call(lib.deid_job_set_dataset, job, source.dataset)
    return _finish(job, source, progress, interrupt, suggested)
