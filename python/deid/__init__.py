# SPDX-License-Identifier: LGPL-2.1-or-later
"""De-identify tables about people with libdeid."""
from ._errors import *  # noqa: F401,F403
from ._library import VERSION as __version__  # noqa: F401
from ._release import Release, Reports
from ._run import Progress, anonymize
from ._tables import Table
