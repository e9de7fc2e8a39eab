/* SPDX-License-Identifier: LGPL-2.1-or-later */
#pragma once

#include "lattice/cuts/cuts.h"

/* Limits the nodes that dimensions merge, as deid_cuts_new_limited() says, of cuts whose lowest and
 * highest level are set; @counts are the leaves below each label of each level. */
gboolean deid_subtrees_limit (DeidCuts *cuts, guint64 *const *counts, const guint8 *kept,
                              guint16 *floors, guint16 *heights, GError **error);

/* Marks what is to be kept so that no policy merges the values below a label with others; @cuts
 * have no limits. Errors: %DEID_ERROR_UNKNOWN_VALUE for what is no label; of several nodes with it
 * that have not the same leaves, %DEID_ERROR_INVALID_ARGUMENT. */
gboolean deid_subtrees_keep_apart (const DeidCuts *cuts, const char *label, gboolean show_values,
                                   guint8 *kept, GError **error);

/* The same so that every policy merges the values below two labels: the lowest node that is above
 * both or one of them. Errors besides: %DEID_ERROR_INVALID_ARGUMENT if there is none. */
gboolean deid_subtrees_keep_together (const DeidCuts *cuts, const char *first, const char *last,
                                      gboolean show_values, guint8 *kept, GError **error);
