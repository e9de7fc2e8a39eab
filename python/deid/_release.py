# SPDX-License-Identifier: LGPL-2.1-or-later
"""What a run gives: the released table, its figures, its reports and its page."""
from __future__ import annotations

import os
from collections.abc import Mapping

from ._library import NULL, call, decode, encode, ffi, lib, read_json, work
from ._tables import Table

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any, Dict, List, Optional


# The others have figures of the input, which are for the custodian.
_PUBLIC = ('risks', 'distortion', 'attribute_risks')


class Reports(Mapping):
    """Reports by kind, such as `risks`. Each is made when it is asked for, and is a dict like the JSON of the
    command. `docs/figures.md` explains the figures. They are for the custodian; `public()` makes those that the
    public may read."""

    def __init__(self, makers, is_public=False):
        self._makers, self._is_public, self._made = makers, is_public, {}

    def __getitem__(self, kind: str) -> Dict[str, Any]:
        if kind not in self._made:
            report = self._makers[kind]()
            if self._is_public:
                report = work(lib.deid_report_new_public, report)
            self._made[kind] = read_json(report)
        return self._made[kind]

    def __contains__(self, kind):
        return kind in self._makers

    def __iter__(self):
        return iter(self._makers)

    def __len__(self):
        return len(self._makers)

    def __repr__(self):
        return f'<deid.Reports: {", ".join(self._makers)}>'

    def __reduce__(self):
        return dict, (dict(self),)

    def public(self) -> Reports:
        """What the public may read of the risks, distortion and attribute risks."""
        return Reports({kind: make for kind, make in self._makers.items() if kind in _PUBLIC}, True)


class Outcome:
    """The figures of a result."""

    def __init__(self, result: Any):
        self._result = result

    @property
    def loss(self) -> float:
        """The share of the detail that is lost, for most quality models from 0 to 1."""
        return lib.deid_result_get_loss(self._result)

    @property
    def lower_bound(self) -> float:
        """A number that the loss of no solution is below."""
        return lib.deid_result_get_lower_bound(self._result)

    @property
    def is_proven_optimal(self) -> bool:
        """Whether it is proven that no other solution loses less, and that none before it in the order of policies
        loses as much."""
        return bool(lib.deid_result_is_proven_optimal(self._result))

    @property
    def termination(self) -> str:
        """Why the search ended: `complete`, `cancelled`, `time-limit` or `step-limit`."""
        return decode(lib.deid_enum_get_name(b'DeidTermination', lib.deid_result_get_termination(self._result)))

    @property
    def suppressed(self) -> int:
        """The number of records that are not released."""
        return lib.deid_result_get_n_suppressed(self._result)

    @property
    def policy(self) -> Optional[str]:
        """The policy as text, such as `age:1 zip:1`; None for a local recoding."""
        policy = lib.deid_result_get_policy(self._result)
        return None if policy == NULL else call(lib.deid_policy_to_text, policy)

    @property
    def description(self) -> Optional[str]:
        """The policy in words; None for a local recoding."""
        policy = lib.deid_result_get_policy(self._result)
        return None if policy == NULL else call(lib.deid_policy_describe, policy, NULL)

    def _summarize(self):
        """The most important figures, as pairs of texts."""
        bound = 'proven optimal' if self.is_proven_optimal else f'lower bound {self.lower_bound:.6f}'
        return [('Suppressed', f'{self.suppressed} records'), ('Policy', self.description or 'local recoding'),
                ('Loss', f'{self.loss:.6f}, {bound}')]

    def __repr__(self):
        lines = ''.join(f'\n  {name}: {text}' for name, text in self._summarize())
        return f'<deid.{type(self).__name__}{lines}>'

    def _repr_html_(self):
        import html

        cells = ''.join(f'<tr><th style="text-align: left">{html.escape(name)}</th>'
                        f'<td style="text-align: left">{html.escape(text)}</td></tr>'
                        for name, text in self._summarize())
        return f'<table><caption>deid.{type(self).__name__}</caption>{cells}</table>'


class Release(Outcome):
    """A released table, which separate code has verified, and what is known about it.

    >>> from deid import anonymize
    >>> release = anonymize({'age': [31, 34, 47, 42]}, {'age': 'intervals:10'}, models='k:2')
    >>> release.report['risks']['prosecutor']['highest'], release.report.public()['risks']['audience']
    (0.5, 'publishable')
    >>> 'ranges of 10' in release.page(), release.stored_policy[0]
    (True, '{')
    """

    def __init__(self, result, dataset, job, reports, is_of_job):
        super().__init__(result)
        self._job, self._is_of_job, self._frame = job, is_of_job, None
        #: The rules that were suggested for quasi-identifiers without one, by column.
        self.suggested: Dict[str, str] = job.suggested
        #: The released table, whatever kind came in.
        self.table = Table(dataset, job.source)
        #: Reports by kind.
        self.report = Reports(reports)

    @property
    def frame(self) -> Any:
        """The released table in the kind that came in: a data frame, a dict of lists, a list of dicts."""
        if self._frame is None:
            self._frame = self.table.to_source_kind()
        return self._frame

    def __arrow_c_stream__(self, requested_schema=None):
        return self.table.__arrow_c_stream__(requested_schema)

    @property
    def warnings(self) -> List[Dict[str, Any]]:
        """What to look at before the table is given away: dicts with `code`, `column`, `records` and `text`."""
        return self.report['warnings']['warnings']

    @property
    def problem(self) -> str:
        """The problem file of the run, with all settings, but without models of your own."""
        self._check_job('problem file')
        return call(lib.deid_job_to_text, self._job.handle, NULL)

    @property
    def stored_policy(self) -> str:
        """The policy for further tables, as JSON: see `deid.apply`. For the custodian only."""
        return work(lib.deid_stored_policy_to_json, work(lib.deid_stored_policy_new, self._result))

    def certify(self, path: Any) -> None:
        """Writes a proof of the optimum, which `deid.verify` checks. For the custodian only."""
        work(lib.deid_result_write_certificate, self._result, encode(os.fspath(path)))

    def page(self, path: Any = None) -> str:
        """The page (HTML) for those who decide. With a path it is written there, too; only the owner may read it."""
        self._check_job('page')
        text = work(lib.deid_job_make_page, self._job.handle, self._result, self.table._dataset)
        if path is not None:
            outputs = ffi.gc(lib.deid_output_set_new(), lib.deid_output_set_unref)
            work(lib.deid_output_set_add_text, outputs, encode(text), encode(os.fspath(path)))
            work(lib.deid_output_set_commit, outputs)
        return text

    def _check_job(self, what):
        if not self._is_of_job:
            raise NotImplementedError(f'a release by a stored policy has no {what}')

    def _summarize(self):
        return ([('Released', f'{len(self.table)} rows: {", ".join(self.table.columns)}')] + super()._summarize()
                + [('Suggested rule', f'{column}: {rule}') for column, rule in self.suggested.items()]
                + [('Warning', warning['text']) for warning in self.warnings])


def from_job(job, result):
    """The verified release of a result of a job."""
    def report_on(kind):
        return lambda: work(lib.deid_job_make_report, job.handle, encode(kind), result)

    kinds = ['risks', 'input_risks', 'warnings', 'distortion', 'left_out', 'bias', 'attribute_risks', 'statistics']
    if lib.deid_result_get_policy(result) != NULL and lib.deid_result_is_proven_optimal(result):
        kinds.append('explanation')
    if job.get('baseline', 'baseline'):
        kinds.append('baseline')
    return Release(result, work(lib.deid_job_release, job.handle, result), job,
                   {kind: report_on(kind) for kind in kinds}, True)


def from_policy(job, result):
    """The verified release of a result of a stored policy, with the settings of a job."""
    options = call(lib.deid_job_make_release_options, job.handle)
    risks = call(lib.deid_job_make_risk_options, job.handle)
    dataset = work(lib.deid_result_apply, result, options)
    work(lib.deid_result_verify, result, dataset)
    return Release(result, dataset, job, {
        'risks': lambda: work(lib.deid_report_new_risks, result, NULL, 1, risks),
        'input_risks': lambda: work(lib.deid_report_new_risks, result, NULL, 0, risks),
        'warnings': lambda: work(lib.deid_report_new_warnings, result),
        'distortion': lambda: work(lib.deid_report_new_distortion, result, options),
        'statistics': lambda: work(lib.deid_report_new_statistics, result),
    }, False)
