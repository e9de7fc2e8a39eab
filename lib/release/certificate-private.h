/* SPDX-License-Identifier: LGPL-2.1-or-later */
#pragma once

#include "search/checker.h"
#include "search/proof.h"

/* Certificates, whose format deid-certificate.h describes. */

#define DEID_CERTIFICATE_FORMAT   "libdeid certificate"
#define DEID_CERTIFICATE_VERSION  1
#define DEID_CERTIFICATE_MAX_LINE (1 << 24) /* bytes */

/* Tells whether no policy from @lower upwards comes before the optimum, if @objective is a lower
 * bound of theirs. */
static inline gboolean
deid_certificate_settles (const DeidLevel *optimum, double optimal_objective,
                          const DeidLevel *lower, double objective, guint n_dimensions)
{
  return objective > optimal_objective
         || (objective == optimal_objective
             && deid_levels_compare (lower, optimum, n_dimensions) >= 0);
}

/* Writes the first line, on the problem, and the second one, on the optimum, without line ends.
 *
 * Returns: (transfer full): the text; NULL with the errors of digests. */
char *deid_certificate_describe_problem (const DeidInstance *instance, const char *table_name,
                                         const DeidStop *stop, GError **error);
char *deid_certificate_describe_optimum (const DeidInstance *instance, const DeidLevel *optimum,
                                         const DeidVerdict *verdict);

/* Writes the last line, without a line end. */
char *deid_certificate_describe_end (guint64 n_lines, const GChecksum *checksum);

/* Something that proves an optimum, such as deid_search_prove(). */
typedef gboolean (*DeidProver) (const DeidInstance *instance, const DeidLevel *optimum,
                                const DeidVerdict *verdict, const DeidProofFuncs *funcs,
                                gpointer data, const DeidStop *stop, GError **error);

/* Errors: %DEID_ERROR_INVALID_ARGUMENT if a policy comes before the optimum that ties with it,
 * %DEID_ERROR_IO, and those of instances, evaluations and the prover. */
gboolean deid_certificate_write (DeidProblem *problem, const DeidLevel *optimum, DeidProver prove,
                                 const char *path, const DeidStop *stop, GError **error);
