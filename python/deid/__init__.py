# SPDX-License-Identifier: LGPL-2.1-or-later
"""De-identify tables about people with libdeid.

>>> import deid
>>> patients = {'age': [31, 34, 36, 47, 42, 45], 'illness': ['flu', 'cold', 'flu', 'cold', 'flu', 'flu']}
>>> release = deid.anonymize(patients, {'age': 'intervals:10,20'}, models='k:3', sensitive='illness')
>>> release.loss, release.is_proven_optimal
(0.4, True)
"""
from ._errors import *  # noqa: F401,F403
from ._library import VERSION as __version__  # noqa: F401
from ._model import EquivalenceClass, Model  # noqa: F401
from ._release import Outcome, Release, Reports  # noqa: F401
from ._run import Progress, Suggestions, anonymize, apply, run, suggest, verify  # noqa: F401
from ._tables import Table  # noqa: F401
