# SPDX-License-Identifier: LGPL-2.1-or-later
"""What a run gives: the released table, its figures, its reports and its page."""
import html
from collections.abc import Mapping

from ._library import NULL, call, decode, encode, ffi, lib, own, work
from ._tables import Table

_OF_JOB = ('risks', 'input_risks', 'warnings', 'distortion', 'left_out', 'bias', 'attribute_risks', 'explanation',
           'statistics', 'baseline')


def _read_json(report):
    import json

    return json.loads(call(lib.deid_report_to_json, report))


class Reports(Mapping):
    """Reports by kind, such as `risks`. Each is made when it is asked for, and is a dict like the JSON of the
    command. `docs/figures.md` explains the figures. They are for the custodian; `public()` makes those that the
    public may read."""

    def __init__(self, make, kinds, is_public=False):
        self._make, self._kinds, self._is_public, self._made = make, kinds, is_public, {}

    def __getitem__(self, kind):
        if kind not in self._kinds:
            raise KeyError(kind)
        if kind not in self._made:
            report = self._make(kind)
            if self._is_public:
                report = work(lib.deid_report_new_public, report)
            self._made[kind] = _read_json(report)
        return self._made[kind]

    def __iter__(self):
        return iter(self._kinds)

    def __len__(self):
        return len(self._kinds)

    def __repr__(self):
        return f'<deid.Reports: {", ".join(self._kinds)}>'

    def public(self):
        """The same reports as far as the public may read them."""
        return Reports(self._make, self._kinds, True)


class Release:
    """A released table, which separate code has verified, and what is known about it."""

    #: The rules that were suggested for quasi-identifiers without one, by column.
    suggested: dict

    def __init__(self, result, dataset, source, make_report, kinds, job=None, suggested=None):
        self._result, self._job, self._source, self._frame = result, job, source, None
        self.suggested = suggested or {}
        self.table = Table(dataset, source)
        self.report = Reports(make_report, kinds)

    @property
    def frame(self):
        """The released table in the kind that came in: a data frame, a dict of lists, a list of dicts."""
        if self._frame is None:
            self._frame = self.table.to_source_kind()
        return self._frame

    def __arrow_c_stream__(self, requested_schema=None):
        return self.table.__arrow_c_stream__(requested_schema)

    @property
    def loss(self):
        """The share of the detail that is lost, for most quality models from 0 to 1."""
        return lib.deid_result_get_loss(self._result)

    @property
    def lower_bound(self):
        """A number that the loss of no solution is below."""
        return lib.deid_result_get_lower_bound(self._result)

    @property
    def is_proven_optimal(self):
        """Whether it is proven that no policy loses less."""
        return bool(lib.deid_result_is_proven_optimal(self._result))

    @property
    def termination(self):
        """Why the search ended: `complete`, `cancelled`, `time-limit` or `step-limit`."""
        return decode(lib.deid_enum_get_name(b'DeidTermination', lib.deid_result_get_termination(self._result)))

    @property
    def suppressed(self):
        """The number of records that are not released."""
        return lib.deid_result_get_n_suppressed(self._result)

    @property
    def policy(self):
        """The policy as text, such as `age:1 zip:1`; None for a local recoding."""
        policy = lib.deid_result_get_policy(self._result)
        return None if policy == NULL else call(lib.deid_policy_to_text, policy)

    @property
    def description(self):
        """The policy in words; None for a local recoding."""
        policy = lib.deid_result_get_policy(self._result)
        return None if policy == NULL else call(lib.deid_policy_describe, policy, NULL)

    @property
    def warnings(self):
        """What to look at before the table is given away: a list of dicts with `code`, `column`, `records`, `text`."""
        return self.report['warnings']['warnings']

    @property
    def problem(self):
        """The problem file of the run, with all settings; None for a table that `apply` made."""
        return None if self._job is None else call(lib.deid_job_to_text, self._job, NULL)

    @property
    def stored_policy(self):
        """The policy for tables of later months, as JSON text: see `deid.apply`. For the custodian only."""
        return work(lib.deid_stored_policy_to_json, work(lib.deid_stored_policy_new, self._result))

    def page(self, path=None):
        """The page (HTML) for those who decide, as text; with a path it is written there, too."""
        if self._job is None:
            raise NotImplementedError('apply() makes no page')
        text = work(lib.deid_job_make_page, self._job, self._result, self.table._dataset)
        if path is not None:
            with open(path, 'w', encoding='utf-8') as file:
                file.write(text)
        return text

    def _summarize(self):
        """The most important figures, as pairs of texts."""
        suppressed = self.suppressed
        rows = [('Released', f'{len(self.table)} rows; {suppressed} records are suppressed'),
                ('Columns', ', '.join(self.table.columns)),
                ('Policy', self.description or 'local recoding'),
                ('Loss', f'{self.loss:.6f}, '
                 + ('proven optimal' if self.is_proven_optimal else f'lower bound {self.lower_bound:.6f}'))]
        rows += [('Suggested rule', f'{column}: {rule}') for column, rule in self.suggested.items()]
        return rows

    def __repr__(self):
        return '<deid.Release\n' + '\n'.join(f'  {name}: {text}' for name, text in self._summarize()) + '>'

    def _repr_html_(self):
        rows = self._summarize() + [('Warning', warning['text']) for warning in self.warnings]
        cells = ''.join(f'<tr><th style="text-align: left">{html.escape(name)}</th>'
                        f'<td style="text-align: left">{html.escape(text)}</td></tr>' for name, text in rows)
        return f'<table><caption>deid.Release</caption>{cells}</table>'


def from_job(job, result, source, suggested):
    """The verified release of a result of a job."""
    def make_report(kind):
        return work(lib.deid_job_make_report, job, encode(kind), result)

    has_baseline = decode(lib.deid_job_get(job, b'baseline', b'baseline'))
    kinds = _OF_JOB if has_baseline else _OF_JOB[:-1]
    return Release(result, work(lib.deid_job_release, job, result), source, make_report, kinds, job, suggested)
