# SPDX-License-Identifier: LGPL-2.1-or-later
"""The functions of the package."""
from __future__ import annotations

import os
from collections import namedtuple
from collections.abc import Iterable

from ._errors import Error
from ._job import OF_POLICIES, Job, list_keys
from ._library import NULL, Work, call, encode, ffi, lib, read_json, take_list, work
from ._model import Model, make as make_model
from ._release import Outcome, Release, from_job, from_policy
from ._tables import read

TYPE_CHECKING = False
if TYPE_CHECKING:  # typing takes longer to load than the rest of the package
    from typing import Any, Callable, Dict, List, Mapping, Optional, Union

    Models = Union[str, Model, Iterable[Union[str, Model]]]
    Columns = Union[None, str, Iterable[str], Mapping[str, Any]]
    Problem = Union[str, os.PathLike[str], Mapping[str, Mapping[str, Any]]]


class Progress(namedtuple('Progress', 'share loss lower_bound evaluated seconds')):
    """How far a search has come: `share` of the work that is done, from 0 to 1, an estimate; `loss` of the best
    solution so far, or None; `lower_bound` of the loss; number of policies `evaluated`; `seconds`."""

    __slots__ = ()


class _Watch:
    """Passes the progress of a search on to a function, whose exception ends the search."""

    callback = None

    def __init__(self, function, search, running):
        self.function, self.running, self.failure = function, running, None
        self.handle = ffi.new_handle(self)
        if _Watch.callback is None:
            _Watch.callback = ffi.callback('void (DeidProgress *, gpointer)',
                                           lambda progress, handle: ffi.from_handle(handle).tell(progress))
        call(lib.deid_search_set_progress_func, search, _Watch.callback, self.handle, NULL)

    def tell(self, progress):
        loss = ffi.new('double *')
        has_loss = lib.deid_progress_get_loss(progress, loss)
        if self.failure is not None:
            return
        try:
            self.function(Progress(
                lib.deid_progress_get_share_done(progress), loss[0] if has_loss else None,
                lib.deid_progress_get_lower_bound(progress), lib.deid_progress_get_n_evaluated(progress),
                lib.deid_progress_get_seconds(progress)))
        except BaseException as failure:
            self.failure = failure
            self.running.cancel()


def _make_bar():
    """Shows progress by tqdm."""
    from tqdm.auto import tqdm

    bar = tqdm(total=1.0, bar_format='{l_bar}{bar}| {elapsed}')
    return bar, lambda progress: bar.update(progress.share - bar.n)


def _list_models(models):
    """A list of what may also be one model."""
    if isinstance(models, (str, Model)):
        return [models]
    if isinstance(models, Iterable):
        return list(models)
    raise TypeError(f"models is a {type(models).__name__}, expected models such as ['k:5', 'dl:2']")


def _make_problem(job):
    problem = work(lib.deid_job_get_problem, job.handle)
    for model in job.models:
        call(lib.deid_problem_add_privacy_model, problem, make_model(model, job.source))
    return problem


def _search(job, progress, interrupt):
    """The result of the search of a job."""
    problem = _make_problem(job)
    if job.get('search', 'evaluate'):
        return work(lib.deid_job_run, job.handle)
    search = call(lib.deid_job_make_search, job.handle)
    running = Work(lib.deid_search_run, search, problem)
    watch, bar = None, None
    if progress is True:
        bar, progress = _make_bar()
    if progress:
        watch = _Watch(progress, search, running)
    try:
        found = running.finish(interrupt == 'best')
    except Error:
        if watch is None or watch.failure is None:
            raise
    finally:
        if bar is not None:
            bar.close()
    if watch is not None and watch.failure is not None:
        raise watch.failure
    return work(lib.deid_job_choose, job.handle, found)


def _finish(job, progress, interrupt):
    if interrupt not in ('raise', 'best'):
        raise ValueError(f"interrupt is {interrupt!r}, expected 'raise' or 'best'")
    if not (progress is None or isinstance(progress, bool) or callable(progress)):
        raise TypeError(f'progress is a {type(progress).__name__}, expected a function, True or None')
    _set_threads(job)
    return from_job(job, _search(job, progress, interrupt))


def _set_threads(job):
    """All cores, unless the job says how many."""
    if not lib.deid_job_is_set(job.handle, b'search', b'threads'):
        job.set('search', 'threads', 'all')


def anonymize(df: Any, quasi_identifiers: Columns = None, *, models: Models,
              sensitive: Columns = None, insensitive: Columns = None, entity: Columns = None,
              suppression: Union[float, str] = 0, columns: Optional[Mapping[str, Mapping[str, Any]]] = None,
              progress: Union[None, bool, Callable[[Progress], Any]] = None, interrupt: str = 'raise',
              **settings: Any) -> Release:
    """Releases a table so that it meets privacy models and loses as little detail as possible.

    Columns that no argument names are not released.

    :param df: a data frame of pandas, a dict of lists, a list of dicts, or any object with the Arrow PyCapsule
        protocol, such as a data frame of polars or a table of pyarrow
    :param quasi_identifiers: the columns that identify a person in combination: names, for which rules are
        suggested, or a dict from names to rules such as `'intervals:5,10'`. A dict in place of a rule has keys of
        `[column NAME]` in problem files, such as `{'hierarchy': 'age.csv', 'levels': '0..2'}`
    :param models: the privacy models, such as `['k:5', 'dl:2@diagnosis']`; also a :class:`Model` of your own
    :param sensitive: columns that are released as they are, and that models protect
    :param insensitive: columns that are released as they are
    :param entity: the column that names the person of a record
    :param suppression: the share of the records that may be suppressed, such as 0.05 or `'5%'`
    :param columns: further keys of columns, such as `{'w': {'role': 'weight'}}`
    :param progress: a function of a :class:`Progress`, which another thread calls; or True for a bar of tqdm
    :param interrupt: what Ctrl-C does: `'raise'` KeyboardInterrupt, or end the search and release the `'best'`
        solution so far
    :param settings: other keys of a problem file, such as `keep_order=True` or `time_limit=10`

    >>> patients = {'age': [31, 34, 36, 47, 42, 45], 'illness': ['flu', 'cold', 'flu', 'cold', 'flu', 'flu']}
    >>> release = anonymize(patients, {'age': 'intervals:10,20'}, models='k:3', sensitive='illness')
    >>> sorted(set(release.frame['age']))
    ['30-39', '40-49']
    >>> release.suppressed, release.policy
    (0, 'age:1')
    """
    job = Job()
    for key, argument in ('model', 'models'), ('suppression_limit', 'suppression'):
        if settings.get(key) is not None:
            raise TypeError(f"'{key}' is the argument {argument}")
    job.set_roles((('quasi_identifiers', 'quasi-identifying', quasi_identifiers),
                   ('sensitive', 'sensitive', sensitive), ('insensitive', 'insensitive', insensitive),
                   ('entity', 'entity', entity)))
    job.set_columns(columns)
    listed = _list_models(models)
    job.models = [model for model in listed if isinstance(model, Model)]
    names = [model for model in listed if not isinstance(model, Model)]
    job.set('models', 'model', models if isinstance(models, str) else names, 'models')
    job.set('limits', 'suppression-limit', suppression or None, 'suppression')
    job.set_all(settings)
    job.use(read(df, job.names))
    job.suggest_rules()
    return _finish(job, progress, interrupt)


def _load(problem, df, models, settings):
    """A job of a problem file and its table."""
    job = Job()
    job.models = _list_models(models)
    job.load(problem)
    job.set_all(settings, df is not None)
    if df is not None:
        job.use(read(df, job.names))
    job.suggest_rules()
    return job


def run(problem: Problem, df: Any = None, *, models: Iterable[Model] = (),
        progress: Union[None, bool, Callable[[Progress], Any]] = None, interrupt: str = 'raise',
        **settings: Any) -> Release:
    """Runs a problem file, which states everything about a release.

    The files of `[output]` are not written: the result has the table, the page and the stored policy.

    :param problem: the path of the file, its text, or a dict from sections to keys and values
    :param df: the table, in place of the file of `[input]`; the release of a file is a dict of lists
    :param models: models of your own, in addition to those of the file
    :param progress: as for :func:`anonymize`
    :param interrupt: as for :func:`anonymize`
    :param settings: keys that replace those of the file, as for :func:`anonymize`

    >>> problem = {'column age': {'role': 'quasi-identifying', 'rule': 'intervals:10'}, 'models': {'model': 'k:2'}}
    >>> release = run(problem, [{'age': 31}, {'age': 34}, {'age': 38}])
    >>> release.frame
    [{'age': '30-39'}, {'age': '30-39'}, {'age': '30-39'}]
    """
    return _finish(_load(problem, df, models, settings), progress, interrupt)


def _list_columns(policy):
    """The columns that a stored policy releases; none if the library will refuse it."""
    import json

    try:
        members = json.loads(policy)
        return {*members['roles'], *(attribute['name'] for attribute in members['attributes']),
                *(part for parts in members.get('joint_columns', {}).values() for part in parts)}
    except (ValueError, KeyError, TypeError, AttributeError, RecursionError):
        return set()


def apply(stored_policy: Union[str, os.PathLike[str]], df: Any, *, unknown: str = 'error',
          suppression: Union[None, float, str] = None, models: Iterable[Model] = (), **settings: Any) -> Release:
    """Releases a further table, such as that of the next month, by a policy that was stored.

    :param stored_policy: `Release.stored_policy` of an earlier release, or the path of a file of it
    :param df: a table with the same columns
    :param unknown: what becomes of values that the policy does not know: an `'error'`, `'suppress'` their
        records, or label them as the `'top'` of the hierarchy
    :param suppression: the share of the records that may be suppressed, such as 0.05 or `'5%'`, in place of the
        stored limit
    :param models: the models of your own that the earlier release met
    :param settings: `keep_order`, `keep_suppressed`, `seed`, `threads`, `pseudonym`, `key_file`, `report_threshold`,
        `minimum_cell`, `population_size` and `show_values`, as in problem files

    >>> january = anonymize({'age': [31, 34, 47, 42]}, {'age': 'intervals:10'}, models='k:2')
    >>> apply(january.stored_policy, {'age': [51, 58]}).frame
    {'age': ['50-59', '50-59']}
    """
    text = stored_policy
    if not (isinstance(text, str) and text.lstrip().startswith('{')):
        with open(os.fspath(stored_policy), encoding='utf-8') as file:
            text = file.read()
    value, options = ffi.new('int *'), ffi.gc(lib.deid_stored_policy_options_new(),
                                              lib.deid_stored_policy_options_unref)
    if not lib.deid_enum_get_value(b'DeidUnknownValues', encode(str(unknown)), value):
        raise ValueError(f"unknown is {unknown!r}, expected 'error', 'suppress' or 'top'")
    call(lib.deid_stored_policy_options_set_unknown_values, options, value[0])
    job = Job()
    if suppression is not None:
        job.set('limits', 'suppression-limit', suppression, 'suppression')
        number, percent, _ = job.get('limits', 'suppression-limit').partition('%')
        call(lib.deid_stored_policy_options_set_suppression_limit, options,
             float(number) / 100 if percent else float(number))
    job.set_all(settings, allowed=OF_POLICIES)
    _set_threads(job)
    names = _list_columns(text)
    job.take(read(df, lambda name: name in names))
    for model in _list_models(models):
        call(lib.deid_stored_policy_options_add_privacy_model, options, make_model(model, job.source))
    policy = work(lib.deid_stored_policy_new_from_json_text, encode(text), options)
    return from_policy(job, work(lib.deid_stored_policy_evaluate, policy, job.source.dataset, options))


class Suggestions:
    """What the library suggests for a table: a role, a type and a rule of each column, with the evidence."""

    def __init__(self, report: Dict[str, Any]):
        #: By name of a column its `role`, `type`, `rule`, `missing_codes` and `evidence`.
        self.columns: Dict[str, Dict[str, Any]] = {row['column']: row for row in report['columns']}
        #: A problem file to read and to correct.
        self.problem: str = report['problem']

    def arguments(self) -> Dict[str, Any]:
        """The problem as arguments of :func:`anonymize`: columns by role, each with its keys."""
        from urllib.parse import unquote

        job, arguments = Job(), {}
        job.load(self.problem)
        for section in take_list(lib.deid_job_list_column_sections(job.handle)):
            keys = {key: value for key in list_keys()[1] if (value := job.get(section, key))}
            argument = keys['role'].replace('quasi-identifying', 'quasi_identifiers')
            if argument in ('quasi_identifiers', 'sensitive', 'insensitive', 'entity'):
                del keys['role']
            elif argument != 'identifying':
                argument = 'columns'
            arguments.setdefault(argument, {})[unquote(section.partition(' ')[2])] = keys
        arguments.pop('identifying', None)
        if job.get('input', 'drop'):
            arguments['drop'] = job.get('input', 'drop')
        return arguments

    def __str__(self):
        return self.problem

    def __repr__(self):
        return '<deid.Suggestions\n' + '\n'.join(
            f'  {name}: {row["role"]}' + (f', {row["rule"]}' if row['rule'] else '')
            for name, row in self.columns.items()) + '>'


def suggest(df: Any) -> Suggestions:
    """Suggests a role, a type and a rule for each column. It decides nothing: only you know the table.

    >>> table = {'age': [31, 34, 47, 42], 'income': [3000, 2500, 3000, 4000]}
    >>> suggest(table)
    <deid.Suggestions
      age: quasi-identifying, intervals:5,10,20,40
      income: sensitive>
    >>> suggest(table).arguments()['quasi_identifiers']
    {'age': {'type': 'integer', 'rule': 'intervals:5,10,20,40'}}
    """
    return Suggestions(read_json(work(lib.deid_report_new_suggestions, read(df).dataset, NULL, NULL)))


def verify(problem: Problem, certificate: Union[str, os.PathLike[str]], df: Any = None, *,
           models: Iterable[Model] = ()) -> Outcome:
    """Checks a certificate, which :meth:`Release.certify` wrote, without the code that makes searches fast.

    :param problem: the problem of the release, such as `Release.problem`, as for :func:`run`
    :param certificate: the path of the certificate
    :param df: the table, in place of the file of `[input]`
    :param models: models of your own that the release met

    It raises CertificateError if the certificate does not prove that the policy is the optimum of the problem.

    >>> ages = {'age': [31, 34, 47, 42]}
    >>> release = anonymize(ages, {'age': 'intervals:10'}, models='k:2')
    >>> from tempfile import NamedTemporaryFile
    >>> with NamedTemporaryFile() as file:
    ...     release.certify(file.name)
    ...     verify(release.problem, file.name, ages).policy
    'age:1'
    """
    job = _load(problem, df, models, {})
    # The job lends its problem.
    return Outcome(work(lib.deid_problem_verify_certificate, _make_problem(job), encode(os.fspath(certificate)), NULL))
